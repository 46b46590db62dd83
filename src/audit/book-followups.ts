import { int2, int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { FollowUpKind, FollowUpState } from '../followups/followup.ts';
import { firstAttempt, referenceOf } from '../payments/payment.ts';
import type { BookedCharge } from '../processors/simulator/auditor-view.ts';
import { type Key, nameOf } from './book-key.ts';
import { type BookSide, note } from './book-side.ts';
import type { Finding } from './finding.ts';

/** By what name a processor knows it. */
const booksAs: Readonly<Record<FollowUpKind, BookedCharge['kind']>> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  give_back: 'void',
};

/** What the book says of a capture, a void or a refund, against ours. */
export function* judgeFollowUp(
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
  if (note(side, businessId, row.id, isNet)) {
    yield { rule: 'done_twice', ...at, says: `the book holds the ${what} twice` };
  }
  if (row.reference !== reference) {
    const says = `we call it ${row.reference}, and the book ${reference}`;
    yield { rule: 'reference_differs', ...at, says };
  }
  // What was canceled before it came is called a charge.
  const isSame = booked.kind === booksAs[row.kind] || booked.standing === 'canceled';
  if (!isSame) {
    yield { rule: 'kind_differs', ...at, says: `the book holds the ${what} as ${booked.kind}` };
  }
  const charge = referenceOf(businessId, paymentId, firstAttempt);
  if (booked.of !== undefined && booked.of !== charge) {
    yield { rule: 'of_another', ...at, says: `the ${what} is about ${booked.of} in the book` };
  }
  if (isNet && netCents !== row.amount_cents && !row.is_asked) {
    const says = `the ${what} moved ${netCents} cents where we say ${row.amount_cents}`;
    yield { rule: 'amount_differs', ...at, says };
  }
  if (row.finished_at === null || row.finished_at > settledBy) return;

  if (isNet !== (row.state === 'succeeded')) {
    const says = `the ${what} ${row.state} here and is ${booked.standing} in the book`;
    yield { rule: isNet ? 'done_unnoticed' : 'not_done', ...at, says };
  }
  if (isNet && booked.processorId !== row.processor_id) {
    const ours = row.processor_id ?? 'nothing';
    const says = `the book calls the ${what} ${booked.processorId} and we ${ours}`;
    yield { rule: 'processor_id_differs', ...at, says };
  }
  if (isNet && row.state === 'succeeded') side.netCents += movedBy(row, netCents);
}

/** What it changed of the net: a void takes back what was captured, and no more than that. */
function movedBy({ kind, was_captured }: FollowUpRow, cents: bigint): bigint {
  switch (kind) {
    case 'capture':
      return cents;
    case 'void':
      return was_captured ? -cents : 0n;
    case 'refund':
      return -cents;
    // Its charge counts for nothing either.
    case 'give_back':
      return 0n;
  }
}

export type FollowUpRow = {
  readonly business_id: bigint;
  readonly payment_id: bigint;
  readonly n: number;
  readonly id: bigint;
  readonly reference: string;
  readonly kind: FollowUpKind;
  readonly state: FollowUpState;
  readonly amount_cents: bigint;
  readonly processor_id: string | null;
  readonly was_captured: boolean;
  /** A person was asked about it. */
  readonly is_asked: boolean;
  /** By the clock on the wall, whatever the clock of the business says. */
  readonly finished_at: Date | null;
};

const keys = rowSet({ businessId: int8, paymentId: int8, n: int2 });

/** Scope: all. */
export async function readFollowUps(sql: Sql, wanted: Key[]): Promise<(FollowUpRow | undefined)[]> {
  if (wanted.length === 0) return [];
  const rows = await sql.query<FollowUpRow>(
    `select f.business_id, f.payment_id, f.n, f.id, f.reference, f.kind, f.state, f.amount_cents,
       f.processor_id,
       p.captured_cents > 0 as was_captured,
       exists (select from open_questions q where q.business_id = f.business_id
         and q.object_kind = 'followup' and q.object_id = f.id) as is_asked,
       f.finished_at - make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0) as finished_at
     from ${keys.sql}
     join followups f using (business_id, payment_id, n)
     join payments p on p.business_id = f.business_id and p.id = f.payment_id
     left join businesses b on b.business_id = f.business_id`,
    keys.encode(wanted),
  );
  const found = new Map(
    rows.map((row) => [
      nameOf({ businessId: row.business_id, paymentId: row.payment_id, n: row.n }),
      row,
    ]),
  );
  return wanted.map((key) => found.get(nameOf(key)));
}
