import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { isSettled, type PaymentState, tookMoney } from '../payments/payment.ts';
import type { BookedCharge } from '../processors/simulator/auditor-view.ts';
import type { Key } from './book-key.ts';
import { type BookSide, note } from './book-side.ts';
import type { Finding } from './finding.ts';
import { charged } from './state-lists.ts';

/** What the book says of a charge, against its payment. */
export function* judgeCharge(
  charge: BookedCharge,
  { businessId, paymentId }: Key,
  row: ChargeRow,
  settledBy: Date,
  side: BookSide,
): Generator<Finding> {
  const isNet = charge.netCents > 0n;
  const at = { businessId, paymentId };
  if (note(side, businessId, paymentId, isNet)) {
    const says = `the book holds ${charge.reference} charged twice`;
    yield { rule: 'charged_twice', ...at, says };
  }
  if (charge.kind !== 'charge') {
    const says = `the book holds a ${charge.kind} under ${charge.reference}`;
    yield { rule: 'kind_differs', ...at, says };
  }
  if (!isSettled(row.state) || row.finished_at === null || row.finished_at > settledBy) return;

  const isOurs = tookMoney(row.state);
  // What is being given back, or is looked at still, is in good hands.
  if (isNet && !isOurs && row.is_noticed) return;
  if (isNet !== isOurs) {
    const says = `it is ${row.state} here and ${charge.standing} in the book`;
    yield { rule: isNet ? 'charged_unnoticed' : 'not_charged', ...at, says };
  }
  if (!isNet) return;
  if (isOurs && charge.netCents !== row.approved_cents) {
    const says = `${charge.netCents} cents were charged where we say ${row.approved_cents}`;
    yield { rule: 'amount_differs', ...at, says };
  }
  if (charge.capture !== row.capture) {
    const says = `it was ${charge.capture ? 'captured' : 'authorized only'} against our wish`;
    yield { rule: 'capture_differs', ...at, says };
  }
  if (isOurs && charge.processorId !== row.processor_id) {
    const says = `the book calls it ${charge.processorId} and we ${row.processor_id ?? 'nothing'}`;
    yield { rule: 'processor_id_differs', ...at, says };
  }
  if (isOurs && charge.last4 !== row.last4) {
    const says = `the card ends in ${charge.last4} in the book and in ${row.last4} here`;
    yield { rule: 'card_differs', ...at, says };
  }
  if (isOurs && charge.capture) side.netCents += charge.netCents;
}

export type ChargeRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly state: PaymentState;
  readonly capture: boolean;
  readonly approved_cents: bigint;
  readonly last4: string;
  readonly processor_id: string | null;
  /** By the clock on the wall, whatever the clock of the business says. */
  readonly finished_at: Date | null;
  /** Not charged for us, and somebody knows that it was: it was given back, or a person decides. */
  readonly is_noticed: boolean;
};

/** Of the payment `p`: not charged for us, but whoever must know knows that it was. */
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
  const rows = await sql.query<ChargeRow>(
    `select p.business_id, p.id, p.state, p.capture, p.approved_cents, p.processor_id, p.last4,
       p.finished_at - make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0) as finished_at,
       ${isNoticed} as is_noticed
     from ${keys.sql}
     join payments p using (business_id, id)
     left join businesses b on b.business_id = p.business_id`,
    keys.encode(wanted.map(({ businessId, paymentId: id }) => ({ businessId, id }))),
  );
  const found = new Map(rows.map((row) => [`${row.business_id} ${row.id}`, row]));
  return wanted.map(({ businessId, paymentId }) => found.get(`${businessId} ${paymentId}`));
}
