import { recordAct } from '../../../records/audit-log.ts';
import type { World } from '../../../world.ts';
import { deleteSuspect, readSuspects, type SuspectRow } from './store.ts';

/**
 * A person ends the levels of a suspect: its scores begin at zero. Other processes see that at its next try. Undefined
 * if the suspect is unknown. The act is written first: a release must not be without a record, and the table of
 * suspects may lie on another server than the audit log.
 */
export async function releaseSuspect(
  world: World,
  name: string,
  { actor, note }: { readonly actor: string; readonly note: string },
): Promise<SuspectRow | undefined> {
  const [found] = await readSuspects(world.db, [name]);
  if (!found) return undefined;
  const { businessId, watched } = found;
  const act = {
    businessId,
    actor,
    act: 'risk.released',
    object: `suspect:${name}`,
    facts: { note, raised: watched.raised },
    at: world.now(),
  };
  await world.db.begin(async (tx) => await recordAct(tx, act));
  await deleteSuspect(world.db, name);
  return found;
}
