import { useActorNames } from '../data/actors.ts';

/** Names the actor; the title is the name in the audit log. */
export function Actor({ of }: { of: string }) {
  const nameOf = useActorNames();
  return <span title={of}>{nameOf(of)}</span>;
}
