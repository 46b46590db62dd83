import { someAtOnce } from '../base/some-at-once.ts';
import type { Sql } from '../base/sql.ts';
import { atClockOf } from '../businesses/clock.ts';
import type { WebhookKind } from '../businesses/new-business.ts';
import { noteTold, noteUnheard, readUntoldEvents, type Told } from '../payments/untold-events.ts';
import type { World } from '../world.ts';
import { type About, noticeOf } from './bodies.ts';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';
import type { Endpoint } from './endpoint.ts';
import { lockEndpoints } from './endpoint-store.ts';
import { readAbout, readUntold } from './event-store.ts';
import { encodeForm } from './form.ts';

const atOnce = 200;
const channels = ['webhook'] as const;

/**
 * Makes deliveries of what happened, of one business or of all; returns how many events that were, and whether
 * anybody hears of them.
 */
export async function fanOut(
  world: World,
  only?: bigint,
): Promise<{ told: number; isHeard: boolean }> {
  const businesses = await readUntold(world.db, only);
  const told = await someAtOnce(businesses, async (one) => {
    return await tellOf(only === undefined ? atClockOf(world, one) : world, one);
  });
  return { told, isHeard: businesses.some(({ hears }) => hears) };
}

type Untold = { readonly id: bigint; readonly hears: boolean };

async function tellOf(world: World, { id: businessId, hears }: Untold): Promise<number> {
  try {
    if (!hears) return await noteUnheard(world.db, businessId, 'webhook', atOnce);
    return await fanOutFor(world, businessId);
  } catch (error) {
    world.log.error('webhook.not_fanned_out', { businessId, error });
    return 0;
  }
}

/**
 * All or nothing: an event is untold, or its delivery is there with a body that will never change. Whoever does
 * so holds the endpoints of the business, so that two cannot bring what happened to one object out of order.
 */
async function fanOutFor(world: World, businessId: bigint): Promise<number> {
  return await world.db.begin(async (tx) => {
    const endpoints = await lockEndpoints(tx, businessId);
    const events = await readUntoldEvents(tx, businessId, { channels, limit: atOnce });
    if (events.length === 0) return 0;
    await deliver(world, tx, { businessId, endpoints, events, isReplay: false });
    await noteTold(tx, businessId, events, channels);
    return events.length;
  });
}

type Wish = {
  readonly businessId: bigint;
  /** Locked. */
  readonly endpoints: readonly Endpoint[];
  readonly events: readonly Told[];
  readonly isReplay: boolean;
  /** What was told before is told in the same words. */
  readonly bodies?: ReadonlyMap<string, string>;
};

/** One delivery of each event to whom it concerns; gives back those that were made. */
export async function deliver(
  world: World,
  tx: Sql,
  { businessId, endpoints, events, isReplay, bodies }: Wish,
): Promise<NewDelivery[]> {
  const open = new Set(
    endpoints.filter(({ state }) => state !== 'disabled').map(({ kind }) => kind),
  );
  const about = await readAbout(tx, businessId);
  const deliveries: NewDelivery[] = [];
  for (const event of events) {
    const draft = draftOf(world, event, about, open);
    if (!draft) continue;
    const body = bodies?.get(event.id) ?? draft.body;
    deliveries.push({ ...draft, body, id: await world.ids.next(businessId), isReplay });
  }
  const inOrder = new Set(endpoints.filter((one) => one.inOrder).map(({ kind }) => kind));
  await insertDeliveries(tx, businessId, deliveries, { inOrder, now: world.now() });
  return deliveries;
}

/** One that cannot be put into words is a fault of ours, and must not hold up the others. */
function draftOf(world: World, event: Told, about: About, open: ReadonlySet<WebhookKind>) {
  let notice: ReturnType<typeof noticeOf>;
  try {
    notice = noticeOf(event, about);
  } catch (error) {
    const { businessId, kind, id: reference } = event;
    world.log.error('webhook.no_words', { businessId, kind, reference, error });
  }
  if (!notice || !open.has(notice.kind)) return undefined;
  const { id: eventId, objectId } = event;
  return { eventId, objectId, kind: notice.kind, body: encodeForm(notice.form) };
}
