import { useActorNames } from '../data/actors.ts';

/** Who did it by name; what the audit log keeps is the title. */
export function Actor({ of }: { of: string }) {
  const nameOf = useActorNames();
  return <span title={of}>{nameOf(of)}</span>;
}
