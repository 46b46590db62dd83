import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/runtime/sql.ts';
import type { AtMoment } from './moments.ts';

/** A process that stands still at its n-th moment until somebody lets it go on; `waking` may throw. */
export type Pause = {
  readonly atMoment: AtMoment;
  /** Kept when it has come to its moment. */
  readonly stands: Promise<void>;
  readonly isStanding: boolean;
  begin(): void;
  goOn(): void;
};

export function pauseAt(moment: number, waking: () => void = () => {}): Pause {
  const stands = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  let left = moment;
  let hasBegun = false;
  let isStanding = false;
  return {
    async atMoment() {
      if (hasBegun) left -= 1;
      if (left !== 0) return;
      isStanding = true;
      stands.resolve();
      await goesOn.promise;
      waking();
    },
    stands: stands.promise,
    get isStanding() {
      return isStanding;
    },
    begin() {
      hasBegun = true;
    },
    goOn: goesOn.resolve,
  };
}

/**
 * Until one of these has ended, or somebody waits for a lock of one who stands still: how long that takes here decides
 * nothing.
 */
export async function endedOrHeldUp(
  db: Database,
  ...works: readonly Promise<unknown>[]
): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  for (const work of works) work.then(end, end);
  for (let before = ''; !isOver; ) {
    const seen = await heldUp(db);
    if (seen !== '' && seen === before) return;
    before = seen;
    await delay(25);
  }
}

/** Who waits for whom, and since when that one does nothing. */
async function heldUp(db: Database): Promise<string> {
  const [row] = await db.query<{ seen: string | null }>(
    `select string_agg(waiting.pid || ' for ' || holding.pid || ' since ' || holding.state_change, ', ') as seen
     from pg_stat_activity waiting
     cross join unnest(pg_blocking_pids(waiting.pid)) as by(pid)
     join pg_stat_activity holding on holding.pid = by.pid
     where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
       and holding.state = 'idle in transaction'`,
  );
  return row?.seen ?? '';
}
