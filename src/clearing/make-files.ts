import { nextCutoff } from '../ach/windows.ts';
import type { World } from '../world.ts';
import { modifiers, mostEntries } from './compose.ts';
import { allBusinesses, type ClearingFile } from './file.ts';
import { changeFile, insertFile, readDay, readUnfinished } from './file-store.ts';
import { goOn, leaseFrom } from './go-on.ts';
import { bankDay, openWindow, type Window } from './open-window.ts';
import { originatorOf } from './originator.ts';
import { putOff, readScopes, readWaiting } from './queue.ts';

/**
 * At a cut-off, what waits for it goes into a file: one for all live businesses, and one for each business of
 * the sandbox, which has a clock of its own. Returns how many files were made.
 */
export async function makeFiles(world: World, only?: bigint): Promise<number> {
  let made = 0;
  for (const isSameDay of [true, false]) {
    const window = openWindow(world.now(), isSameDay);
    if (!window) continue;
    for (const scope of await readScopes(world.db, window, only)) {
      const file = await begin(world, scope, window);
      if (!file) continue;
      made += 1;
      await goOn(world, file);
    }
  }
  return made;
}

const atOnce = 16;

/** Goes on with what somebody left unfinished, of one business or of all; returns how much that was. */
export async function resumeFiles(world: World, only?: bigint): Promise<number> {
  const now = world.now();
  const left = await readUnfinished(world.db, now, atOnce, only);
  for (const file of left) {
    const taken = await changeFile(world.db, file, { resolveAt: leaseFrom(now) });
    if (taken) await goOn(world, taken);
  }
  return left.length;
}

/** Undefined: none is to be made, or somebody else is making it. */
async function begin(
  world: World,
  scope: bigint,
  window: Window,
): Promise<ClearingFile | undefined> {
  const environment = scope === allBusinesses ? 'live' : 'sandbox';
  if (!originatorOf(world.config, environment)) {
    await leaveQueued(world, scope, window);
    return undefined;
  }
  const fileOn = bankDay(window.cutoffAt);
  const day = await readDay(world.db, { scope, environment, fileOn });
  if (day.isCollecting) return undefined;
  const number = day.last + 1;
  const modifier = modifiers[number - 1];
  if (modifier === undefined) {
    world.log.error('ach.too_many_files', { businessId: scope, count: day.last });
    await leaveQueued(world, scope, window);
    return undefined;
  }
  const now = world.now();
  const file: ClearingFile = {
    ...window,
    scope,
    id: await world.ids.next(scope),
    direction: 'out',
    state: 'collecting',
    name: `${fileOn.toString().replaceAll('-', '')}-${modifier}.ach`,
    fileOn,
    number,
    environment,
    sha256: undefined,
    entryCount: 0,
    debitCents: 0n,
    creditCents: 0n,
    faults: [],
    resolveAt: leaseFrom(now),
    createdAt: now,
    deliveredAt: undefined,
  };
  return (await insertFile(world.db, file)) ? file : undefined; // committed
}

/** Told once at each cut-off: with it everything waits for the next one. */
async function leaveQueued(world: World, scope: bigint, window: Window): Promise<void> {
  const waiting = await readWaiting(world.db, scope, window, mostEntries);
  let count = 0;
  for (const [businessId, ids] of waiting) {
    await putOff(world.db, businessId, ids, nextCutoff(window.cutoffAt, false));
    count += ids.length;
  }
  world.log.error('ach.not_sent', {
    businessId: scope,
    count,
    reason: 'it is not set how bank payments are sent, or the day has no name left for a file',
  });
}
