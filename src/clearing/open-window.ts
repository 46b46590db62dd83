import { deadlineOf, nextCutoff } from '../ach/windows.ts';

/** From a cut-off until the bank takes no more for it, a file may be made. */
export type Window = { readonly cutoffAt: Date; readonly isSameDay: boolean };

/** More days than ever lie between two cut-offs. */
const lookBackMs = 8 * 24 * 3600 * 1000;

/**
 * The window that is open at a moment. Undefined: none is, and whatever waited for the last one goes with the
 * next, so that nothing is sent under a date that it cannot keep.
 */
export function openWindow(at: Date, isSameDay: boolean): Window | undefined {
  let cutoffAt = nextCutoff(new Date(at.getTime() - lookBackMs), isSameDay);
  for (;;) {
    const next = nextCutoff(cutoffAt, isSameDay);
    if (next > at) break;
    cutoffAt = next;
  }
  return isOpen({ cutoffAt, isSameDay }, at) ? { cutoffAt, isSameDay } : undefined;
}

export function isOpen({ cutoffAt, isSameDay }: Window, at: Date): boolean {
  return cutoffAt <= at && at < deadlineOf(cutoffAt, isSameDay);
}

/** The day of the banks. */
export function bankDay(at: Date): Temporal.PlainDate {
  return wallClock(at).toPlainDate();
}

export function wallClock(at: Date): Temporal.PlainDateTime {
  return at.toTemporalInstant().toZonedDateTimeISO('America/New_York').toPlainDateTime();
}
