import { dayMs, hourMs } from '../../kernel/duration.ts';
import type { Reply } from '../../runtime/http-out/outgoing.ts';
import type { World } from '../../world.ts';
import type { Delivery } from './delivery.ts';
import { endTry, type Fate, releaseNext, type TryEnd } from './delivery-store.ts';
import type { Endpoint } from './endpoint.ts';
import { lockEndpoint, readShownEndpoint } from './endpoint-store.ts';
import { disable, isNews, recordFailure, recordSuccess } from './health.ts';

/** The backoff: the pause after each failed try. After the last one the delivery is given up. */
export const waitsMs: readonly number[] = [
  5000,
  ...[5, 30].map((minutes) => minutes * 60_000),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];

const longestWaitMs = dayMs;

const movedAway = 'the address was changed meanwhile';

/**
 * Writes the end of a try with all its consequences, or nothing. True: the receiver has the delivery. `shutOut`: the
 * reason why the receiver gets no more posts. What went to a former address counts for nothing and is due again.
 */
export async function finishTry(
  world: World,
  seen: Endpoint,
  delivery: Delivery,
  reply: Reply,
  shutOut?: string,
): Promise<boolean> {
  const at = world.now();
  const accepted = reply.kind === 'answered' && reply.status >= 200 && reply.status < 300;
  const isGone = reply.kind === 'answered' && reply.status === 410;
  const reason = isGone ? 'answered 410 Gone' : shutOut;
  const isRoutine = accepted && !isNews(seen, at);
  return await world.db.begin(async (tx) => {
    // Lock order: endpoint, then delivery.
    const read = isRoutine ? readShownEndpoint : lockEndpoint;
    const endpoint: Endpoint | undefined = await read(tx, delivery);
    const isMoved = endpoint !== undefined && endpoint.url !== seen.url;
    const succeeded = accepted && !isMoved;
    const isShut = reason !== undefined && !isMoved;
    const isOver = !endpoint || endpoint.state === 'disabled' || isShut;
    const wait = reply.kind === 'answered' ? reply.retryAfterMs : undefined;
    const dueAt = isMoved ? at : nextTry(delivery.tries + 1, at, wait, world.randomBytes);
    const fate = fateOf({ succeeded, isOver, dueAt, at });
    const outcome = succeeded ? 'succeeded' : 'failed';
    const logged = { ...logOf(reply), ...(isMoved && { error: movedAway }) };
    const isOurs = await endTry(tx, delivery, { ...fate, ...logged, outcome, at });
    if (!isOurs) return succeeded;
    if (fate.finishedAt) await releaseNext(tx, delivery, at);
    if (!endpoint || endpoint.state === 'disabled' || isMoved) return succeeded;
    if (reason !== undefined) await disable(world, tx, endpoint, reason);
    else if (!succeeded) await recordFailure(tx, endpoint, { at, gaveUp: dueAt === undefined });
    else if (!isRoutine && isNews(endpoint, at)) await recordSuccess(tx, endpoint, at);
    return succeeded;
  });
}

type Judged = {
  readonly succeeded: boolean;
  /** True when nothing is delivered to this endpoint any more. */
  readonly isOver: boolean;
  readonly dueAt: Date | undefined;
  readonly at: Date;
};

function fateOf({ succeeded, isOver, dueAt, at }: Judged): Fate {
  if (succeeded) return { state: 'succeeded', finishedAt: at };
  if (isOver) return { state: 'discarded', finishedAt: at };
  if (dueAt) return { state: 'scheduled', dueAt };
  return { state: 'exhausted', finishedAt: at };
}

function logOf(reply: Reply): Pick<TryEnd, 'status' | 'error' | 'address' | 'answer'> {
  const { address } = reply;
  if (reply.kind === 'failed') return { error: reply.reason, address };
  return { status: reply.status, address, answer: reply.text };
}

/**
 * The time of the next try after `tries` failed ones; undefined: never. Jitter of a tenth separates tries that failed
 * together. Retry-After prolongs the pause, to a day at most.
 */
function nextTry(
  tries: number,
  at: Date,
  retryAfterMs: number | undefined,
  randomBytes: (count: number) => Buffer,
): Date | undefined {
  const wait = waitsMs[tries - 1];
  if (wait === undefined) return undefined;
  const chance = randomBytes(4).readUInt32BE() / 2 ** 32;
  const scheduled = Math.round(wait * (0.9 + 0.2 * chance));
  const asked = Math.min(retryAfterMs ?? 0, longestWaitMs);
  return new Date(at.getTime() + Math.max(scheduled, asked));
}
