export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}
