// How long after a fruitless look the next one follows; in the end once a day, for as long as it takes.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const ladderMs = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];

/** The ladder and a week of days: then a person is asked as well. */
export const inquiriesBeforeAPerson = ladderMs.length + 7;

export function nextInquiry(at: Date, inquiries: number): Date {
  return new Date(at.getTime() + (ladderMs[inquiries] ?? 24 * hour));
}
