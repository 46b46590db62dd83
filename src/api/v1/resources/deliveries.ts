import { Refusal } from '../../../kernel/refusal.ts';
import {
  type LoggedDelivery,
  logged,
  loggedColumns,
  type loggedTries,
  readDelivery,
  readTries,
  withEvent,
} from '../../../notify/webhooks/delivery-log.ts';
import { replayOne } from '../../../notify/webhooks/replay.ts';
import { webhookKinds } from '../../../parties/businesses/new-business.ts';
import type { RowOf } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { expandShape, indexed, type Listing, listEndpoint, wires } from '../list.ts';
import {
  bool,
  id,
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  type Properties,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { eventExpansion, eventId, eventShape } from './events.ts';

const states = [
  'pending',
  'in_flight',
  'scheduled',
  'succeeded',
  'exhausted',
  'discarded',
] as const;

const fields = {
  id: text('The delivery.'),
  endpointId: word('The endpoint that it goes to.', webhookKinds),
  eventId: text('The event; sent as webhook-id, by which a receiver recognizes duplicates.'),
  event: maybe(orNull(eventShape)),
  kind: text('What happened.'),
  objectId: text('What it happened to.'),
  status: word(
    'Pending: not tried yet. Scheduled: failed, and is tried again. Exhausted: given up after ten tries. ' +
      'Discarded: its endpoint is gone, was disabled, or answered 410.',
    states,
  ),
  isReplay: bool('True if it was made by a replay.'),
  tries: integer('Tries that ended.'),
  lastStatus: orNull(integer('The status of the last answer.')),
  lastError: orNull(text('Why no answer came to the last try.')),
  createdAt: moment('When it was made.'),
  dueAt: orNull(moment('When it is tried next.')),
  finishedAt: orNull(moment('When it was accepted or given up.')),
};
const deliveryShape = object(fields, { name: 'Delivery' });
const tryShape = object(
  {
    sentAt: moment('When it began.'),
    endedAt: orNull(moment('When it ended. Null: it is under way, or its process died.')),
    outcome: orNull(word('What became of it.', ['succeeded', 'failed'])),
    status: orNull(integer('Of the answer.')),
    error: orNull(text('Why no answer came.')),
    address: orNull(text('The network address of the receiver.')),
    answer: orNull(text('The beginning of the answer, masked.')),
  },
  { name: 'DeliveryTry' },
);
const wholeShape = object(
  {
    ...fields,
    body: text('What is posted: a form.'),
    log: list(tryShape, 'Each try, the first one first.'),
  },
  { name: 'DeliveryWithTries' },
);

function deliveryWire(row: LoggedDelivery): TypeOf<typeof deliveryShape> {
  return {
    id: String(row.id),
    endpointId: row.kind,
    eventId: row.eventId,
    kind: row.event,
    objectId: String(row.objectId),
    status: row.state,
    isReplay: row.isReplay,
    tries: row.tries,
    lastStatus: row.lastStatus ?? null,
    lastError: row.lastError ?? null,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function tryWire(one: RowOf<typeof loggedTries>): TypeOf<typeof tryShape> {
  return {
    sentAt: one.sentAt.toISOString(),
    endedAt: one.endedAt?.toISOString() ?? null,
    outcome: one.outcome ?? null,
    status: one.status ?? null,
    error: one.error ?? null,
    address: one.address ?? null,
    answer: one.answer ?? null,
  };
}

async function wholeDelivery(world: World, call: V1Call<Properties, unknown>, deliveryId: bigint) {
  const businessId = call.business.id;
  const delivery = await readDelivery(world.db, businessId, deliveryId);
  if (!delivery) throw new Refusal('not_found');
  const log = (await readTries(world.db, businessId, deliveryId)).map(tryWire);
  const [whole] = await wires(world, listing, call, [delivery]);
  return { ...whole!, body: delivery.body, log };
}

const listing: Listing<(typeof logged)['fields'], TypeOf<typeof deliveryShape>> = {
  rows: logged,
  select: loggedColumns,
  from: 'deliveries d',
  joins: withEvent,
  business: 'd.business_id',
  key: [{ sql: 'd.id', type: 'int8' }],
  filters: {
    status: columnIs('d.state', word('Its status.', states)),
    endpointId: columnIs('d.kind', word('The endpoint that it goes to.', webhookKinds)),
    eventId: indexed(eventId, (value, $) => `d.event_id = ${$(value)}::uuid`),
    objectId: columnIs('d.object_id', id('What it happened to.')),
    kind: columnIs('e.kind', text('What happened.', { maxLength: 50 })),
    isReplay: columnIs('d.is_replay', bool('Whether it was made by a replay.')),
    ...createdBetween('d.created_at'),
  },
  search: {
    doc: 'its id, that of its object or event, or the beginning of the kind of event.',
    where: (q, $) => {
      const asText = $(q);
      const any = [`starts_with(e.kind, lower(${asText}))`, `d.event_id::text = lower(${asText})`];
      if (/^\d{1,18}$/.test(q)) any.push(`${$(BigInt(q))} in (d.id, d.object_id)`);
      return any.join(' or ');
    },
  },
  expand: { event: eventExpansion },
  item: deliveryShape,
  wire: deliveryWire,
};

const params = { deliveryId: id('The delivery.') };
const notReplayed = {
  under_way: 'It is on its way already.',
  no_endpoint: 'Its endpoint is disabled, removed or not switched on for this type of event.',
};

export const deliveryEndpoints = [
  listEndpoint(
    {
      id: 'deliveries.list',
      path: '/v1/deliveries',
      doc: 'Lists the deliveries of events to webhook endpoints, the newest first.',
    },
    listing,
  ),
  endpoint({
    id: 'deliveries.retrieve',
    method: 'GET',
    path: '/v1/deliveries/{deliveryId}',
    doc: 'Returns a delivery with its body and each of its tries.',
    right: 'read',
    params,
    query: { expand: maybe(expandShape(Object.keys(listing.expand!))) },
    answer: wholeShape,
    refuses: ['not_found'],
    handle: async (world, call) => ({
      body: await wholeDelivery(world, call, BigInt(call.params.deliveryId)),
    }),
  }),
  endpoint({
    id: 'deliveries.replay',
    method: 'POST',
    path: '/v1/deliveries/{deliveryId}/replay',
    doc: 'Sends it again: a new delivery with the same webhook-id and body.',
    right: 'administer',
    params,
    answer: wholeShape,
    status: 201,
    refuses: ['not_found', 'wrong_state'],
    async handle(world, call) {
      const {
        business,
        params: { deliveryId },
        actor,
      } = call;
      const made = await replayOne(world, business.id, BigInt(deliveryId), actor);
      if (made === 'not_found') throw new Refusal('not_found');
      if (typeof made === 'string') {
        throw new Refusal('wrong_state', { message: notReplayed[made] });
      }
      return {
        body: await wholeDelivery(world, call, made.id),
        headers: { Location: `/v1/deliveries/${made.id}` },
      };
    },
  }),
];
