/*
 * A stop lets single tries through: the first after a minute, then after pauses that double, to four hours at most. They
 * are twelve on the first day and six on each further one, and each that pays lets one more pass at once. When the cards of
 * three in a row pay, the stop ends.
 */

/** The probe of a stopped group. */
export type Probe = {
  /** When the next try may pass, in milliseconds. */
  readonly at: number;
  /** The pause after it. */
  readonly pauseMs: number;
  /** Parts of the fingerprints of the last ones, which paid. */
  readonly paid: readonly string[];
};

const minute = 60_000;
const longestPauseMs = 4 * 60 * minute;
const paidToEnd = 3;

export function firstProbe(now: number): Probe {
  return { at: now + minute, pauseMs: 2 * minute, paid: [] };
}

/** The probe after a try passed, before its answer is known. */
export function afterTry({ pauseMs, paid }: Probe, now: number): Probe {
  return { at: now + pauseMs, pauseMs: Math.min(2 * pauseMs, longestPauseMs), paid };
}

/** Undefined if the stop ends: once one card paid, the next is let through at once. */
export function afterPaid(probe: Probe, number: string, now: number): Probe | undefined {
  if (probe.paid.includes(number)) return probe;
  const paid = [...probe.paid, number];
  return paid.length < paidToEnd
    ? { at: now, pauseMs: Math.max(2 * minute, probe.pauseMs / 2), paid }
    : undefined;
}

export function afterRefused(probe: Probe): Probe {
  return { ...probe, paid: [] };
}
