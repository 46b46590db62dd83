import { listDeliveries, readDelivery, readTries } from '../notify/webhooks/delivery-log.ts';
import { replayOne, replaySince } from '../notify/webhooks/replay.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { webhookKinds } from '../parties/businesses/new-business.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { nameOf, ownedBy, table } from './layout.ts';
import { list } from './list.ts';
import { object, ofAnyBusiness, ofBusiness, optionalObject } from './names.ts';
import { showProgress } from './show-progress.ts';
import { oneOf, since as sinceOf } from './values.ts';
import { option } from './words.ts';

const states = [
  'pending',
  'in_flight',
  'scheduled',
  'succeeded',
  'exhausted',
  'discarded',
] as const;

const kind = option(webhookKinds.join('|'), oneOf(webhookKinds));
const shownSigns = 100;

const notReplayed = {
  under_way: 'it is on its way already',
  no_endpoint:
    'its webhook is disabled, removed or not switched on for this type: see webhooks list and webhooks events',
  not_found: 'there is no such delivery',
};

export const webhookDeliveryCommands = {
  'webhooks log': list({
    doc: 'Lists the deliveries to the webhooks of a business',
    of: 'deliveries',
    filters: { business: ofBusiness, kind, state: option(states.join('|'), oneOf(states)) },
    async rows({ db }, { business, kind: of, state, before, limit }) {
      const filter = { kind: of, state, before: before?.id, limit };
      const found = await listDeliveries(db, business.id, filter);
      return ownedBy(
        business,
        found.map(({ body: _, ...delivery }) => delivery),
      );
    },
    columns: {
      delivery: (one) => nameOf(one),
      event: (one) => (one.isReplay ? `${one.event} (replay)` : one.event),
      'webhook-id': 'eventId',
      state: 'state',
      tries: 'tries',
      'last answer': (one) => one.lastStatus ?? one.lastError,
      'next try': 'dueAt',
      made: 'createdAt',
    },
    json: (deliveries, { business }) => ({ business: business.id, deliveries }),
  }),
  'webhooks show': show({
    doc: 'Shows a delivery, its body and each of its tries.',
    words: { delivery: object },
    async read({ db }, { delivery: { businessId, id } }) {
      const delivery = await readDelivery(db, businessId, id);
      if (!delivery) throw new ExpectedError(`business ${businessId} has no delivery ${id}`);
      return { business: businessId, ...delivery, tries: await readTries(db, businessId, id) };
    },
    parts: ({ business, tries, ...delivery }) => ({
      '': {
        delivery: `${business}/${delivery.id}`,
        event: `${delivery.event} ${delivery.objectId}`,
        'webhook-id': delivery.eventId,
        state: delivery.state,
        replay: delivery.isReplay || undefined,
        made: delivery.createdAt,
        'next try': delivery.dueAt,
        ended: delivery.finishedAt,
      },
      body: Object.fromEntries(new URLSearchParams(delivery.body)),
      tries: table(
        {
          n: 'n',
          sent: 'sentAt',
          ended: 'endedAt',
          status: (one) =>
            one.status ??
            one.error ??
            (one.endedAt ? '' : 'no end: under way, or its process died'),
          address: 'address',
          answer: (one) => one.answer?.slice(0, shownSigns),
        },
        tries,
      ),
    }),
  }),
  'webhooks replay': dataCommand({
    doc:
      'Sends a delivery again, or everything that happened to a business since a moment: with the same webhook-id and the ' +
      'same body. A delivery that is on its way is not sent twice. --since is a moment such as 2030-02-01T10:30, in the time ' +
      'zone of the business without an offset, or a time before now such as 90m, 2h or 7d.',
    words: {
      delivery: optionalObject,
      business: ofAnyBusiness,
      since: option('TIME|2h', sinceOf),
      kind,
    },
    check({ delivery, business, since, kind: of }) {
      const isMany = business !== undefined && since !== undefined;
      const isOne = delivery !== undefined && (since ?? of) === undefined;
      if (isOne || (isMany && delivery === undefined)) return;
      throw new UsageError('give either a delivery, or --business and --since');
    },
    async work(world, { delivery, business, since, kind: of }, actor, { err }) {
      if (delivery) {
        const { businessId, id } = delivery;
        const owner = await readBusiness(world.db, businessId);
        const own = owner ? atClockOf(world, owner) : world;
        const outcome = await replayOne(own, businessId, id, actor);
        if (typeof outcome === 'string') throw new ExpectedError(notReplayed[outcome]);
        return {
          data: { business: businessId, delivery: id, deliveries: 1 },
          text: `Delivery ${nameOf(delivery)} is sent again.`,
        };
      }
      const owner = business!;
      const progress = showProgress('webhooks replay', { to: err });
      const own = atClockOf(world, owner);
      const filter = { since: since!(own.now(), owner.timeZone), kind: of, progress };
      const { made, underWay } = await replaySince(own, owner.id, filter, actor).finally(
        progress.end,
      );
      return {
        data: { business: owner.id, deliveries: made, underWay },
        text: `Sent again: ${made}. On their way already: ${underWay}.`,
      };
    },
  }),
} as const;
