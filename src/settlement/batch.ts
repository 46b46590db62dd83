import { strict as assert } from 'node:assert';
import { currencies } from '../kernel/currency.ts';
import { int2, int4, int8, named, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import { type RowOf, table } from '../runtime/table.ts';

/**
 * `closed` is passed at once: equal totals reconcile the batch. A `mismatch` waits for a person. A batch that the
 * processor does not take, or that persons decide was not closed, is deleted: its items are open again. When a payout
 * comes back, its batches are `reconciled` again, until the next payout.
 */
export const batchMoves = {
  closing: ['unknown', 'mismatch', 'closed'],
  unknown: ['unknown', 'mismatch', 'closed'],
  closed: ['reconciled'],
  mismatch: ['reconciled'],
  reconciled: ['funded'],
  funded: ['reconciled'],
} as const satisfies Record<string, readonly string[]>;

export type BatchState = keyof typeof batchMoves;
export const batchStates = Object.keys(batchMoves) as readonly BatchState[];

/** The captures and refunds of a business at a processor between two closings. */
export const batches = table('batches', {
  businessId: int8,
  id: int8,
  processor: text,
  /** The currency of all its items. */
  currency: oneOf(currencies),
  state: oneOf(batchStates),
  reference: text,
  /** All payments and refunds in the batch have ids between these two. */
  firstId: named('first_payment_id', int8),
  lastId: named('last_payment_id', int8),
  itemCount: int4,
  /** Captures less refunds; below zero when more was refunded. */
  netCents: int8,
  feeCents: int8,
  processorId: optional(text),
  /** The processor's own totals. */
  processorCount: optional(int4),
  processorCents: optional(int8),
  /** The ACH entry that paid it out; none after that came back. */
  payoutId: optional(named('deposit_id', int8)),
  actor: text,
  /** Fencing token: a result that belongs to an older one changes nothing. */
  epoch: int4,
  leaseUntil: timestamptz,
  resolveAt: optional(timestamptz),
  inquiries: int2,
  createdAt: timestamptz,
  sentAt: timestamptz,
  closedAt: optional(timestamptz),
  reconciledAt: optional(timestamptz),
});
export type Batch = RowOf<typeof batches>;
export type BatchKey = Pick<Batch, 'businessId' | 'id'>;

export function isUnderWay({ state }: Pick<Batch, 'state'>): boolean {
  return state === 'closing' || state === 'unknown';
}

/** The amount that the processor pays for it: its own total, if a person accepted that. */
export function settledCents({ netCents, processorCents }: Batch): bigint {
  return processorCents ?? netCents;
}

/** Derived and not drawn, like the reference of a payment. It has one dash; a payment's has two. */
export function batchReference({ businessId, id }: BatchKey): string {
  const reference = `${businessId.toString(36)}-b${id.toString(36)}`;
  assert(reference.length <= 20);
  return reference;
}
