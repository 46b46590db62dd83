import type { Reply } from '../outgoing/outgoing.ts';
import type { World } from '../world.ts';
import type { Delivery } from './delivery.ts';
import { endTry, releaseNext, type TryEnd } from './delivery-store.ts';
import type { Endpoint } from './endpoint.ts';
import { lockEndpoint } from './endpoint-store.ts';
import { disable, isNews, noteFailure, noteSuccess } from './health.ts';
import { nextTry } from './schedule.ts';

/** Writes down how a try ended and what follows, all or nothing; true: the receiver has it. */
export async function finishTry(
  world: World,
  seen: Endpoint,
  delivery: Delivery,
  reply: Reply,
): Promise<boolean> {
  const at = world.now();
  const succeeded = reply.kind === 'answered' && reply.status >= 200 && reply.status < 300;
  const isGone = reply.kind === 'answered' && reply.status === 410;
  await world.db.begin(async (tx) => {
    // The endpoint comes first wherever both are locked, so that nobody waits crosswise.
    const endpoint = succeeded && !isNews(seen, at) ? seen : await lockEndpoint(tx, delivery);
    const isOver = !endpoint || endpoint.state === 'disabled' || isGone;
    const wait = reply.kind === 'answered' ? reply.retryAfterMs : undefined;
    const dueAt = nextTry(delivery.tries + 1, at, wait, world.randomBytes);
    const fate = fateOf({ succeeded, isOver, dueAt });
    const isOurs = await endTry(tx, delivery, { ...fate, ...logOf(reply), at, succeeded });
    if (!isOurs) return;
    if (fate.isFinished) await releaseNext(tx, delivery, at);
    if (!endpoint || endpoint.state === 'disabled') return;
    if (isGone) return await disable(world, tx, endpoint, 'answered 410 Gone');
    if (!succeeded) return await noteFailure(tx, endpoint, { at, gaveUp: dueAt === undefined });
    if (endpoint !== seen && isNews(endpoint, at)) await noteSuccess(tx, endpoint, at);
  });
  return succeeded;
}

type Fate = Pick<TryEnd, 'state' | 'dueAt' | 'isFinished'>;

function fateOf({
  succeeded,
  isOver,
  dueAt,
}: {
  readonly succeeded: boolean;
  readonly isOver: boolean;
  readonly dueAt: Date | undefined;
}): Fate {
  if (succeeded) return { state: 'succeeded', dueAt: undefined, isFinished: true };
  if (isOver) return { state: 'discarded', dueAt: undefined, isFinished: true };
  if (dueAt) return { state: 'scheduled', dueAt, isFinished: false };
  return { state: 'exhausted', dueAt: undefined, isFinished: true };
}

function logOf(reply: Reply): Pick<TryEnd, 'status' | 'error' | 'address' | 'answer'> {
  const { address } = reply;
  if (reply.kind === 'failed') {
    return { status: undefined, error: reply.reason, address, answer: undefined };
  }
  return { status: reply.status, error: undefined, address, answer: reply.text };
}
