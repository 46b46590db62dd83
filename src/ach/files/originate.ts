import { bankDay, effectiveDate, isOpen, settlementMoment } from '../../kernel/ach-windows.ts';
import { addBankingDays } from '../../kernel/banking-days.ts';
import type { Transfer } from '../../payments/ledger/transfer.ts';
import { movePayments } from '../../payments/moves.ts';
import { transfersOf } from '../../payments/outcome.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import { originateEntries } from '../entry-moves.ts';
import { writeMoved, writeSteps } from '../returns/write-moved.ts';
import { traceOf } from './compose.ts';
import { type ClearingFile, LostFile } from './file.ts';
import type { Originator } from './originator.ts';
import { partOf, sendPart } from './part-store.ts';
import { readEntriesOf } from './queue.ts';
import { lockPaid, type Paid } from './subjects.ts';

/** Entries that share one transaction. */
const atOnce = 1000;

/** The bank has the file: its entries are originated, each business in transactions of its own. */
export async function originateAll(
  world: World,
  file: ClearingFile,
  originator: Originator,
): Promise<void> {
  const entries = await readEntriesOf(world.db, file);
  const traced = entries.map((entry, place) => ({
    ...entry,
    trace: traceOf(originator, file, place),
  }));
  const filed = traced.filter(({ state }) => state === 'filed');
  for (const own of Map.groupBy(filed, ({ businessId }) => businessId).values()) {
    for (let from = 0; from < own.length; from += atOnce) {
      await originate(world, file, own.slice(from, from + atOnce));
    }
  }
}

async function originate(
  world: World,
  file: ClearingFile,
  entries: readonly (Entry & { readonly trace: string })[],
): Promise<void> {
  const { businessId } = entries[0]!;
  await world.db.begin(async (tx) => {
    if (!(await sendPart(tx, partOf(file, businessId)))) throw new LostFile();
    const paid = await lockPaid(tx, businessId, entries);
    const effectiveOn = effectiveDate(file.cutoffAt, file.isSameDay).toString();
    const nextAt = settlesAt(file, world.now());
    const on = { effectiveOn, nextAt };
    const moved = await originateEntries(tx, businessId, file.id, entries, on);
    // The others were originated by an earlier owner that sent the same bytes and woke up.
    const moving = entries
      .filter(({ id }) => moved.has(id))
      .map((entry) => ({ entry, paid: paidOf(paid, entry) }));
    const steps = moving.flatMap(({ entry, paid: one }) => (one ? [{ entry, paid: one }] : []));
    const ids = steps.map(({ paid: { payment } }) => payment.id);
    await movePayments(tx, businessId, ids, ['queued', 'returned'], 'originated');
    await writeMoved(
      world,
      tx,
      moving.map(({ entry, paid: one }) => ({ entry, transfers: movedBy(entry, one) })),
    );
    await writeSteps(world, tx, steps, 'originated');
  });
}

function paidOf(paid: ReadonlyMap<bigint, Paid>, { kind, paymentId }: Entry): Paid | undefined {
  if (kind !== 'debit') return undefined;
  const found = paymentId === undefined ? undefined : paid.get(paymentId);
  if (!found) throw new Error('a debit without its payment');
  return found;
}

/** A file that reaches the bank after its window settles one banking day later than its date. */
function settlesAt(file: ClearingFile, at: Date): Date {
  if (isOpen(file, at))
    return settlementMoment(effectiveDate(file.cutoffAt, file.isSameDay), file.isSameDay);
  return settlementMoment(addBankingDays(bankDay(at), 1), file.isSameDay);
}

/** The transfers of an originated entry, to be reversed should its file be rejected. */
export function movedBy(
  { kind, amountCents: cents, presentment }: Entry,
  paid: Paid | undefined,
): Transfer[] {
  if (kind === 'deposit') return [{ debit: 'bank', credit: 'clearing', cents }];
  if (kind === 'micro_credit') return [{ debit: 'micro_deposits', credit: 'clearing', cents }];
  if (kind === 'micro_debit') return [{ debit: 'clearing', credit: 'micro_deposits', cents }];
  if (!paid) return [];
  const { payment, details } = paid;
  if (presentment > 1) {
    const credit = payment.isTest ? 'tests' : 'returns';
    return [{ debit: `receivable:${payment.processor}`, credit, cents }];
  }
  return transfersOf({ ...payment, capturedCents: cents }, details.lines);
}
