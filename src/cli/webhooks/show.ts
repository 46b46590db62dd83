import { readDelivery, readTries } from '../../notices/delivery-log.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { idWithin, place } from '../words.ts';
import { visible } from './visible.ts';

export const webhooksShow = houseCommand({
  doc: 'Shows a delivery, what it tells, and each of its tries.',
  words: { delivery: place('BUSINESS/DELIVERY', idWithin) },
  async work({ db }, { delivery: { businessId, id } }) {
    const delivery = await readDelivery(db, businessId, id);
    if (!delivery) throw new OperatorFault(`business ${businessId} has no delivery ${id}`);
    const tries = await readTries(db, businessId, id);
    const { body, event, eventId, state, isReplay, objectId, dueAt, createdAt, finishedAt } =
      delivery;
    const fields = Object.fromEntries(new URLSearchParams(body));
    const text = sections({
      '': facts({
        delivery: `${businessId}/${id}`,
        event: `${event} ${objectId}`,
        'webhook-id': eventId,
        state,
        replay: isReplay || undefined,
        made: createdAt,
        'next try': dueAt,
        ended: finishedAt,
      }),
      body: facts(Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, visible(v)]))),
      tries: rowsOf(['n', 'sent', 'ended', 'status', 'address', 'answer'], tries, (one) => [
        one.n,
        one.sentAt,
        one.endedAt,
        one.status ?? one.error ?? (one.endedAt ? '' : 'no end: under way, or its process died'),
        one.address,
        visible((one.answer ?? '').slice(0, 100)),
      ]),
    });
    return { data: { business: businessId, ...delivery, tries }, text };
  },
});
