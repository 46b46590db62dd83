import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { continueFile } from './continue-file.ts';
import { type ClearingFile, leaseFrom } from './file.ts';
import { changeFile, readFile } from './file-store.ts';
import { readEntriesNaming } from './queue.ts';

type Why = { readonly actor: string; readonly reason: string };

/**
 * The bank did not take a file: its entries go out anew with the next one. Once an entry in it has settled or come
 * back, the bank did take it. A worker that tries to send it does not keep it from being rejected: its lease is renewed
 * with each try, and so never ends. Before its upload it sees that the file is rejected (`put-once.ts`).
 */
export async function rejectFile(
  world: World,
  key: Pick<ClearingFile, 'scope' | 'id'>,
  { actor, reason }: Why,
): Promise<ClearingFile> {
  const file = await readFile(world.db, key);
  if (!file) throw new Refusal('wrong_state');
  if (file.state === 'rejecting') throw new Refusal('busy');
  if (!isSent(file)) throw new Refusal('wrong_state');
  const entries = await readEntriesNaming(world.db, file);
  const isOpen = entries.every(({ state }) => state === 'filed' || state === 'originated');
  if (!isOpen) throw new Refusal('wrong_state');

  const at = world.now();
  const rejecting = await world.db.begin(async (tx) => {
    const changed = await changeFile(tx, file, { state: 'rejecting', resolveAt: leaseFrom(at) });
    if (!changed) throw new Refusal('busy');
    const { scope: businessId, id, name, entryCount } = file;
    const facts = { name, entryCount, reason };
    const object = `ach_file:${id}`;
    await recordAct(tx, { businessId, actor, act: 'ach_file.rejected', object, facts, at });
    return changed;
  }); // committed: whoever goes on with it decides
  await continueFile(world, rejecting);
  const ended = (await readFile(world.db, key)) ?? rejecting;
  if (isSent(ended)) throw new Refusal('wrong_state');
  return ended;
}

function isSent({ state }: ClearingFile): boolean {
  return state === 'written' || state === 'delivered';
}
