import { type Progress, unwatched } from '../../kernel/progress.ts';
import { type WebhookKind, webhookKinds } from '../../parties/businesses/new-business.ts';
import { recordAct } from '../../records/audit-log.ts';
import { type AnyEvent, readEvent, readEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type BusinessFacts, patternsOf } from './bodies.ts';
import { readBodies, readDelivery, readFailedEvents } from './delivery-log.ts';
import type { NewDelivery } from './delivery-store.ts';
import { lockEndpoints } from './endpoint-store.ts';
import { readBusinessFacts, readEventsSince } from './event-store.ts';
import { deliver } from './fan-out.ts';

const atOnce = 200;

/** Replays a delivery: a new one with the same webhook-id and body. */
export async function replayOne(
  world: World,
  businessId: bigint,
  deliveryId: bigint,
  actor: string,
): Promise<{ readonly id: bigint } | 'under_way' | 'no_endpoint' | 'not_found'> {
  const earlier = await readDelivery(world.db, businessId, deliveryId);
  const event = earlier && (await readEvent(world.db, businessId, earlier.eventId));
  if (!event) return 'not_found';
  const business = await readBusinessFacts(world.db, businessId);
  return await world.db.begin(async (tx) => {
    const { made, underWay } = await replayEvents(world, tx, business, [event], webhookKinds);
    if (underWay > 0) return 'under_way';
    const [again] = made;
    if (!again) return 'no_endpoint';
    await record(world, tx, businessId, actor, { delivery: String(deliveryId) });
    return { id: again.id };
  });
}

/**
 * Replays all events since a moment, including events without a delivery because the endpoint was disabled or missing.
 * Deliveries under way stay as they are.
 */
export async function replaySince(
  world: World,
  businessId: bigint,
  {
    since,
    kind,
    progress = unwatched,
  }: {
    readonly since: Date;
    readonly kind: WebhookKind | undefined;
    readonly progress?: Progress;
  },
  actor: string,
): Promise<{ made: number; underWay: number }> {
  const sums = { made: 0, underWay: 0 };
  const business = await readBusinessFacts(world.db, businessId);
  const kinds = kind ? [kind] : webhookKinds;
  for (const [i, one] of kinds.entries()) {
    progress.step(`events for ${one}`, i + 1, kinds.length);
    let after: string | undefined;
    for (;;) {
      const page = { patterns: patternsOf(one), since, after, limit: atOnce };
      const events = await readEventsSince(world.db, businessId, page);
      const last = events.at(-1);
      if (!last) break;
      after = last.id;
      const { made, underWay } = await world.db.begin(
        async (tx) => await replayEvents(world, tx, business, events, [one]),
      );
      sums.made += made.length;
      sums.underWay += underWay;
      progress.did(events.length);
    }
  }
  const facts = { since: since.toISOString(), kind, deliveries: sums.made };
  await world.db.begin(async (tx) => await record(world, tx, businessId, actor, facts));
  return sums;
}

/** Replays the events whose deliveries to an endpoint were given up since a moment; returns how many. */
export async function replayGivenUp(
  world: World,
  businessId: bigint,
  { since, kind }: { readonly since: Date; readonly kind: WebhookKind },
  actor: string,
): Promise<number> {
  const business = await readBusinessFacts(world.db, businessId);
  let sum = 0;
  for (let after: string | undefined; ; ) {
    const ids = await readFailedEvents(world.db, businessId, { since, kind, after, limit: atOnce });
    if (ids.length === 0) break;
    after = ids.at(-1);
    const events = await readEvents(
      world.db,
      'business_id = $1 and id = any($2::uuid[]) order by id',
      [businessId, ids],
    );
    const { made } = await world.db.begin(
      async (tx) => await replayEvents(world, tx, business, events, [kind]),
    );
    sum += made.length;
  }
  const facts = { failedSince: since.toISOString(), kind, deliveries: sum };
  await world.db.begin(async (tx) => await record(world, tx, businessId, actor, facts));
  return sum;
}

async function replayEvents(
  world: World,
  tx: Sql,
  business: BusinessFacts,
  events: readonly AnyEvent[],
  kinds: readonly WebhookKind[],
): Promise<{ made: readonly NewDelivery[]; underWay: number }> {
  const { id: businessId } = business;
  const endpoints = (await lockEndpoints(tx, businessId)).filter(({ kind }) =>
    kinds.includes(kind),
  );
  const delivered = await readBodies(
    tx,
    businessId,
    events.map(({ id }) => id),
  );
  const busy = new Set(
    delivered.filter(({ isUnderWay }) => isUnderWay).map(({ eventId }) => eventId),
  );
  const made = await deliver(world, tx, {
    business,
    endpoints,
    events: events.filter(({ id }) => !busy.has(id)),
    isReplay: true,
    bodies: new Map(delivered.map(({ eventId, body }) => [eventId, body])),
  });
  return { made, underWay: busy.size };
}

async function record(
  world: World,
  tx: Sql,
  businessId: bigint,
  actor: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const object = `business:${businessId}`;
  await recordAct(tx, {
    businessId,
    actor,
    act: 'webhook.replayed',
    object,
    facts,
    at: world.now(),
  });
}
