import { strict as assert } from 'node:assert';

/** What a business took at a processor from one closing to the next, and what became of it. */
export type Batch = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly processor: string;
  readonly state: BatchState;
  readonly reference: string;
  /** Between these lie the ids of all that is in it, payments and refunds. */
  readonly firstId: bigint;
  readonly lastId: bigint;
  readonly itemCount: number;
  /** What was taken less what was given back; below zero when more was given back. */
  readonly netCents: bigint;
  readonly feeCents: bigint;
  readonly processorId: string | undefined;
  /** What the processor says that it has in this batch. */
  readonly processorCount: number | undefined;
  readonly processorCents: bigint | undefined;
  /** The ACH entry that paid it out; none while the money of one that came back lies here. */
  readonly depositId: bigint | undefined;
  readonly actor: string;
  /** Counts who works on it; an answer that belongs to an older epoch changes nothing. */
  readonly epoch: number;
  readonly leaseUntil: Date;
  readonly resolveAt: Date | undefined;
  readonly inquiries: number;
  readonly createdAt: Date;
  readonly sentAt: Date;
  readonly closedAt: Date | undefined;
  readonly reconciledAt: Date | undefined;
};

/**
 * `closed` is passed at once: who agrees on the totals has reconciled them. A `mismatch` waits for a person. A
 * batch that the processor does not take, or that persons say it did not close, is dissolved: what was in it is open
 * again. One whose deposit came back is `reconciled` as before, until the next one pays it.
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

export type BatchKey = Pick<Batch, 'businessId' | 'id'>;

export function isUnderWay({ state }: Pick<Batch, 'state'>): boolean {
  return state === 'closing' || state === 'unknown';
}

/** What the processor pays for it: its own total, where a person took that for right. */
export function settledCents({ netCents, processorCents }: Batch): bigint {
  return processorCents ?? netCents;
}

/** Derived, never drawn, as that of a payment's conversation; it has one dash, and those have two. */
export function batchReference({ businessId, id }: BatchKey): string {
  const reference = `${businessId.toString(36)}-b${id.toString(36)}`;
  assert(reference.length <= 20);
  return reference;
}
