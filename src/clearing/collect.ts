import { nextCutoff } from '../ach/windows.ts';
import { readBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import { cancelRefundsOfReturned } from './apply-returned-refund.ts';
import { mostEntries } from './compose.ts';
import type { Entry } from './entry.ts';
import type { ClearingFile } from './file.ts';
import { holdFile } from './file-store.ts';
import { LostFile } from './lost-file.ts';
import { holdUntried } from './prenotes.ts';
import { countEntriesOf, fileEntries, readEntriesOf, readWaiting, unfileEntries } from './queue.ts';
import { withoutStopped } from './stopped-deposits.ts';
import { lockPaid } from './subjects.ts';
import { withoutDisabled } from './take-out-queued.ts';

/**
 * Takes what waits into a file, each business in a transaction of its own: a void that came before has taken
 * its entry out, and one that comes later is refused. What finds no room waits for the next file.
 */
export async function collect(world: World, file: ClearingFile): Promise<void> {
  const room = mostEntries - (await countEntriesOf(world.db, file));
  if (room <= 0) return;
  const waiting = await readWaiting(world.db, file.scope, file, room);
  for (const [businessId, ids] of waiting) {
    await world.db.begin(async (tx) => {
      const business = await readBusiness(tx, businessId);
      // Against the rule that a transaction stays within one business: files of all are few, and only this
      // lock keeps a slow owner from adding to what somebody else has sent meanwhile.
      if (!(await holdFile(tx, file))) throw new LostFile();
      const meant = business ? await withoutStopped(world, tx, business, ids) : ids;
      const good = await withoutDisabled(world, tx, businessId, meant);
      const tried = business?.terms.prenotes
        ? await holdUntried(world, tx, file, businessId, good)
        : good;
      await fileEntries(tx, businessId, tried, file);
    });
  }
}

/** All of it waits again: nothing was sent, and the bank takes no more for this cut-off. */
export async function release(world: World, file: ClearingFile): Promise<void> {
  const entries = await readEntriesOf(world.db, file);
  const nextAt = nextCutoff(world.now(), false);
  for (const [businessId, own] of Map.groupBy(entries, (entry) => entry.businessId)) {
    await takeOut(world, file, businessId, own, nextAt);
  }
}

/** Entries of one business wait again; but for refunds of what came back while they stood in the file. */
export async function takeOut(
  world: World,
  file: ClearingFile,
  businessId: bigint,
  entries: readonly Entry[],
  nextAt: Date,
): Promise<void> {
  await world.db.begin(async (tx) => {
    if (!(await holdFile(tx, file))) throw new LostFile();
    const paid = await lockPaid(tx, businessId, entries, ['credit']);
    const ids = entries.map(({ id }) => id);
    await unfileEntries(tx, businessId, ids, nextAt);
    await cancelRefundsOfReturned(world, tx, paid.values());
  });
}
