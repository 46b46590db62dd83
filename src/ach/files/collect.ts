import { nextCutoff } from '../../kernel/ach-windows.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { isPaidOut } from '../../parties/businesses/paid-out.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import { unfundBatches } from '../../settlement/store.ts';
import type { World } from '../../world.ts';
import { type Entry, entries } from '../entry.ts';
import { fileEntries, moveEntry, unfileEntries } from '../entry-moves.ts';
import { cancelRefundsOfReturned } from '../returns/apply-returned-refund.ts';
import { holdUnvalidated } from '../validation/hold.ts';
import { wholeProbes } from '../validation/probes.ts';
import { mostEntries } from './compose.ts';
import { type ClearingFile, LostFile } from './file.ts';
import { claimPart, dropEmptyPart, lockPart, type PartKey, partOf } from './part-store.ts';
import { holdUntried } from './prenotes.ts';
import { countEntriesOf, readEntriesNaming, readEntriesOf, readWaiting } from './queue.ts';
import { lockPaid } from './subjects.ts';
import { withoutDisabled } from './take-out-queued.ts';

/**
 * Takes over the entries that earlier owners collected: from here on the file belongs to this round, and earlier owners
 * add nothing to it.
 */
export async function adopt(world: World, file: ClearingFile): Promise<void> {
  const entries = await readEntriesNaming(world.db, file);
  for (const businessId of new Set(entries.map((entry) => entry.businessId))) {
    const isOurs = await claimPart(world.db, partOf(file, businessId), file.resolveAt); // committed
    if (!isOurs) throw new LostFile();
  }
}

/**
 * Collects waiting entries into a file, each business in a transaction of its own: an earlier void has canceled its
 * entry, and a later one is refused. Entries that find no room wait for the next file.
 */
export async function collect(world: World, file: ClearingFile): Promise<void> {
  const room = mostEntries - (await countEntriesOf(world.db, file));
  if (room <= 0) return;
  const waiting = await readWaiting(world.db, file.scope, file, room);
  for (const [businessId, ids] of waiting) {
    const part = partOf(file, businessId);
    await world.db.begin(async (tx) => {
      const business = await readBusiness(tx, businessId);
      if (!(await claimPart(tx, part, file.resolveAt))) throw new LostFile();
      const wanted = business ? await withoutStopped(world, tx, business, ids) : ids;
      const chargeable = await withoutDisabled(world, tx, businessId, wanted);
      const good = business ? await holdUnvalidated(tx, file, business, chargeable) : chargeable;
      const tried = business?.terms.prenotes
        ? await holdUntried(world, tx, file, business, good)
        : good;
      await fileEntries(tx, businessId, await wholeProbes(tx, businessId, tried), file);
      await dropEmptyPart(tx, part);
    });
  }
}

/** Nothing was sent, and the bank takes no more for this cut-off: all entries wait again. */
export async function release(world: World, file: ClearingFile): Promise<void> {
  const entries = await readEntriesOf(world.db, file);
  const nextAt = nextCutoff(world.now(), false);
  for (const [businessId, own] of Map.groupBy(entries, (entry) => entry.businessId)) {
    await takeOut(world, file, businessId, own, nextAt);
  }
}

/** Entries of one business wait again. Refunds of payments that came back meanwhile are canceled. */
export async function takeOut(
  world: World,
  file: ClearingFile,
  businessId: bigint,
  entries: readonly Entry[],
  nextAt: Date,
): Promise<void> {
  const part = partOf(file, businessId);
  await world.db.begin(async (tx) => {
    if ((await lockPart(tx, part))?.state !== 'filed') throw new LostFile();
    await takeOutLocked(world, tx, part, entries, nextAt);
  });
}

/** The same in a transaction that has locked the part. */
export async function takeOutLocked(
  world: World,
  tx: Sql,
  part: PartKey,
  entries: readonly Entry[],
  nextAt: Date,
): Promise<void> {
  const paid = await lockPaid(tx, part.businessId, entries, ['credit']);
  const ids = entries.map(({ id }) => id);
  await unfileEntries(tx, part.businessId, ids, nextAt);
  await cancelRefundsOfReturned(world, tx, paid.values());
  await dropEmptyPart(tx, part);
}

/** Cancels payouts that still wait when payouts of their business are off. Returns the other entries. */
async function withoutStopped(
  { now }: World,
  tx: Sql,
  business: Business,
  ids: readonly bigint[],
): Promise<readonly bigint[]> {
  const { id: businessId } = business;
  const payouts = await entries.read(
    tx,
    `select ${entries.columns} from ach_entries
     where business_id = $1 and id = any($2::int8[]) and kind = 'deposit' and state = 'queued' for update`,
    [businessId, ids],
  );
  if (payouts.length === 0 || (await isPaidOut(tx, business))) return ids;
  for (const entry of payouts) {
    await moveEntry(tx, entry, 'canceled', { nextAt: undefined });
    await unfundBatches(tx, businessId, entry.id);
    const act = { actor: 'system', act: 'deposit.stopped', object: `ach_entry:${entry.id}` };
    const facts = { reason: `its business is ${business.state}` };
    await recordAct(tx, { businessId, ...act, facts, at: now() });
  }
  const gone = new Set(payouts.map(({ id }) => id));
  return ids.filter((id) => !gone.has(id));
}
