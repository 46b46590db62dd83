import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/runtime/sql.ts';
import type { World } from '../src/world.ts';
import type { AtMoment } from './moments.ts';
import { type Campaign, drawing, sizeOf } from './size.ts';

/** A process that stands still from its n-th moment until somebody lets it go on; `waking` may throw. */
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
      if (!hasBegun || left > 0) return;
      const isFirst = left === 0;
      isStanding = true;
      stands.resolve();
      await goesOn.promise;
      if (isFirst) waking();
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

/** Two who do something about the same at the same time. */
type Meetings<Subject, Said, Heard> = {
  readonly db: Database;
  /** A process of its own for each of them. */
  readonly open: (pause: Pause) => Promise<World>;
  readonly before: () => Promise<Subject>;
  /** Stands still at one moment after the other. */
  readonly one: (world: World, subject: Subject) => Promise<Said>;
  /** Goes on meanwhile, until it has ended or waits for a lock of the first. */
  readonly other: (world: World, subject: Subject) => Promise<Heard>;
  /** As long as the first stands still, time may pass. */
  readonly onceStanding?: () => void;
  /** When the second can do no more, and before the first goes on. */
  readonly meanwhile?: (subject: Subject) => Promise<unknown>;
  /** Throws if what is left in the end is wrong. */
  readonly judge: (subject: Subject, said: Said, heard: Heard) => Promise<void>;
  /** The second stands still as well, until the first can do no more. */
  readonly bothStand?: boolean;
  /** What happens to the first when it goes on. */
  readonly waking?: () => void;
};

const mostMoments = 400;

/**
 * Has them meet at every moment of the first. Of neighbouring moments, one is enough: who stands just behind a statement
 * leaves what it leaves just before the next. Where both stand, time passes too, and it is the one before a step: who
 * stands there has checked what it does not check again.
 */
export async function everyMeeting<Subject, Said, Heard>(
  campaign: Campaign,
  meetings: Meetings<Subject, Said, Heard>,
): Promise<void> {
  await drawing(campaign, async (seed, size) => {
    const { bothStand } = meetings;
    const step = sizeOf({ gate: 8, usual: 2, full: 1 }, size);
    const secondStep = bothStand ? step : Number.POSITIVE_INFINITY;
    // A moment before a step is an odd one.
    const beforeStep = (drawn: number) => 1 + 2 * (drawn % Math.max(1, step / 2));
    const begin = bothStand ? beforeStep(seed) : 1 + (seed % step);
    let haveMet = false;
    for (let first = begin, stood = true; stood; first += step) {
      assert.ok(first < mostMoments, 'it never ends');
      const begins = bothStand ? beforeStep(seed + Math.floor(first / 2)) : secondStep;
      for (let second = begins, met = true; met; second += secondStep) {
        const stops = await meet(meetings, first, second).catch((error) => {
          const message = error instanceof Error ? error.message : String(error);
          throw new Error(`at moments ${first} and ${second}: ${message}`, { cause: error });
        });
        stood = stops.firstStood;
        met = stops.firstStood && stops.secondStood;
        haveMet ||= bothStand ? met : stood;
      }
    }
    assert.ok(haveMet, 'they never met');
  });
}

/** The same, and once more with the other one standing still. */
export async function meetBothWays<Subject, Said, Heard>(
  campaign: Campaign,
  { one, other, judge, ...common }: Meetings<Subject, Said, Heard>,
): Promise<void> {
  await everyMeeting(campaign, { ...common, one, other, judge });
  const turned = (subject: Subject, heard: Heard, said: Said) => judge(subject, said, heard);
  await everyMeeting(campaign, { ...common, one: other, other: one, judge: turned });
}

async function meet<Subject, Said, Heard>(
  meetings: Meetings<Subject, Said, Heard>,
  first: number,
  second: number,
) {
  const { db, open, onceStanding, meanwhile, judge, waking } = meetings;
  const subject = await meetings.before();
  const owner = pauseAt(first, waking);
  const ownWorld = await open(owner);
  owner.begin();
  const said = meetings.one(ownWorld, subject);
  await Promise.race([owner.stands, said]);
  if (owner.isStanding) onceStanding?.();

  const successor = pauseAt(second);
  const otherWorld = await open(successor);
  successor.begin();
  const heard = meetings.other(otherWorld, subject);
  await endedOrHeldUp(db, successor.stands, heard);
  const [firstStood, secondStood] = [owner.isStanding, successor.isStanding];
  await meanwhile?.(subject);

  owner.goOn();
  // It may wait for a lock of the second.
  if (secondStood) await endedOrHeldUp(db, said);
  successor.goOn();
  await judge(subject, ...(await Promise.all([said, heard])));
  return { firstStood, secondStood };
}

/**
 * Until one of these has ended, or somebody waits for a lock of one who stands still: how long that takes here decides
 * nothing.
 */
async function endedOrHeldUp(db: Database, ...works: readonly Promise<unknown>[]): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const over = Promise.race(works).then(end, end);
  for (let before = ''; ; ) {
    await Promise.race([over, delay(25)]);
    if (isOver) return;
    const seen = await heldUp(db);
    if (seen !== '' && seen === before) return;
    before = seen;
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
