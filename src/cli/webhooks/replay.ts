import { atClockOf } from '../../businesses/clock.ts';
import { readBusiness } from '../../businesses/store.ts';
import { replayOne, replaySince } from '../../notices/replay.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault, UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { idWithin, moment, option, optionalPlace, verbatim } from '../words.ts';
import { anyKind } from './words.ts';

const refusals = {
  under_way: 'it is on its way already',
  nobody_hears: 'its webhook is disabled or gone: see webhooks enable',
  not_there: 'there is no such delivery',
};

export const webhooksReplay = houseCommand({
  doc:
    'Tells once more what a delivery told, or whatever happened to a business since a moment, under the same ' +
    'webhook-id and in the same words. What is on its way stays as it is.',
  words: {
    delivery: optionalPlace('[BUSINESS/DELIVERY]', idWithin),
    business: option('ID|USERNAME', verbatim(100)),
    since: option('TIME', moment),
    kind: anyKind,
  },
  check({ delivery, business, since, kind }) {
    const isMany = business !== undefined && since !== undefined;
    const isOne = delivery !== undefined && (business ?? since ?? kind) === undefined;
    if (isOne || (isMany && delivery === undefined)) return;
    throw new UsageFault('give either a delivery, or --business and --since');
  },
  async work(world, { delivery, business, since, kind }, actor) {
    if (delivery) {
      const { businessId, id } = delivery;
      const owner = await readBusiness(world.db, businessId);
      const own = owner ? atClockOf(world, owner) : world;
      const outcome = await replayOne(own, businessId, id, actor);
      if (outcome !== 'made') throw new OperatorFault(refusals[outcome]);
      const data = { business: businessId, delivery: id, deliveries: 1 };
      return { data, text: `Delivery ${businessId}/${id} is told once more.` };
    }
    const owner = await businessNamed(world.db, business!);
    const wish = { since: since!(owner.timeZone), kind };
    const { made, underWay } = await replaySince(atClockOf(world, owner), owner.id, wish, actor);
    const data = { business: owner.id, deliveries: made, underWay };
    return { data, text: `Told once more: ${made}. On their way already: ${underWay}.` };
  },
});
