import { isSettled, payments, tookMoney } from '../../payments/payment.ts';
import type { BookedCharge } from '../../ports/processors/booked-charge.ts';
import { bool, int8, optional, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet } from '../../runtime/table.ts';
import type { Key } from './book-key.ts';
import { type BookSide, markSeen } from './book-side.ts';
import type { Finding } from './finding.ts';
import { charged } from './state-lists.ts';

/** Compares the book's entry of a charge with its payment. */
export function* checkCharge(
  charge: BookedCharge,
  { businessId, paymentId }: Key,
  row: ChargeRow,
  settledBy: Date,
  side: BookSide,
): Generator<Finding> {
  const isNet = charge.netCents > 0n;
  const at = { businessId, paymentId };
  if (markSeen(side, businessId, paymentId, isNet)) {
    const says = `the book holds ${charge.reference} charged twice`;
    yield { rule: 'charged_twice', ...at, says };
  }
  if (charge.kind !== 'charge') {
    const says = `the book holds a ${charge.kind} under ${charge.reference}`;
    yield { rule: 'kind_differs', ...at, says };
  }
  if (!isSettled(row.state) || row.finishedOn === undefined || row.finishedOn > settledBy) return;

  const isOurs = tookMoney(row.state);
  // A reversal or an inquiry is under way.
  if (isNet && !isOurs && row.isNoticed) return;
  if (isNet !== isOurs) {
    const says = `it is ${row.state} here and ${charge.standing} in the book`;
    yield { rule: isNet ? 'charged_unnoticed' : 'not_charged', ...at, says };
  }
  if (!isNet) return;
  if (isOurs && charge.netCents !== row.approvedCents) {
    const says = `${charge.netCents} cents were charged where we say ${row.approvedCents}`;
    yield { rule: 'amount_differs', ...at, says };
  }
  if (charge.capture !== row.capture) {
    const says = `it was ${charge.capture ? 'captured' : 'authorized only'} against our request`;
    yield { rule: 'capture_differs', ...at, says };
  }
  if (isOurs && charge.processorId !== row.processorId) {
    const says = `the book calls it ${charge.processorId} and we ${row.processorId ?? 'nothing'}`;
    yield { rule: 'processor_id_differs', ...at, says };
  }
  if (isOurs && charge.last4 !== row.last4) {
    const says = `the card ends in ${charge.last4} in the book and in ${row.last4} here`;
    yield { rule: 'card_differs', ...at, says };
  }
  if (isOurs && charge.capture) side.netCents += charge.netCents;
}

const chargeRow = payments
  .pick('businessId', 'id', 'state', 'capture', 'approvedCents', 'last4', 'processorId')
  .with({
    /** By the wall clock, whatever the clock of the business says. */
    finishedOn: optional(timestamptz),
    /** True when it was not charged for us, but the charge is known: it was reversed, or a person decides. */
    isNoticed: bool,
  });
type ChargeRow = RowOf<typeof chargeRow>;

/** SQL: payment `p` was not charged for us, but the charge is known. See `isNoticed` of the row. */
export const isNoticed = `(p.state not in ${charged} and (
  exists (select from payment_watches w where w.business_id = p.business_id and w.kind = 'decided'
    and w.id = p.id)
  or exists (select from followups f where f.business_id = p.business_id and f.payment_id = p.id
    and f.kind = 'give_back')
  or exists (select from jobs j where j.business_id = p.business_id
    and j.kind = 'payment.give_back' and j.key = p.id::text)))`;

const keys = rowSet({ businessId: int8, id: int8 });

/** Scope: all. */
export async function readCharges(sql: Sql, wanted: Key[]): Promise<(ChargeRow | undefined)[]> {
  const rows = await chargeRow.read(
    sql,
    `select ${chargeRow.of('p')},
       p.finished_at - make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0) as "finishedOn",
       ${isNoticed} as "isNoticed"
     from ${keys.sql}
     join payments p using (business_id, id)
     left join businesses b on b.business_id = p.business_id`,
    keys.encode(wanted.map(({ businessId, paymentId: id }) => ({ businessId, id }))),
  );
  const found = new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row]));
  return wanted.map(({ businessId, paymentId }) => found.get(`${businessId} ${paymentId}`));
}
