import { addBankingDays } from '../ach/banking-days.ts';
import { effectiveDate, settlementMoment } from '../ach/windows.ts';
import { int8, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Transfer } from '../ledger/transfer.ts';
import { transfersOf } from '../payments/outcome.ts';
import type { World } from '../world.ts';
import { traceOf } from './compose.ts';
import type { Entry } from './entry.ts';
import type { ClearingFile } from './file.ts';
import { holdFile } from './file-store.ts';
import { LostFile } from './lost-file.ts';
import { bankDay, isOpen } from './open-window.ts';
import type { Originator } from './originator.ts';
import { readEntriesOf } from './queue.ts';
import { lockPaid, movePaid, type Paid } from './subjects.ts';
import { writeMoved, writeSteps } from './write-moved.ts';

/** Entries that share one transaction. */
const atOnce = 1000;

/** The file lies with the bank: its entries are on their way, each business in transactions of its own. */
export async function originateAll(
  world: World,
  file: ClearingFile,
  originator: Originator,
): Promise<void> {
  const entries = await readEntriesOf(world.db, file);
  const traced = entries.map((entry, place) => ({
    ...entry,
    traceNumber: traceOf(originator, file, place),
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
  entries: readonly Entry[],
): Promise<void> {
  const { businessId } = entries[0]!;
  await world.db.begin(async (tx) => {
    if (!(await holdFile(tx, file))) throw new LostFile();
    const paid = await lockPaid(tx, businessId, entries);
    await markOriginated(tx, file, entries, settlesAt(file, world.now()));
    const moving = entries.map((entry) => ({ entry, paid: paidOf(paid, entry) }));
    const steps = moving.flatMap(({ entry, paid: one }) => (one ? [{ entry, paid: one }] : []));
    const ids = steps.map(({ paid: { payment } }) => payment.id);
    await movePaid(tx, businessId, ids, ['queued', 'returned'], 'originated');
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

const rows = rowSet({ id: int8, trace: text }, 6);

async function markOriginated(
  tx: Sql,
  file: ClearingFile,
  entries: readonly Entry[],
  nextAt: Date,
): Promise<void> {
  const effectiveOn = effectiveDate(file.cutoffAt, file.isSameDay).toString();
  const moved = await tx.query(
    `update ach_entries e set state = 'originated', trace_number = r.trace, effective_on = $3::date,
       next_at = $4
     from ${rows.sql}
     where e.business_id = $1 and e.id = r.id and e.file_id = $2 and e.state = $5 returning e.id`,
    [
      entries[0]!.businessId,
      file.id,
      effectiveOn,
      nextAt,
      'filed',
      ...rows.encode(entries.map(({ id, traceNumber: trace }) => ({ id, trace }))),
    ],
  );
  if (moved.length !== entries.length) throw new LostFile();
}

/** What reaches the bank after its window is over settles a banking day later than its file says. */
function settlesAt(file: ClearingFile, at: Date): Date {
  if (isOpen(file, at))
    return settlementMoment(effectiveDate(file.cutoffAt, file.isSameDay), file.isSameDay);
  return settlementMoment(addBankingDays(bankDay(at), 1), file.isSameDay);
}

/** What an entry moves when it is on its way, and moves back should its file be refused. */
export function movedBy(
  { kind, amountCents: cents, presentment }: Entry,
  paid: Paid | undefined,
): Transfer[] {
  if (kind === 'deposit') return [{ debit: 'bank', credit: 'clearing', cents }];
  if (!paid) return [];
  const { payment, details } = paid;
  if (presentment > 1) {
    const credit = payment.isTest ? 'tests' : 'returns';
    return [{ debit: `receivable:${payment.processor}`, credit, cents }];
  }
  return transfersOf({ ...payment, capturedCents: cents }, details.lines);
}
