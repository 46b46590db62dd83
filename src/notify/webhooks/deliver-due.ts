import { Secret } from '../../kernel/secret.ts';
import { isOwnMachine } from '../../kernel/webhook-address.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { reachOf } from '../../parties/businesses/reach.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { World } from '../../world.ts';
import { eventTypeIn } from './bodies.ts';
import type { Delivery } from './delivery.ts';
import {
  type DueEndpoint,
  discardWaiting,
  readDueEndpoints,
  readWork,
  takeDue,
} from './delivery-store.ts';
import { finishTry } from './end-try.ts';
import { destinationOf, type Endpoint, hostOf } from './endpoint.ts';
import { readEndpoints } from './endpoint-store.ts';
import { fanOut } from './fan-out.ts';
import { disableSilent } from './health.ts';
import { type EndpointSecrets, openSecrets } from './secrets.ts';

/** Longer than a try can last, so that no delivery is taken over while its owner is posting it. */
const leaseMs = 60_000;
const mostAtOnce = 8;
/** For an endpoint whose last try failed. */
const mostWhileFailing = 2;
/** After so many, the endpoint and its secrets are read again. */
const mostInARow = 50;

/** Publishes pending events, posts due deliveries and disables silent endpoints, of one business or of all. */
export async function sendWebhooks(world: World, only?: bigint): Promise<number> {
  const work = await readWork(world.db, world.now(), only);
  if (!work) return 0;
  const { published, hasEndpoints } = work.pending ? await fanOut(world, only) : nothing;
  const posted = work.unfinished || hasEndpoints ? await deliverDue(world, only) : 0;
  const disabled = work.silent ? await disableSilent(world, only) : 0;
  return published + posted + disabled;
}

const nothing = { published: 0, hasEndpoints: false };

/** Returns how many posts began: the sweep waits for none, and a slow receiver takes its few places only. */
async function deliverDue(world: World, only?: bigint): Promise<number> {
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
    // Its owner died, and meanwhile the endpoint was removed or disabled.
    return await discardWaiting(world.db, due, world.now());
  }
  const most = endpoint.failures > 0 ? mostWhileFailing : mostAtOnce;
  const to = destinationOf(endpoint);
  const limit = world.flights.room(to, most);
  if (limit === 0) return 0;
  const post = { ...due, endpoint, ...(await openSecrets(world, endpoint)) };
  const deliveries = await takeDue(world.db, due, leaseOf(world, limit)); // committed
  for (const delivery of deliveries) {
    world.flights.start(to, async () => await fly(world, post, delivery));
  }
  return deliveries.length;
}

type Post = DueEndpoint & EndpointSecrets & { readonly endpoint: Endpoint };

/** Posts one delivery after the other, while the receiver accepts them and there are more. */
async function fly(world: World, post: Post, first: Delivery): Promise<void> {
  let delivery: Delivery | undefined = first;
  try {
    for (let flown = 1; delivery && (await tryOnce(world, post, delivery)); flown += 1) {
      if (flown === mostInARow || !world.flights.goOn) break;
      [delivery] = await takeDue(world.db, post, leaseOf(world, 1)); // committed
    }
  } catch (error) {
    // When its lease ends it is posted again, under the same webhook-id.
    world.log.error('webhook.not_written', { businessId: post.businessId, error });
  }
}

async function tryOnce(world: World, post: Post, delivery: Delivery): Promise<boolean> {
  const { endpoint, secrets, password } = post;
  const { url, username } = endpoint;
  const { businessId, kind, objectId } = delivery;
  const about = { businessId, ...(kind === 'payments' && { paymentId: objectId }) };
  return await world.telemetry.tracing.begin('post webhook', about, async (span) => {
    const reach = await reachOf(world, post);
    const reply = await world.outgoing.post({
      url,
      reach,
      id: delivery.eventId,
      // Signed with the real time, whatever the clock of the business shows.
      at: new Date(world.now().getTime() - post.clockAheadMs),
      body: delivery.body,
      eventType: eventTypeIn(delivery.body),
      secrets,
      credentials: credentialsOf(username, password),
    }); // no connection held
    if (reply.address) world.flights.reachedAt(hostOf(url), reply.address);
    const isShutOut = reach !== 'public_or_own_machine' && isOwnMachine(url);
    const isThere = await finishTry(
      world,
      endpoint,
      delivery,
      reply,
      isShutOut ? shutOut : undefined,
    ); // committed
    const outcome = isThere ? 'accepted' : reply.kind === 'answered' ? 'refused' : 'failed';
    world.telemetry.sends.add(['webhook', outcome]);
    span.note({ 'quittance.outcome': outcome });
    return isThere;
  });
}

/** It was accepted before; later tries would fail as well, and for days the cause would be unknown. */
const shutOut =
  'it leads to this machine, where nothing is posted in live mode or while a business is live';

/** If only one of both is known, the other is empty. */
export function credentialsOf(username: string | undefined, password: Secret | undefined) {
  if (username === undefined && !password) return undefined;
  return { username: username ?? '', password: password ?? new Secret('') };
}

function leaseOf(world: World, limit: number) {
  const now = world.now();
  return { now, until: new Date(now.getTime() + leaseMs), limit };
}
