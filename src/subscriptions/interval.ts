type Step = { readonly unit: 'days' | 'months'; readonly count: number };

/** How far it is from the first day of a period to that of the next one. */
export const intervals = {
  daily: { unit: 'days', count: 1 },
  weekly: { unit: 'days', count: 7 },
  every_two_weeks: { unit: 'days', count: 14 },
  monthly: { unit: 'months', count: 1 },
  every_two_months: { unit: 'months', count: 2 },
  quarterly: { unit: 'months', count: 3 },
  every_half_year: { unit: 'months', count: 6 },
  yearly: { unit: 'months', count: 12 },
} as const satisfies Record<string, Step>;

export type Interval = keyof typeof intervals;

export function stepOf(interval: Interval): Step {
  return intervals[interval];
}
