import type { BookedCharge } from '../../../../src/ports/processors/booked-charge.ts';
import type { DeclineCode } from '../../../../src/ports/processors/declines.ts';
import { fits, type References } from '../../../../src/ports/processors/request-terms.ts';

/** A line of the book. It never contains a card number or a CVV: last four digits at most. */
export type Entry = Booking | Tombstone | Batched | Closing;

export type Booking = {
  readonly reference: string;
  readonly event: 'approved' | 'declined';
  readonly kind: 'charge' | 'capture' | 'void' | 'refund';
  /** The reference of the charge that a follow-up is about. */
  readonly of: string | undefined;
  /** The reason of the decline. */
  readonly code: DeclineCode | undefined;
  /** Milliseconds since 1970, as are all moments in the book. */
  readonly at: number;
  /** The moment of execution; later than `at` if the request waited in the bank for a while. */
  readonly bookedAt: number;
  readonly cents: bigint;
  /** The requested amount; it differs from `cents` only if the bank books a wrong one. */
  readonly askedCents: bigint;
  /** Undefined: USD. */
  readonly currency?: string | undefined;
  readonly capture: boolean;
  readonly processorId: string;
  readonly last4: string;
  readonly behaviour: string;
  /** The gateway of the charge, percent-encoded; `passkey` is true when one came with it. */
  readonly gateway?: string | undefined;
  readonly passkey?: boolean | undefined;
};

export type Tombstone = {
  readonly reference: string;
  readonly event: 'canceled';
  readonly at: number;
};

/** Puts the approved amount of this reference into a batch. */
export type Batched = {
  readonly reference: string;
  readonly event: 'batched';
  readonly at: number;
  readonly of: string;
  readonly batch: string;
  /** Negative for a refund. */
  readonly cents: bigint;
};

/** Closes the batch with this reference, with the amount that the bank pays. */
export type Closing = {
  readonly reference: string;
  readonly event: 'closed';
  readonly at: number;
  readonly processorId: string;
  readonly count: number;
  readonly cents: bigint;
  /** A fingerprint of the request. */
  readonly asked: string;
};

/** The state of a reference. */
export type ReferenceState = { readonly booked: Booking | undefined; readonly canceled: boolean };

/** The rule of the book: the first execution counts, a tombstone is final, and nothing is executed after it. */
export function applyEntry(
  before: ReferenceState | undefined,
  entry: Booking | Tombstone,
): ReferenceState {
  if (entry.event === 'canceled') return { booked: before?.booked, canceled: true };
  return before ?? { booked: entry, canceled: false };
}

export function standing(
  { booked, canceled }: ReferenceState,
  asOf: number,
): BookedCharge['standing'] {
  if (canceled || !booked) return 'canceled';
  if (booked.event === 'declined') return 'declined';
  return isPending(booked, asOf) ? 'pending' : 'approved';
}

/** Only a late booking can be pending, so that a clock that goes back a little undoes nothing. */
export function isPending({ at, bookedAt }: Booking, asOf: number): boolean {
  return bookedAt > at && bookedAt > asOf;
}

/** References are written bare into the line, so they hold nothing that JSON would have to escape. */
export const references: References = { longest: 20, signs: 'A-Za-z0-9:._-' };

export const isReference = fits(references);

const prefix = '{"reference":"';

// By hand, not by JSON.stringify: this is written for every payment, and the reference must come first.
export function formatEntry(entry: Entry): string {
  const head = `${prefix}${entry.reference}","event":"${entry.event}","at":${entry.at}`;
  if (entry.event === 'canceled') return `${head}}\n`;
  if (entry.event === 'batched') {
    return `${head},"of":"${entry.of}","batch":"${entry.batch}","cents":${entry.cents}}\n`;
  }
  if (entry.event === 'closed') {
    const { processorId, count, cents, asked } = entry;
    const sums = `"count":${count},"cents":${cents},"asked":"${asked}"`;
    return `${head},"processorId":"${processorId}",${sums}}\n`;
  }
  const whose = entry.kind === 'charge' ? '' : `,"kind":"${entry.kind}","of":"${entry.of}"`;
  const code = entry.code === undefined ? '' : `,"code":"${entry.code}"`;
  const bookedAt = entry.bookedAt === entry.at ? '' : `,"bookedAt":${entry.bookedAt}`;
  const asked = entry.askedCents === entry.cents ? '' : `,"askedCents":${entry.askedCents}`;
  const currency = entry.currency === undefined ? '' : `,"currency":"${entry.currency}"`;
  const gateway =
    entry.gateway === undefined
      ? ''
      : `,"gateway":"${entry.gateway}","passkey":${entry.passkey === true}`;
  return (
    `${head}${whose}${code}${bookedAt}${gateway},"cents":${entry.cents}${asked}${currency},"capture":${entry.capture},` +
    `"processorId":"${entry.processorId}","last4":"${entry.last4}","behaviour":"${entry.behaviour}"}\n`
  );
}

/** Undefined for a torn line, left by a process that was killed while it wrote. */
export function parseEntry(line: string): Entry | undefined {
  const start = entryStart(line);
  if (start < 0) return undefined;
  try {
    const raw = JSON.parse(line.slice(start));
    if (raw.event === 'canceled') return raw;
    if (!events.includes(raw.event)) return undefined;
    const cents = BigInt(raw.cents);
    if (raw.event === 'batched' || raw.event === 'closed') return { ...raw, cents };
    const askedCents = raw.askedCents === undefined ? cents : BigInt(raw.askedCents);
    const otherwise = { kind: 'charge', of: undefined, code: undefined, bookedAt: raw.at } as const;
    return { ...otherwise, ...raw, cents, askedCents };
  } catch {
    return undefined;
  }
}

const events: readonly unknown[] = ['approved', 'declined', 'batched', 'closed'];

/** The reference of a line without the cost of parsing the rest. */
export function referenceOf(line: string): string | undefined {
  const start = entryStart(line);
  if (start < 0 || !line.startsWith(prefix, start)) return undefined;
  const from = start + prefix.length;
  const to = line.indexOf('"', from);
  return to < 0 ? undefined : line.slice(from, to);
}

// A torn line has no newline, so the next entry is glued to it; an entry holds no brace but its first.
function entryStart(line: string): number {
  if (line.startsWith(prefix) && line.indexOf('{', 1) < 0) return 0;
  return line.lastIndexOf('{');
}

/** The charge that a line is about, if it is not the line of a charge itself. */
export function chargeOf(line: string): string | undefined {
  const start = line.indexOf(ofPrefix, Math.max(entryStart(line), 0));
  if (start < 0) return undefined;
  const from = start + ofPrefix.length;
  const to = line.indexOf('"', from);
  return to < 0 ? undefined : line.slice(from, to);
}

const ofPrefix = ',"of":"';
