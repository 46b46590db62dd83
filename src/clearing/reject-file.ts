import { Refusal } from '../base/refusal.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { ClearingFile } from './file.ts';
import { changeFile, readFile } from './file-store.ts';
import { goOn, leaseFrom } from './go-on.ts';
import { readEntriesOf } from './queue.ts';

type Why = { readonly actor: string; readonly reason: string };

/**
 * The bank did not take a file: what is in it goes out anew with the next one. Once something in it has settled
 * or come back, the bank did take it.
 */
export async function rejectFile(
  world: World,
  key: Pick<ClearingFile, 'scope' | 'id'>,
  { actor, reason }: Why,
): Promise<ClearingFile> {
  const file = await readFile(world.db, key);
  if (!file) throw new Refusal('wrong_state');
  const isSent = file.state === 'written' || file.state === 'delivered';
  if (!isSent) throw new Refusal('wrong_state');

  const at = world.now();
  const rejected = await world.db.begin(async (tx) => {
    const changed = await changeFile(tx, file, { state: 'rejected', resolveAt: leaseFrom(at) });
    if (!changed) throw new Refusal('busy');
    // Looked at only now: whoever settles them holds the file, and was waited for.
    const entries = await readEntriesOf(tx, file);
    const isOpen = entries.every(({ state }) => state === 'filed' || state === 'originated');
    if (!isOpen) throw new Refusal('wrong_state');
    const { scope: businessId, id, name, entryCount } = file;
    const facts = { name, entryCount, reason };
    const object = `ach_file:${id}`;
    await recordAct(tx, { businessId, actor, act: 'ach_file.rejected', object, facts, at });
    return changed;
  }); // committed: from here on nothing in it settles
  await goOn(world, rejected);
  return (await readFile(world.db, key)) ?? rejected;
}
