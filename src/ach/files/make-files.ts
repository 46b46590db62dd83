import { bankDay, nextCutoff, openWindow, type Window } from '../../kernel/ach-windows.ts';
import type { World } from '../../world.ts';
import { postpone } from '../entry-store.ts';
import { modifiers, mostEntries } from './compose.ts';
import { continueFile } from './continue-file.ts';
import { allBusinesses, type ClearingFile, leaseFrom } from './file.ts';
import { changeFile, insertFile, readDay, readUnfinished } from './file-store.ts';
import { originatorOf } from './originator.ts';
import { readScopes, readWaiting } from './queue.ts';

/**
 * At a cut-off, makes a file of the entries that wait for it: one for all live businesses, and one for each sandbox
 * business, which has a clock of its own. What an entry must pass before it is in the file: `collect.ts`. Returns the number
 * of files.
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
      await continueFile(world, file);
    }
  }
  return made;
}

const atOnce = 16;

/** Goes on with files whose lease has expired, of one business or of all; returns how many. */
export async function resumeFiles(world: World, only?: bigint): Promise<number> {
  const now = world.now();
  const left = await readUnfinished(world.db, now, atOnce, only);
  for (const file of left) {
    // From `written` on the file's parts and round are fixed.
    const round = file.state === 'collecting' ? file.round + 1 : file.round;
    const taken = await changeFile(world.db, file, { resolveAt: leaseFrom(now), round });
    if (taken) await continueFile(world, taken);
  }
  return left.length;
}

/** Undefined: no file is to be made, or another worker makes it. */
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
  const fileOn = bankDay(window.cutoffAt).toString();
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
    name: `${fileOn.replaceAll('-', '')}-${modifier}.ach`,
    fileOn,
    number,
    environment,
    sha256: undefined,
    entryCount: 0,
    debitCents: 0n,
    creditCents: 0n,
    faults: [],
    resolveAt: leaseFrom(now),
    round: 1,
    createdAt: now,
    putAt: undefined,
    deliveredAt: undefined,
  };
  return (await insertFile(world.db, file)) ? file : undefined; // committed
}

/** All entries wait for the next cut-off; logged once at each. */
async function leaveQueued(world: World, scope: bigint, window: Window): Promise<void> {
  const waiting = await readWaiting(world.db, scope, window, mostEntries);
  let count = 0;
  for (const [businessId, ids] of waiting) {
    await postpone(world.db, businessId, ids, nextCutoff(window.cutoffAt, false));
    count += ids.length;
  }
  world.log.error('ach.not_sent', {
    businessId: scope,
    count,
    reason: 'it is not set how bank payments are sent, or the day has no name left for a file',
  });
}
