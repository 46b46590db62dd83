const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long after a look in vain the next one follows; in the end once a day, for as long as it takes. */
const pausesMs = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];

/** After a week of looks a person is asked as well. */
export const personAfterMs = 12 * hour + 7 * day;

/** Counted are the looks of those who come by themselves: a caller who asks again must not use them up. */
export function nextInquiry(at: Date, looks: number): Date {
  return new Date(at.getTime() + (pausesMs[looks] ?? day));
}

export function isForAPerson(at: Date, sentAt: Date): boolean {
  return at.getTime() - sentAt.getTime() >= personAfterMs;
}

export function nextDay(at: Date): Date {
  return new Date(at.getTime() + day);
}
