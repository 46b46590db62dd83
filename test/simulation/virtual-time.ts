import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../src/runtime/sql.ts';
import type { Clock } from '../fixture.ts';

/** Time that passes from event to event: when everybody waits for a moment, the next moment is now. */
export type VirtualTime = {
  sleep(ms: number): Promise<void>;
  at(ms: number, happens: () => void): void;
  /** The same database, whose real work virtual time waits for. */
  watch(db: Database): Database;
  /** Until `isOver` says so. */
  run(isOver: () => boolean): Promise<void>;
};

type Event = { readonly at: number; readonly happens: () => void };

/** Moments are rounded up to this, so that what happens at about the same time meets in one statement. */
const grainMs = 100;

export function virtualTime(clock: Clock): VirtualTime {
  const events = new Map<number, Event[]>();
  const moments: number[] = [];
  let underWay = 0;
  let progress = 0;
  let moved = Promise.withResolvers<void>();

  const at = (ms: number, happens: () => void) => {
    const moment = Math.ceil((clock.now().getTime() + Math.max(ms, 0)) / grainMs) * grainMs;
    const known = events.get(moment);
    if (known) return void known.push({ at: moment, happens });
    events.set(moment, [{ at: moment, happens }]);
    moments.push(moment);
    moments.sort((one, other) => other - one);
  };

  return {
    at,
    sleep: async (ms) => await new Promise<void>((resolve) => at(ms, resolve)),
    watch,
    async run(isOver) {
      for (;;) {
        await everybodyWaits();
        if (isOver()) return;
        const moment = moments.pop();
        if (moment === undefined) {
          await nextTurn(); // Whoever is in the database comes back and says what is next.
          continue;
        }
        clock.setTo(new Date(moment));
        const due = events.get(moment)!;
        events.delete(moment);
        for (const { happens } of due) happens();
      }
    },
  };

  async function everybodyWaits(): Promise<void> {
    for (let calm = 0, seen = progress; calm < 4; ) {
      if (underWay === 0) await nextTurn();
      else await moved.promise;
      calm = underWay === 0 && progress === seen ? calm + 1 : 0;
      seen = progress;
    }
  }

  function watch(db: Database): Database {
    return {
      query: (text, values) => counted(() => db.query(text, values)),
      begin: (work) => counted(() => db.begin(work)),
      together: (works) => counted(() => db.together(works)),
      aside: { query: (text, values) => counted(() => db.aside.query(text, values)) },
      close: () => db.close(),
    };
  }

  async function counted<T>(step: () => Promise<T>): Promise<T> {
    underWay += 1;
    touch();
    try {
      return await step();
    } finally {
      underWay -= 1;
      touch();
    }
  }

  function touch(): void {
    progress += 1;
    moved.resolve();
    moved = Promise.withResolvers();
  }
}
