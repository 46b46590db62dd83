import { firstAttempt } from '../../payments/payment.ts';
import type { BookedCharge } from '../../ports/processors/booked-charge.ts';
import type { Sql } from '../../runtime/sql.ts';
import { batches } from './batches.ts';
import { checkCharge, readCharges } from './book-charges.ts';
import { checkFollowUp, readFollowUps } from './book-followups.ts';
import { type Key, keyOf } from './book-key.ts';
import type { BookSide } from './book-side.ts';
import type { Finding } from './finding.ts';

type Entry = { readonly booked: BookedCharge; readonly key: Key };

const entriesAtOnce = 2000;

/**
 * Reads the processor's book from end to end, and compares every entry with our tables. An entry finished after
 * `settledBy` may still change: the next reconciliation checks it.
 */
export async function* checkBook(
  sql: Sql,
  book: AsyncIterable<BookedCharge>,
  settledBy: Date,
  side: BookSide,
): AsyncGenerator<Finding> {
  for await (const some of batches(book, entriesAtOnce)) {
    const charges: Entry[] = [];
    const followUps: Entry[] = [];
    for (const booked of some) {
      const key = keyOf(booked.reference);
      if (!key) yield* stranger(booked, undefined);
      else if (key.n === firstAttempt) charges.push({ booked, key });
      else followUps.push({ booked, key });
    }
    const chargeRows = await readCharges(sql, keysOf(charges));
    for (const [i, { booked, key }] of charges.entries()) {
      const row = chargeRows[i];
      if (row) yield* checkCharge(booked, key, row, settledBy, side);
      else yield* stranger(booked, key);
    }
    const followUpRows = await readFollowUps(sql, keysOf(followUps));
    for (const [i, { booked, key }] of followUps.entries()) {
      const row = followUpRows[i];
      if (row) yield* checkFollowUp(booked, key, row, settledBy, side);
      else yield* stranger(booked, key);
    }
  }
}

function keysOf(entries: readonly Entry[]): Key[] {
  return entries.map(({ key }) => key);
}

/** An entry of the book that matches nothing here. One that moved no money is ignored. */
function* stranger(booked: BookedCharge, key: Key | undefined): Generator<Finding> {
  const { kind, reference, netCents } = booked;
  if (netCents === 0n) return;
  const at = key && { businessId: key.businessId, paymentId: key.paymentId };
  const says = `a ${kind} of ${netCents} cents stands under ${reference}, which nobody here knows of`;
  yield { rule: kind === 'charge' ? 'charge_unknown' : 'followup_unknown', ...at, says };
}
