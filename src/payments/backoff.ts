import { dayMs } from '../kernel/duration.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between inquiries without a result; in the end one inquiry a day, without a limit. */
const pausesMs = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];

/** After a week of inquiries a case is opened as well. */
export const personAfterMs = 12 * hour + 7 * dayMs;

/** Counts only the worker's own inquiries: a caller that retries must not use up the backoff. */
export function nextInquiry(at: Date, looks: number): Date {
  return new Date(at.getTime() + (pausesMs[looks] ?? dayMs));
}

export function isForAPerson(at: Date, sentAt: Date): boolean {
  return at.getTime() - sentAt.getTime() >= personAfterMs;
}

export function nextDay(at: Date): Date {
  return new Date(at.getTime() + dayMs);
}
