import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { storedEvents } from '../../../runtime/events.ts';
import type { RowOf } from '../../../runtime/table.ts';
import { endpoint } from '../endpoint.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, createdBetween, indexIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { anything, id, moment, object, type Shape, type TypeOf, text } from '../shape.ts';

export const eventShape = object(
  {
    id: text('The event. Webhooks send it as webhook-id.'),
    kind: text('What happened, such as payment.captured.'),
    objectId: text('The payment, customer or other object that it happened to.'),
    happenedAt: moment('When it happened.'),
    data: anything('What was known then. Amounts are in the smallest unit of their currency.'),
  },
  { name: 'Event' },
);

function eventWire(event: RowOf<typeof storedEvents>): TypeOf<typeof eventShape> {
  const { kind, objectId, at, data } = event;
  return { id: event.id, kind, objectId: String(objectId), happenedAt: at.toISOString(), data };
}

const uuids = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ids = /^\d{1,18}$/;
const notAUuid = flaw('malformed', 'must be the id of an event');

export const eventId: Shape<string> = {
  ...text('The event.', { format: 'uuid' }),
  read(value, at, reading) {
    return typeof value === 'string' && uuids.test(value) ? value : reading.note(at, notAUuid);
  },
};

const listing: Listing<(typeof storedEvents)['fields'], TypeOf<typeof eventShape>> = {
  rows: storedEvents,
  select: storedEvents.of('e'),
  from: 'events e',
  business: 'e.business_id',
  // Ids are ordered by time.
  key: [{ sql: 'e.id', type: 'uuid' }],
  filters: {
    kind: columnIs(
      'e.kind',
      text('Exactly this one, such as payment.captured.', { maxLength: 50 }),
    ),
    objectId: indexIs('e.object_id', id('What it happened to.')),
    ...createdBetween('e.happened_at'),
  },
  search: {
    doc: 'its id, that of its object, or the beginning of its kind.',
    isIndexed: (q) => uuids.test(q) || ids.test(q),
    where(q, $) {
      if (uuids.test(q)) return `e.id = ${$(q)}::uuid`;
      if (ids.test(q)) return `e.object_id = ${$(BigInt(q))}`;
      return `starts_with(e.kind, lower(${$(q)}))`;
    },
  },
  item: eventShape,
  wire: eventWire,
};

/** The events that rows name. */
export const eventExpansion = expansionTo(listing, {
  sql: 'e.id',
  type: 'uuid',
  of: ({ id: key }) => key,
})((row: { readonly eventId: string }) => row.eventId);

const liveEndpoint = endpoint({
  id: 'events.live',
  method: 'GET',
  path: '/v1/events/live',
  doc:
    'Tells of events as they happen, as server-sent events. Each message has the kind of its event as `event`, its id as ' +
    '`id`, and `{"id", "kind", "objectId"}` as `data`. Read what you show once the stream is open, then again whatever a ' +
    'message names. A listener that comes back with Last-Event-ID hears what it missed; a message may come twice, with the ' +
    'same id. After too many events at once the message is `reset`: read everything anew. A comment each 15 seconds shows ' +
    'that the stream lives. It ends when the session or the key does, or loses the right; it does not prolong a session.',
  right: 'read',
  isLive: true,
  status: 200,
  answers: { 200: 'A stream that goes on until the caller leaves.' },
  files: ['text/event-stream'],
  refuses: ['too_many_listeners'],
  async handle({ live }, { business, lastEventId: after, isStillAllowed }) {
    if (after !== undefined && !uuids.test(after)) {
      throw new Refusal('wrong_fields', { details: [fieldFault('Last-Event-ID', notAUuid)] });
    }
    const listening = { businessId: business.id, after, isAllowed: isStillAllowed };
    return {
      type: 'text/event-stream; charset=utf-8',
      headers: { 'X-Accel-Buffering': 'no' },
      content: await live.listen(listening),
    };
  },
});

export const eventEndpoints = [
  liveEndpoint,
  listEndpoint(
    {
      id: 'events.list',
      path: '/v1/events',
      doc: 'Lists what happened in the business, the newest first.',
    },
    listing,
  ),
  endpoint({
    id: 'events.retrieve',
    method: 'GET',
    path: '/v1/events/{eventId}',
    doc: 'Returns an event as it happened.',
    right: 'read',
    params: { eventId },
    answer: eventShape,
    refuses: ['not_found'],
    async handle({ db }, { business, params }) {
      const event = await storedEvents.readOne(
        db,
        `select ${storedEvents.columns} from events where business_id = $1 and id = $2`,
        [business.id, params.eventId],
      );
      if (!event) throw new Refusal('not_found');
      return { body: eventWire(event) };
    },
  }),
];
