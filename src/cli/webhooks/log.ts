import { listDeliveries } from '../../notices/delivery-log.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { id, oneOf, option, wholeNumber } from '../words.ts';
import { anyKind, business } from './words.ts';

const states = [
  'pending',
  'in_flight',
  'scheduled',
  'succeeded',
  'exhausted',
  'discarded',
] as const;

export const webhooksLog = houseCommand({
  doc: 'Lists the deliveries of a business, the newest first: 50 unless --limit says otherwise.',
  words: {
    business,
    kind: anyKind,
    state: option(states.join('|'), oneOf(states)),
    before: option('DELIVERY', id),
    limit: option('N', wholeNumber(1, 1000)),
  },
  async work({ db }, { business: name, kind, state, before, limit = 50 }) {
    const { id: businessId } = await businessNamed(db, name);
    const found = await listDeliveries(db, businessId, { kind, state, before, limit });
    const deliveries = found.map(({ body: _, ...delivery }) => delivery);
    const headings = [
      'delivery',
      'event',
      'webhook-id',
      'state',
      'tries',
      'last answer',
      'next try',
    ];
    const text = rowsOf([...headings, 'made'], deliveries, (one) => [
      `${businessId}/${one.id}`,
      one.isReplay ? `${one.event} (replay)` : one.event,
      one.eventId,
      one.state,
      one.tries,
      one.lastStatus ?? one.lastError,
      one.dueAt,
      one.createdAt,
    ]);
    return { data: { business: businessId, deliveries }, text: text || 'Nothing was delivered.' };
  },
});
