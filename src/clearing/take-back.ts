import { nextCutoff } from '../ach/windows.ts';
import type { Sql } from '../base/sql.ts';
import { reversed } from '../ledger/write.ts';
import type { World } from '../world.ts';
import { cancelRefundsOfReturned } from './apply-returned-refund.ts';
import type { Entry } from './entry.ts';
import type { ClearingFile } from './file.ts';
import { holdFile } from './file-store.ts';
import { LostFile } from './lost-file.ts';
import { movedBy } from './originate.ts';
import { readEntriesOf } from './queue.ts';
import { lockPaid, movePaid, type Paid } from './subjects.ts';
import { writeMoved } from './write-moved.ts';

const atOnce = 1000;

/**
 * Everything in a file that was refused is as it was before, and waits for the next cut-off; but for refunds of what
 * came back meanwhile, since that payer has the money already.
 */
export async function takeBackAll(world: World, file: ClearingFile): Promise<void> {
  const entries = await readEntriesOf(world.db, file);
  for (const own of Map.groupBy(entries, ({ businessId }) => businessId).values()) {
    for (let from = 0; from < own.length; from += atOnce) {
      await takeBack(world, file, own.slice(from, from + atOnce));
    }
  }
}

async function takeBack(
  world: World,
  file: ClearingFile,
  entries: readonly Entry[],
): Promise<void> {
  const { businessId } = entries[0]!;
  await world.db.begin(async (tx) => {
    if (!(await holdFile(tx, file))) throw new LostFile();
    const paid = await lockPaid(tx, businessId, entries, ['debit', 'credit']);
    const nextAt = nextCutoff(world.now(), false);
    const taken = await queueAgain(tx, file, entries, nextAt);
    // What was filed and not yet originated had moved nothing.
    const moved = entries.filter(({ id, state }) => state === 'originated' && taken.has(id));
    await movePayments(tx, businessId, moved, paid);
    await writeMoved(
      world,
      tx,
      moved.map((entry) => {
        const { kind, paymentId } = entry;
        const one = kind === 'debit' ? paid.get(paymentId!) : undefined;
        return { entry, transfers: movedBy(entry, one).map(reversed) };
      }),
    );
    await cancelRefundsOfReturned(world, tx, paid.values());
  });
}

/** What was presented before had come back, and is that again. */
async function movePayments(
  tx: Sql,
  businessId: bigint,
  moved: readonly Entry[],
  paid: ReadonlyMap<bigint, Paid>,
): Promise<void> {
  const debits = moved.filter(({ kind }) => kind === 'debit');
  const idsOf = (isFirst: boolean) =>
    debits
      .filter(({ presentment }) => (presentment === 1) === isFirst)
      .flatMap(({ paymentId }) =>
        paymentId !== undefined && paid.has(paymentId) ? [paymentId] : [],
      );
  await movePaid(tx, businessId, idsOf(true), ['originated'], 'queued');
  await movePaid(tx, businessId, idsOf(false), ['originated'], 'returned');
}

async function queueAgain(
  tx: Sql,
  file: ClearingFile,
  entries: readonly Entry[],
  nextAt: Date,
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(
    `update ach_entries set state = 'queued', file_id = null, trace_number = null, effective_on = null,
       next_at = $4
     where business_id = $1 and file_id = $2 and id = any($3::int8[])
       and state in ('filed', 'originated') returning id`,
    [entries[0]!.businessId, file.id, entries.map(({ id }) => id), nextAt],
  );
  return new Set(rows.map(({ id }) => id));
}
