import { someAtOnce } from '../base/some-at-once.ts';
import { atClockOf } from '../businesses/clock.ts';
import type { World } from '../world.ts';
import type { Delivery } from './delivery.ts';
import { type DueEndpoint, discardWaiting, readDueEndpoints, takeDue } from './delivery-store.ts';
import { finishTry } from './end-try.ts';
import { destinationOf, type Endpoint } from './endpoint.ts';
import { readEndpoints } from './endpoint-store.ts';
import { type EndpointSecrets, openSecrets } from './secrets.ts';

/** Longer than a try can last, so that nobody takes what somebody alive is posting. */
const leaseMs = 60_000;
const mostAtOnce = 8;
/** Of one that does not answer well, so that it costs little to find out when it does again. */
const mostWhileFailing = 2;
/** After so many, where they go and what they are signed with is looked up anew. */
const mostInARow = 50;

/**
 * Posts what is due, of one business or of all; returns how much that was. Nobody waits here for a receiver: posts
 * fly beside the sweep, and a slow one takes no more than its few places.
 */
export async function deliverDue(world: World, only?: bigint): Promise<number> {
  const endpoints = await readDueEndpoints(world.db, world.now(), only);
  return await someAtOnce(endpoints, async (due) => {
    return await postDue(only === undefined ? atClockOf(world, due) : world, due);
  });
}

async function postDue(world: World, due: DueEndpoint): Promise<number> {
  try {
    return await postTo(world, due);
  } catch (error) {
    world.log.error('webhook.not_posted', { businessId: due.businessId, error });
    return 0;
  }
}

async function postTo(world: World, due: DueEndpoint): Promise<number> {
  const { businessId, kind } = due;
  const endpoint = (await readEndpoints(world.db, businessId)).find((one) => one.kind === kind);
  if (!endpoint || endpoint.state === 'disabled') {
    // It was in the hands of somebody who died, when its endpoint went.
    return await discardWaiting(world.db, due, world.now());
  }
  const most = endpoint.failures > 0 ? mostWhileFailing : mostAtOnce;
  const limit = world.flights.room(destinationOf(due), most);
  if (limit === 0) return 0;
  const post = { ...due, endpoint, ...(await openSecrets(world, endpoint)) };
  const deliveries = await takeDue(world.db, due, leaseOf(world, limit)); // committed
  for (const delivery of deliveries) {
    world.flights.start(destinationOf(due), async () => await fly(world, post, delivery));
  }
  return deliveries.length;
}

type Post = DueEndpoint & EndpointSecrets & { readonly endpoint: Endpoint };

/** Posts one after the other, as long as the receiver takes them and there are more. */
async function fly(world: World, post: Post, first: Delivery): Promise<void> {
  let delivery: Delivery | undefined = first;
  try {
    for (let flown = 1; delivery && (await tryOnce(world, post, delivery)); flown += 1) {
      if (flown === mostInARow || !world.flights.goOn) break;
      [delivery] = await takeDue(world.db, post, leaseOf(world, 1)); // committed
    }
  } catch (error) {
    // It is taken again, under the same webhook-id, when its lease is over.
    world.log.error('webhook.not_written', { businessId: post.businessId, error });
  }
}

async function tryOnce(world: World, post: Post, delivery: Delivery): Promise<boolean> {
  const { endpoint, secrets, password } = post;
  const { url, username } = endpoint;
  const reply = await world.outgoing.post({
    url,
    reach: reachOf(world, post),
    id: delivery.eventId,
    // The receiver lives by the real time, whatever the clock of the business shows.
    at: new Date(world.now().getTime() - post.clockAheadMs),
    body: delivery.body,
    secrets,
    credentials: username !== undefined && password ? { username, password } : undefined,
  }); // no connection held
  return await finishTry(world, endpoint, delivery, reply); // committed
}

/** Who can be called by others must not be sent to itself by them, be it in their sandbox. */
function reachOf({ config }: World, { environment }: DueEndpoint) {
  const isOwn = environment === 'sandbox' && config.mode === 'sandbox';
  return isOwn ? 'public_or_own_machine' : 'public';
}

function leaseOf(world: World, limit: number) {
  const now = world.now();
  return { now, until: new Date(now.getTime() + leaseMs), limit };
}
