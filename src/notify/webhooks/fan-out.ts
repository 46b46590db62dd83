import { readExternalIds } from '../../parties/businesses/claims.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { type AnyEvent, dropPending, markDone, readPendingEvents } from '../../runtime/events.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type BusinessFacts, webhookOf } from './bodies.ts';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';
import type { Endpoint } from './endpoint.ts';
import { lockEndpoints } from './endpoint-store.ts';
import { type PendingBusiness, readPendingBusinesses } from './event-store.ts';
import { isPosted } from './event-types.ts';
import { encodeForm } from './form.ts';

const atOnce = 200;
const channels = ['webhook'] as const;

/** Makes deliveries of pending events, of one business or of all. */
export async function fanOut(
  world: World,
  only?: bigint,
): Promise<{
  readonly published: number;
  /** True when one of the businesses has endpoints. */
  readonly hasEndpoints: boolean;
}> {
  const businesses = await readPendingBusinesses(world.db, only);
  const posting = businesses.filter((one) => one.hasEndpoints);
  const externalIds = await readExternalIds(world.db, posting);
  const published = await someAtOnce(businesses, async (one) => {
    const business = { ...one, externalId: externalIds.get(one.id) };
    return await publish(only === undefined ? atClockOf(world, one) : world, business);
  });
  return { published, hasEndpoints: posting.length > 0 };
}

async function publish(world: World, business: PendingBusiness & BusinessFacts): Promise<number> {
  const { id: businessId, hasEndpoints } = business;
  try {
    if (!hasEndpoints) return await dropPending(world.db, businessId, 'webhook', atOnce);
    return await fanOutFor(world, business);
  } catch (error) {
    world.log.error('webhook.not_fanned_out', { businessId, error });
    return 0;
  }
}

/**
 * All or nothing: an event is pending, or its delivery exists with a body that never changes. The lock on the
 * endpoints keeps the events of one object in order.
 */
async function fanOutFor(world: World, business: BusinessFacts): Promise<number> {
  const { id: businessId } = business;
  return await world.db.begin(async (tx) => {
    const endpoints = await lockEndpoints(tx, businessId);
    const events = await readPendingEvents(tx, businessId, { channels, limit: atOnce });
    if (events.length === 0) return 0;
    await deliver(world, tx, { business, endpoints, events, isReplay: false });
    await markDone(tx, businessId, events, channels);
    return events.length;
  });
}

type DeliveryRequest = {
  readonly business: BusinessFacts;
  /** Locked. */
  readonly endpoints: readonly Endpoint[];
  readonly events: readonly AnyEvent[];
  readonly isReplay: boolean;
  /** Bodies of earlier deliveries, by event: a replay has the same. */
  readonly bodies?: ReadonlyMap<string, string>;
};

/** Makes a delivery of each event to the endpoint of its kind; returns the new deliveries. */
export async function deliver(
  world: World,
  tx: Sql,
  { business, endpoints, events, isReplay, bodies }: DeliveryRequest,
): Promise<NewDelivery[]> {
  const { id: businessId } = business;
  const open = endpoints.filter(({ state }) => state !== 'disabled');
  const deliveries: NewDelivery[] = [];
  for (const event of events) {
    const draft = draftOf(world, event, business, open);
    if (!draft) continue;
    const body = bodies?.get(event.id) ?? draft.body;
    deliveries.push({ ...draft, body, id: await world.ids.next(businessId), isReplay });
  }
  const inOrder = new Set(endpoints.filter((one) => one.inOrder).map(({ kind }) => kind));
  await insertDeliveries(tx, businessId, deliveries, { inOrder, now: world.now() });
  return deliveries;
}

/** An event whose body cannot be written is logged, and does not hold up the others. */
function draftOf(
  world: World,
  event: AnyEvent,
  business: BusinessFacts,
  open: readonly Endpoint[],
): Pick<NewDelivery, 'eventId' | 'objectId' | 'kind' | 'body'> | undefined {
  const { id: eventId, objectId, businessId } = event;
  try {
    const webhook = webhookOf(event, business);
    const endpoint = open.find(({ kind }) => kind === webhook?.kind);
    if (!webhook || !endpoint) return undefined;
    const { kind, type } = webhook;
    if (!isPosted(kind, type, endpoint.eventTypes)) return undefined;
    // If no event type is switched on, the body is byte for byte that of the interface.
    const isTyped = endpoint.eventTypes.length > 0;
    const form = isTyped ? [...webhook.form(), ...webhook.typed()] : webhook.form();
    return { eventId, objectId, kind, body: encodeForm(form) };
  } catch (error) {
    const facts = { businessId, kind: event.kind, reference: eventId, error };
    world.log.error('webhook.not_rendered', facts);
    return undefined;
  }
}
