/*
 * An outage of a bank or gateway shows as a silence: cards paid again and again, and then none does for much longer
 * than any pause among them, although payers come. Somebody who tests cards among payers meets no silence, since the
 * payers' cards still pay.
 */

/** Payments of one group of cards, in the memory of one process. */
export type Stream = {
  /** Cards that paid lately: one of an hour ago counts 1/e. */
  paid: number;
  readonly since: number;
  lastAt: number;
  /** The longest pause between two payments; shorter ones lower it slowly. */
  longestMs: number;
  /** All payments of the suspect until the last one of this group. */
  paidInAll: number;
  /** Refused cards that outages accounted for. Payments lower it, so that a single card that pays opens no new room. */
  explained: number;
  /** The refusals since the last payment. */
  silence: Silence | undefined;
};
type Silence = {
  /** Refused cards, by payer. */
  readonly cards: Map<string, Set<string>>;
  /** Refused cards from before payments were known to be missing. */
  early: number;
  /** Cards that paid before and are refused now, and further shops: a person who tests cards has neither. */
  readonly witnesses: Set<string>;
};

const minute = 60_000;
const hour = 60 * minute;
/** After so long a pause nothing is known of the usual pace. */
const forgottenMs = 2 * hour;
const shortestPastMs = 3 * minute;
/** Payments that are missing before a silence is more than chance. */
const leastMissing = 4;
/** A payer whose card is refused often tries another one. */
const cardsOfPayer = 3;
/** So that the memory is bounded. */
const mostPayers = 2_000;
const cardsPerMissing = 2;
const cardsPerWitness = 5;

export type StreamPayment = {
  readonly now: number;
  /** False for a card that paid before. */
  readonly isNew: boolean;
  readonly paidInAll: number;
};

export function countPayment(
  stream: Stream | undefined,
  { now, isNew, paidInAll }: StreamPayment,
): Stream {
  const pause = stream ? now - stream.lastAt : 0;
  if (!stream || pause >= forgottenMs) {
    return {
      paid: 1,
      since: now,
      lastAt: now,
      longestMs: 0,
      paidInAll,
      explained: 0,
      silence: undefined,
    };
  }
  stream.paid = stream.paid * Math.exp(-Math.max(0, pause) / hour) + (isNew ? 1 : 0);
  stream.longestMs = Math.max(pause, stream.longestMs * 0.98);
  stream.lastAt = Math.max(now, stream.lastAt);
  stream.paidInAll = paidInAll;
  stream.explained = Math.max(0, stream.explained - cardsPerMissing);
  stream.silence = undefined;
  return stream;
}

/** Payments that would have come by now; 0 while the silence may be chance. Never more than came in the last hour. */
export function missingIn(stream: Stream | undefined, now: number): number {
  if (!stream) return 0;
  const silentMs = now - stream.lastAt;
  if (silentMs < 2 * stream.longestMs) return 0;
  const pastMs = Math.max(stream.lastAt - stream.since, shortestPastMs);
  const perMs = stream.paid / (hour * (1 - Math.exp(-pastMs / hour)));
  const missing = Math.min(perMs * silentMs, stream.paid);
  return missing >= leastMissing ? missing : 0;
}

export function witness(stream: Stream, name: string): void {
  silenceOf(stream).witnesses.add(name);
}

export function witnessesOf({ silence }: Stream): number {
  return silence?.witnesses.size ?? 0;
}

export type Doubt = {
  /** Payments that are missing; 0 if the silence proves nothing. */
  readonly missing: number;
  /** Cards that are accounted for without further evidence: the payers may just have gone. */
  readonly most: number;
  /** Counts other shops, too. */
  readonly witnesses: number;
  readonly paidInAll: number;
};

/**
 * The number of refused cards that the outage explains together with this one, 0 if none: payers came at their usual
 * pace, each with few cards. Cards of its first moments, which were counted already, follow as soon as there is no
 * doubt.
 */
export function explained(
  stream: Stream,
  { payer, number }: { readonly payer: string; readonly number: string },
  { missing, most, witnesses, paidInAll }: Doubt,
): number {
  const silence = silenceOf(stream);
  const cards = silence.cards.get(payer) ?? new Set();
  if (cards.has(number)) return missing > 0 ? 1 : 0;
  if (cards.size >= cardsOfPayer || silence.cards.size >= mostPayers) return 0;
  silence.cards.set(payer, cards.add(number));
  if (missing === 0) {
    silence.early += 1;
    return 0;
  }
  const others = paidInAll - stream.paidInAll;
  const bound = Math.min(missing * cardsPerMissing, most + witnesses * cardsPerWitness + others);
  const room = Math.floor(bound) - stream.explained;
  if (room < 1) return 0;
  const before = Math.min(silence.early, room - 1);
  silence.early -= before;
  stream.explained += 1 + before;
  return 1 + before;
}

function silenceOf(stream: Stream): Silence {
  stream.silence ??= { cards: new Map(), early: 0, witnesses: new Set() };
  return stream.silence;
}
