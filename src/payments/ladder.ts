const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long after something was sent somebody looks what became of it; then once a day, for as long as it takes. */
const looksMs = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];

/** After the looks of one week of days a person is asked as well. */
export const personAfterMs = 12 * hour + 7 * day;

/**
 * When to look again. By the time that passed, not by how often somebody looked: callers who ask again look too,
 * and must not bring that to its end before its time.
 */
export function nextInquiry(at: Date, sentAt: Date): Date {
  const passed = at.getTime() - sentAt.getTime();
  const next = looksMs.find((ms) => ms > passed);
  return next === undefined ? nextDay(at) : new Date(sentAt.getTime() + next);
}

export function isForAPerson(at: Date, sentAt: Date): boolean {
  return at.getTime() - sentAt.getTime() >= personAfterMs;
}

export function nextDay(at: Date): Date {
  return new Date(at.getTime() + day);
}
