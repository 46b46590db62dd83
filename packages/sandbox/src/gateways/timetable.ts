type Plan<T> = {
  readonly now: () => Date;
  readonly execute: (request: T, at: number) => void;
  /** The end of a day: settles everything that is to be settled. */
  readonly cutOff: (at: number) => void;
};

const dayMs = 24 * 3_600_000;

/** Runs the events at a gateway that no request causes: late executions and daily cut-offs, each at its time. */
export function timetable<T>({ now, execute, cutOff }: Plan<T>) {
  const late: { readonly at: number; readonly request: T }[] = [];
  let nextCutOff = dayAfter(now().getTime());

  return {
    later(seconds: number, request: T): void {
      late.push({ at: now().getTime() + seconds * 1000, request });
    },

    /** Runs all events that were due until now. */
    catchUp(): void {
      const at = now().getTime();
      late.sort((one, other) => one.at - other.at);
      for (;;) {
        const next = late[0];
        if (Math.min(next?.at ?? nextCutOff, nextCutOff) > at) return;
        if (next && next.at <= nextCutOff) {
          late.shift();
          execute(next.request, next.at);
        } else {
          cutOff(nextCutOff);
          nextCutOff = dayAfter(nextCutOff);
        }
      }
    },
  };
}

function dayAfter(at: number): number {
  return (Math.trunc(at / dayMs) + 1) * dayMs;
}
