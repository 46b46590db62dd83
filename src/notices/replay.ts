import type { Sql } from '../base/sql.ts';
import type { WebhookKind } from '../businesses/new-business.ts';
import type { Told } from '../payments/untold-events.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { patternOf } from './bodies.ts';
import { readBodies, readDelivery } from './delivery-log.ts';
import { webhookKinds } from './endpoint.ts';
import { lockEndpoints } from './endpoint-store.ts';
import { readEvent, readEventsSince } from './event-store.ts';
import { deliver } from './fan-out.ts';

const atOnce = 200;

/** Tells once more what a delivery told: a new delivery under the same webhook-id, with the same body. */
export async function replayOne(
  world: World,
  businessId: bigint,
  deliveryId: bigint,
  actor: string,
): Promise<'made' | 'under_way' | 'nobody_hears' | 'not_there'> {
  const earlier = await readDelivery(world.db, businessId, deliveryId);
  const event = earlier && (await readEvent(world.db, businessId, earlier.eventId));
  if (!event) return 'not_there';
  return await world.db.begin(async (tx) => {
    const { made, underWay } = await replayEvents(world, tx, businessId, [event], webhookKinds);
    if (underWay > 0) return 'under_way';
    if (made === 0) return 'nobody_hears';
    await record(world, tx, businessId, actor, { delivery: String(deliveryId) });
    return 'made';
  });
}

/**
 * Tells once more whatever happened since, also what nobody was told while the endpoint was disabled or was not
 * there. What is on its way already stays as it is.
 */
export async function replaySince(
  world: World,
  businessId: bigint,
  { since, kind }: { readonly since: Date; readonly kind: WebhookKind | undefined },
  actor: string,
): Promise<{ made: number; underWay: number }> {
  const sums = { made: 0, underWay: 0 };
  for (const one of kind ? [kind] : webhookKinds) {
    let after: string | undefined;
    for (;;) {
      const wish = { pattern: patternOf(one), since, after, limit: atOnce };
      const events = await readEventsSince(world.db, businessId, wish);
      if (events.length === 0) break;
      after = events.at(-1)!.id;
      const { made, underWay } = await world.db.begin(
        async (tx) => await replayEvents(world, tx, businessId, events, [one]),
      );
      sums.made += made;
      sums.underWay += underWay;
    }
  }
  const facts = { since: since.toISOString(), kind, deliveries: sums.made };
  await world.db.begin(async (tx) => await record(world, tx, businessId, actor, facts));
  return sums;
}

async function replayEvents(
  world: World,
  tx: Sql,
  businessId: bigint,
  events: readonly Told[],
  kinds: readonly WebhookKind[],
): Promise<{ made: number; underWay: number }> {
  const endpoints = (await lockEndpoints(tx, businessId)).filter(({ kind }) =>
    kinds.includes(kind),
  );
  const told = await readBodies(
    tx,
    businessId,
    events.map(({ id }) => id),
  );
  const busy = new Set(told.filter(({ isUnderWay }) => isUnderWay).map(({ eventId }) => eventId));
  const made = await deliver(world, tx, {
    businessId,
    endpoints,
    events: events.filter(({ id }) => !busy.has(id)),
    isReplay: true,
    bodies: new Map(told.map(({ eventId, body }) => [eventId, body])),
  });
  return { made: made.length, underWay: busy.size };
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
