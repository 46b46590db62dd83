import { int2, int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { isSettled, type PaymentState, referenceOf, tookMoney } from '../payments/payment.ts';
import type { BookedCharge } from '../processors/simulator/auditor-view.ts';
import { batches } from './batches.ts';
import type { Finding } from './finding.ts';
import { createSeen, type Seen } from './seen.ts';

/** What the book said about a payment: 1, it has no effect; 2, the payer has lost money by it. */
export type BookMark = 1 | 2;

/** What was learnt from the book, for the checks that come from the other side. */
export type BookSide = { readonly seen: Seen<BookMark>; capturedCents: bigint };

type Key = { readonly businessId: bigint; readonly paymentId: bigint; readonly n: number };
type Entry = { readonly charge: BookedCharge; readonly key: Key };

const keys = rowSet({ businessId: int8, paymentId: int8, n: int2 });
const entriesAtOnce = 2000;

/**
 * Reads the processor's book from end to end, and holds every entry against our tables. Payments that were
 * finished after `settledBy` are still moving: what they come to is for the next audit to say.
 */
export async function* checkBook(
  sql: Sql,
  book: AsyncIterable<BookedCharge>,
  settledBy: Date,
  side: BookSide,
): AsyncGenerator<Finding> {
  for await (const charges of batches(book, entriesAtOnce)) {
    const entries: Entry[] = [];
    for (const charge of charges) {
      const key = keyOf(charge.reference);
      if (key) entries.push({ charge, key });
      else if (charge.netCents > 0n) yield stranger(charge);
    }
    const rows = await readAttempts(
      sql,
      entries.map(({ key }) => key),
    );
    for (const [i, { charge, key }] of entries.entries()) {
      yield* judge(charge, key, rows[i], settledBy, side);
    }
  }
}

export function createBookSide(): BookSide {
  return { seen: createSeen(), capturedCents: 0n };
}

function* judge(
  charge: BookedCharge,
  { businessId, paymentId }: Key,
  row: AttemptRow | undefined,
  settledBy: Date,
  side: BookSide,
): Generator<Finding> {
  const isNet = charge.netCents > 0n;
  const at = { businessId, paymentId };
  if (!row) {
    if (isNet) yield { ...stranger(charge), ...at };
    return;
  }
  if (side.seen.get(businessId, paymentId) === 2 && isNet) {
    const says = `the book holds ${charge.reference} charged twice`;
    yield { rule: 'charged_twice', ...at, says };
  }
  if (side.seen.get(businessId, paymentId) !== 2) {
    side.seen.set(businessId, paymentId, isNet ? 2 : 1);
  }
  if (row.reference !== charge.reference) {
    const says = `we call it ${row.reference}, and the book ${charge.reference}`;
    yield { rule: 'reference_differs', ...at, says };
  }
  if (isNet && (charge.netCents !== row.attempt_cents || charge.netCents !== row.amount_cents)) {
    const says = `${charge.netCents} cents were charged where ${row.amount_cents} were asked for`;
    yield { rule: 'amount_differs', ...at, says };
  }
  if (!isSettled(row.state) || row.finished_at === null || row.finished_at > settledBy) return;

  if (isNet !== tookMoney(row.state)) {
    const says = `it is ${row.state} here and ${charge.standing} in the book`;
    yield { rule: isNet ? 'charged_unnoticed' : 'not_charged', ...at, says };
  }
  if (isNet && charge.capture !== row.capture) {
    const says = `it was ${charge.capture ? 'captured' : 'authorized only'} against our wish`;
    yield { rule: 'capture_differs', ...at, says };
  }
  if (isNet && charge.processorId !== row.processor_id) {
    const says = `the book calls it ${charge.processorId} and we ${row.processor_id ?? 'nothing'}`;
    yield { rule: 'processor_id_differs', ...at, says };
  }
  if (isNet && row.state === 'captured') side.capturedCents += charge.netCents;
}

function stranger({ reference, netCents }: BookedCharge): Finding {
  const says = `${netCents} cents were charged under ${reference}, which nobody here knows of`;
  return { rule: 'charge_unknown', says };
}

type AttemptRow = {
  readonly business_id: bigint;
  readonly payment_id: bigint;
  readonly n: number;
  readonly reference: string;
  readonly state: PaymentState;
  readonly capture: boolean;
  readonly amount_cents: bigint;
  readonly attempt_cents: bigint;
  readonly processor_id: string | null;
  readonly finished_at: Date | null;
};

/** Scope: all. */
async function readAttempts(sql: Sql, wanted: Key[]): Promise<(AttemptRow | undefined)[]> {
  const rows = await sql.query<AttemptRow>(
    `select a.business_id, a.payment_id, a.n, a.reference, p.state, p.capture, p.amount_cents,
       a.amount_cents as attempt_cents, a.processor_id, p.finished_at
     from ${keys.sql}
     join payment_attempts a using (business_id, payment_id, n)
     join payments p on p.business_id = a.business_id and p.id = a.payment_id`,
    keys.encode(wanted),
  );
  const found = new Map(rows.map((row) => [`${row.business_id} ${row.payment_id} ${row.n}`, row]));
  return wanted.map(({ businessId, paymentId, n }) => found.get(`${businessId} ${paymentId} ${n}`));
}

/** A reference says whose it is; one that we would not have made is nobody's. */
function keyOf(reference: string): Key | undefined {
  const parts = /^([0-9a-z]{1,12})-([0-9a-z]{1,12})-(\d{1,4})$/.exec(reference);
  if (!parts) return undefined;
  const [businessId, paymentId, n] = [base36(parts[1]!), base36(parts[2]!), Number(parts[3])];
  const isOurs = n < 32_768 && referenceOf(businessId, paymentId, n) === reference;
  return isOurs ? { businessId, paymentId, n } : undefined;
}

function base36(text: string): bigint {
  let value = 0n;
  for (const letter of text) value = value * 36n + BigInt(Number.parseInt(letter, 36));
  return value;
}
