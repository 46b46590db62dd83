import { dayMs, hourMs } from '../../../kernel/duration.ts';
import type { SuspectKind } from './suspect.ts';

/** The levels in order of severity: each try is delayed, a browser must do work first, each try is refused. */
export const levels = ['none', 'slow', 'prove', 'stop'] as const;
export type Level = (typeof levels)[number];

/** The property that the tries of a group share. A group of `bin` is that of one BIN. */
export const families = ['bin', 'small', 'guesses', 'any', 'saved'] as const;
export type Family = (typeof families)[number];

/** The surplus of refused cards over those that paid, at which each level begins. */
type Limits = { readonly [L in Exclude<Level, 'none'>]: number } & {
  /** Cards that one process asks the bank about at once, before anything is known of them. */
  readonly atOnce: number;
};
const never = Number.POSITIVE_INFINITY;

/**
 * For each kind of suspect the families that count. An honest payer tries a few cards at a link, so its limits are
 * low. Many payers share a network, and all pages of a business are shared by all: they are never stopped.
 */
export const limitsOf: Readonly<Record<SuspectKind, Partial<Record<Family, Limits>>>> = {
  caller: {
    bin: { slow: 10, prove: never, stop: 25, atOnce: 50 },
    small: { slow: 12, prove: never, stop: 30, atOnce: 100 },
    guesses: { slow: 6, prove: never, stop: 12, atOnce: 100 },
    any: { slow: 50, prove: never, stop: 100, atOnce: 200 },
    saved: { slow: 80, prove: never, stop: 200, atOnce: 100 },
  },
  link: {
    any: { slow: 3, prove: 4, stop: 8, atOnce: 2 },
    guesses: { slow: 2, prove: 3, stop: 8, atOnce: 2 },
  },
  network: {
    bin: { slow: 5, prove: 8, stop: 20, atOnce: 10 },
    small: { slow: 5, prove: 8, stop: 20, atOnce: 20 },
    guesses: { slow: 4, prove: 6, stop: 12, atOnce: 20 },
    any: { slow: 12, prove: 16, stop: 40, atOnce: 40 },
  },
  pages: {
    bin: { slow: 10, prove: 15, stop: never, atOnce: 50 },
    small: { slow: 12, prove: 18, stop: never, atOnce: 100 },
    guesses: { slow: 6, prove: 10, stop: never, atOnce: 100 },
    any: { slow: 50, prove: 80, stop: never, atOnce: 200 },
  },
};

/** An amount below this is small: two dollars. */
export const smallCents = 200n;

/** Different dates or codes that a clerk or payer may try for one number before the next ones count as guesses. */
export const freeGuesses = 2;

/** How long a level lasts after the last try that raised it. A stop within a month of another one lasts a week. */
export const lastsMs: Readonly<Record<Level, number>> = {
  none: 0,
  slow: hourMs,
  prove: 6 * hourMs,
  stop: dayMs,
};
export const lastsAgainMs = 7 * dayMs;
export const againWithinMs = 30 * dayMs;

/** A score is rounded: it has fallen a little since the last card. */
export function levelAt(exact: number, limits: Limits): Level {
  const score = Math.round(exact);
  if (score >= limits.stop) return 'stop';
  if (score >= limits.prove) return 'prove';
  return score >= limits.slow ? 'slow' : 'none';
}

export function higher(one: Level, other: Level): Level {
  return levels.indexOf(one) >= levels.indexOf(other) ? one : other;
}
