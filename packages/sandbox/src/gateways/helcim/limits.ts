import type { ServerResponse } from 'node:http';

export type Limits = {
  readonly atOnce: number;
  readonly perMinute: number;
  readonly perHour: number;
};

const [minuteMs, hourMs] = [60_000, 3_600_000];

/** Counts requests in moving windows, and reports in the head of each answer how many are left. */
export function limiter(limits: Limits | undefined, now: () => Date) {
  const times: number[] = [];
  let underWay = 0;

  return {
    /** Returns false if there were too many. */
    enter(response: ServerResponse): boolean {
      if (!limits) return true;
      const at = now().getTime();
      while (times.length > 0 && times[0]! <= at - hourMs) times.shift();
      const ofMinute = times.filter((time) => time > at - minuteMs).length;
      const [minuteLeft, hourLeft] = [limits.perMinute - ofMinute, limits.perHour - times.length];
      response.setHeader('minute-limit-remaining', Math.max(0, minuteLeft - 1));
      response.setHeader('hour-limit-remaining', Math.max(0, hourLeft - 1));
      if (minuteLeft <= 0 || hourLeft <= 0 || underWay >= limits.atOnce) return false;
      times.push(at);
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      return true;
    },
  };
}
