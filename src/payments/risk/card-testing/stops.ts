import type { World } from '../../../world.ts';
import {
  afterPaid,
  afterRefused,
  afterTry,
  firstProbe,
  groupsOf,
  lasting,
  limitsIn,
  type Probe,
  type Raised,
  raisedUntil,
  type Try,
  type Watched,
} from './judge.ts';
import { changeSuspects, type SuspectRow } from './store.ts';
import type { SuspectKind } from './suspect.ts';

/** The stops of a suspect that hold for a try, and how single tries pass and end them. */

type Stop = readonly [group: string, stop: Raised];
/** A stop of an older version lets nothing pass. */
const closed: Probe = { at: Number.POSITIVE_INFINITY, pauseMs: 0, paid: [] };

function stopsFor(
  { raised }: Watched,
  kind: SuspectKind,
  attempt: Try,
  now: number,
): readonly Stop[] {
  return groupsOf(kind, attempt).flatMap((group) => {
    const held = lasting(raised[group], now);
    return held?.level === 'stop' ? [[group, held] as const] : [];
  });
}

const probeOf = ({ probe = closed }: Raised) => probe;

export function isProbeDue(
  watched: Watched,
  kind: SuspectKind,
  attempt: Try,
  now: number,
): boolean {
  return stopsFor(watched, kind, attempt, now).every(
    ([group, stop]) =>
      probeOf(stop).at <= now && !(group === 'guesses' && watched.guesses[attempt.number]),
  );
}

/** Undefined unless a try may pass now. */
export function withProbe(
  watched: Watched,
  kind: SuspectKind,
  attempt: Try,
  now: number,
): Watched | undefined {
  if (!isProbeDue(watched, kind, attempt, now)) return undefined;
  const passed = stopsFor(watched, kind, attempt, now).map(
    ([group, stop]): Stop => [group, { ...stop, probe: afterTry(probeOf(stop), now) }],
  );
  return { ...watched, raised: { ...watched.raised, ...Object.fromEntries(passed) } };
}

export type Probed = { readonly watched: Watched; readonly ended: readonly string[] };

/**
 * The state after the answer to a try that passed. A stop that ends leaves half of its score: if cards are refused
 * again, it returns sooner. If cards of any bank pay again, each stopped bank is probed anew.
 */
export function withAnswer(
  watched: Watched,
  kind: SuspectKind,
  {
    attempt,
    hasPaid,
    now,
  }: { readonly attempt: Try; readonly hasPaid: boolean; readonly now: number },
): Probed {
  const raised = { ...watched.raised };
  const groups = { ...watched.groups };
  const ended: string[] = [];
  for (const [group, stop] of stopsFor(watched, kind, attempt, now)) {
    const held = probeOf(stop);
    const probe = hasPaid ? afterPaid(held, attempt.number, now) : afterRefused(held);
    if (probe) {
      raised[group] = { ...stop, probe };
      continue;
    }
    delete raised[group];
    const score = limitsIn(kind, group).stop / 2;
    groups[group] = { score, numbers: groups[group]?.numbers ?? [] };
    ended.push(group);
  }
  const again = ended.includes('any') ? anew(raised, now) : raised;
  return { watched: { ...watched, raised: again, groups }, ended };
}

function anew(raised: Watched['raised'], now: number): Record<string, Raised> {
  return Object.fromEntries(
    Object.entries(raised).map(([group, held]) => [
      group,
      held.probe ? { ...held, probe: { ...firstProbe(now), at: now } } : held,
    ]),
  );
}

/** Takes the turn of the one try that passes now. Of several concurrent tries, in any process, one gets it. */
export async function takeProbe(
  world: World,
  stopped: readonly SuspectRow[],
  attempt: Try,
): Promise<boolean> {
  const at = world.now();
  let isTaken = true;
  await changeSuspects(world.db, stopped, at, ({ kind }, before) => {
    const passed = withProbe(before, kind, attempt, at.getTime());
    if (!passed) isTaken = false;
    return changeTo(passed ?? before, at);
  });
  return isTaken;
}

export function changeTo(watched: Watched, at: Date) {
  return { watched, raisedUntil: new Date(raisedUntil(watched, at.getTime()) ?? at.getTime()) };
}
