import { nextCutoff } from '../../kernel/ach-windows.ts';
import { reversed } from '../../payments/ledger/transfer.ts';
import { movePayments } from '../../payments/moves.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import { requeueEntries } from '../entry-moves.ts';
import { type ClearingFile, LostFile } from '../files/file.ts';
import { movedBy } from '../files/originate.ts';
import { dropEmptyPart, lockPart, partOf } from '../files/part-store.ts';
import { readEntriesOf } from '../files/queue.ts';
import { lockPaid, type Paid } from '../files/subjects.ts';
import { cancelRefundsOfReturned } from './apply-returned-refund.ts';
import { writeMoved } from './write-moved.ts';

const atOnce = 1000;

/**
 * Takes back all entries of a rejected file: they wait for the next cut-off. Refunds of payments that came back
 * meanwhile are canceled: the payer has the money already.
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
  const part = partOf(file, businessId);
  await world.db.begin(async (tx) => {
    if ((await lockPart(tx, part))?.state !== 'rejected') throw new LostFile();
    const paid = await lockPaid(tx, businessId, entries, ['debit', 'credit']);
    const nextAt = nextCutoff(world.now(), false);
    const ids = entries.map(({ id }) => id);
    const taken = await requeueEntries(tx, businessId, file.id, ids, nextAt);
    // An entry that was filed and not yet originated moved no money.
    const moved = entries.filter(({ id, state }) => state === 'originated' && taken.has(id));
    await takePaymentsBack(tx, businessId, moved, paid);
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
    await dropEmptyPart(tx, part);
  });
}

/** A debit that was presented before had come back: its payment is `returned` again. */
async function takePaymentsBack(
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
  await movePayments(tx, businessId, idsOf(true), ['originated'], 'queued');
  await movePayments(tx, businessId, idsOf(false), ['originated'], 'returned');
}
