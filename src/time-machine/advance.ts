import { dayMs, hourMs } from '../kernel/duration.ts';
import { type Progress, unwatched } from '../kernel/progress.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { ensureTimers } from '../settlement/timers.ts';
import type { World } from '../world.ts';
import { type Due, nextDue } from './due.ts';
import { type Happening, witness } from './happenings.ts';
import { beginJourney, type Destination, setClock } from './set-clock.ts';
import { workOff } from './work-off.ts';

export type Journey = {
  readonly from: Date;
  readonly to: Date;
  /** In the order of their moments. */
  readonly happened: readonly Happening[];
};

/**
 * Moves the clock of one sandbox business on, and does on the way whatever falls due, in its order and each at
 * its moment: as if the time had passed. Every step is committed before it is taken, so that other processes
 * live at the same moment; what one of their workers does meanwhile is done once, as ever.
 */
export async function advance(
  world: World,
  businessId: bigint,
  destination: Destination,
  actor: string,
  progress: Progress = unwatched,
): Promise<Journey> {
  const { from, to, clockAheadMs } = await beginJourney(world, businessId, destination, actor);
  const seen = await witness(world, businessId);
  const limits = patience(to.getTime() - from.getTime());
  const hoursUntil = (at: Date) => Math.floor((at.getTime() - from.getTime()) / hourMs);
  let own = atClockOf(world, { clockAheadMs });
  let reached = from;
  progress.step('hours of its clock', 1, 1, hoursUntil(to));
  await ensureTimers(own, businessId);
  await workOff(seen.watching(own), businessId, seen);

  for (let steps = 0; ; steps += 1) {
    // From the last step on, not from now: the clock ran on while its work was done and others were waited for.
    const after = reached;
    const then = { ...own, now: () => after };
    const due = await nextDue(then, businessId, { after, until: to, but: limits.restless });
    if (!due) break;
    if (steps === mostSteps) {
      seen.fault(
        own.now(),
        'clock.gave_up',
        `after ${mostSteps} steps: the rest is done at the end`,
      );
      break;
    }
    if (limits.isRestlessNow(due)) {
      seen.fault(
        due.at,
        'clock.passed_over',
        `${due.name} comes back too often: only beside others`,
      );
    }
    own = await setClock(world, businessId, due.at);
    await workOff(seen.watching(own), businessId, seen);
    progress.did(hoursUntil(due.at) - hoursUntil(reached));
    reached = due.at;
  }
  own = await setClock(world, businessId, to);
  await workOff(seen.watching(own), businessId, seen);
  progress.did(hoursUntil(to) - hoursUntil(reached));
  return { from, to, happened: seen.inOrder() };
}

const mostSteps = 100_000;

/**
 * Work that comes due again every minute, because it cannot be finished, would stop the clock. Work that repeats by
 * design does so at most ten times a day.
 */
function patience(spanMs: number) {
  const most = 50 + 10 * Math.ceil(spanMs / dayMs);
  const times = new Map<string, number>();
  const restless: string[] = [];
  return {
    restless: restless as readonly string[],
    isRestlessNow({ name }: Due): boolean {
      const count = (times.get(name) ?? 0) + 1;
      times.set(name, count);
      if (count === most) restless.push(name);
      return count === most;
    },
  };
}
