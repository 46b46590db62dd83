import { type FollowUpKind, followUps } from '../../payments/follow-ups/follow-up.ts';
import { firstAttempt, referenceOf } from '../../payments/payment.ts';
import type { BookedCharge } from '../../ports/processors/booked-charge.ts';
import { bool, optional, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import { type Key, nameOf } from './book-key.ts';
import { type BookSide, markSeen } from './book-side.ts';
import type { Finding } from './finding.ts';

/** The processor's name for each kind. */
const booksAs: Readonly<Record<FollowUpKind, BookedCharge['kind']>> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  give_back: 'void',
};

/** Compares the book's entry of a capture, a void or a refund with ours. */
export function* checkFollowUp(
  booked: BookedCharge,
  { businessId, paymentId }: Key,
  row: FollowUpRow,
  settledBy: Date,
  side: BookSide,
): Generator<Finding> {
  const { reference, netCents } = booked;
  const isNet = netCents > 0n;
  const at = { businessId, paymentId };
  const what = `${row.kind} ${reference}`;
  if (markSeen(side, businessId, row.id, isNet)) {
    yield { rule: 'done_twice', ...at, says: `the book holds the ${what} twice` };
  }
  if (row.reference !== reference) {
    const says = `we call it ${row.reference}, and the book ${reference}`;
    yield { rule: 'reference_differs', ...at, says };
  }
  // A request that was canceled before it arrived is booked as a charge.
  const isSame = booked.kind === booksAs[row.kind] || booked.standing === 'canceled';
  if (!isSame) {
    yield { rule: 'kind_differs', ...at, says: `the book holds the ${what} as ${booked.kind}` };
  }
  const charge = referenceOf(businessId, paymentId, firstAttempt);
  if (booked.of !== undefined && booked.of !== charge) {
    yield { rule: 'of_another', ...at, says: `the ${what} is about ${booked.of} in the book` };
  }
  if (isNet && netCents !== row.amountCents && !row.hasCase) {
    const says = `the ${what} moved ${netCents} cents where we say ${row.amountCents}`;
    yield { rule: 'amount_differs', ...at, says };
  }
  if (row.finishedOn === undefined || row.finishedOn > settledBy) return;

  if (isNet !== (row.state === 'succeeded')) {
    const says = `the ${what} ${row.state} here and is ${booked.standing} in the book`;
    yield { rule: isNet ? 'done_unnoticed' : 'not_done', ...at, says };
  }
  if (isNet && booked.processorId !== row.processorId) {
    const ours = row.processorId ?? 'nothing';
    const says = `the book calls the ${what} ${booked.processorId} and we ${ours}`;
    yield { rule: 'processor_id_differs', ...at, says };
  }
  if (isNet && row.state === 'succeeded') side.netCents += movedBy(row, netCents);
}

/** The change of the net amount: a void takes back the captured amount, and no more than that. */
function movedBy({ kind, wasCaptured }: FollowUpRow, cents: bigint): bigint {
  switch (kind) {
    case 'capture':
      return cents;
    case 'void':
      return wasCaptured ? -cents : 0n;
    case 'refund':
      return -cents;
    // Its charge counts for nothing either.
    case 'give_back':
      return 0n;
  }
}

const followUpRow = followUps
  .pick(
    'businessId',
    'paymentId',
    'n',
    'id',
    'reference',
    'kind',
    'state',
    'amountCents',
    'processorId',
  )
  .with({
    wasCaptured: bool,
    hasCase: bool,
    /** By the wall clock, whatever the clock of the business says. */
    finishedOn: optional(timestamptz),
  });
type FollowUpRow = RowOf<typeof followUpRow>;

const keys = followUps.pick('businessId', 'paymentId', 'n').set();

/** Scope: all. */
export async function readFollowUps(sql: Sql, wanted: Key[]): Promise<(FollowUpRow | undefined)[]> {
  if (wanted.length === 0) return [];
  const rows = await followUpRow.read(
    sql,
    `select ${followUpRow.of('f')}, p.captured_cents > 0 as "wasCaptured",
       exists (select from open_questions q where q.business_id = f.business_id
         and q.object_kind = 'followup' and q.object_id = f.id) as "hasCase",
       f.finished_at - make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0) as "finishedOn"
     from ${keys.sql}
     join followups f using (business_id, payment_id, n)
     join payments p on p.business_id = f.business_id and p.id = f.payment_id
     left join businesses b on b.business_id = f.business_id`,
    keys.encode(wanted),
  );
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return wanted.map((key) => found.get(nameOf(key)));
}
