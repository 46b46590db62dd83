import {
  type DunningDay,
  daysAhead,
  daysBehind,
} from '../../../invoicing/subscriptions/dunning-days.ts';
import { listPeriods } from '../../../invoicing/subscriptions/period-store.ts';
import { readSubscription } from '../../../invoicing/subscriptions/store.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { endpoint } from '../endpoint.ts';
import { id, integer, list, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const dayShape = object(
  {
    at: moment('When it happened, or will happen.'),
    what: word(
      'Charged: an attempt that took or promised money, or whose outcome is not known. Told: the payer got a mail or a text. ' +
        'Will charge, gives up: what follows, if every attempt is declined.',
      ['charged', 'declined', 'told', 'will_charge', 'gives_up'],
    ),
    code: orNull(text('Why it was declined, or what the payer was asked for.')),
    paymentId: orNull(text('The payment of an attempt.')),
  },
  { name: 'DunningDay' },
);

function dayWire({ at, what, code, paymentId }: DunningDay): TypeOf<typeof dayShape> {
  return {
    at: at.toISOString(),
    what,
    code: code ?? null,
    paymentId: paymentId === undefined ? null : String(paymentId),
  };
}

/** A period is shown for as long as it is owed: years of paid ones after it are of no interest. */
const mostPeriods = 100;

export const retrieveDunning = endpoint({
  id: 'subscriptions.retrieveDunning',
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}/dunning',
  doc: 'Returns what happened about the latest period that is owed since its charge failed, and what will happen when.',
  right: 'read',
  params: { subscriptionId: id('The subscription.') },
  answer: object(
    {
      period: orNull(integer('The number of the period; null if none is owed.')),
      days: list(dayShape, 'The first one first.'),
    },
    { name: 'Dunning' },
  ),
  refuses: ['not_found'],
  async handle({ db }, { business, params }) {
    const subscriptionId = BigInt(params.subscriptionId);
    if (!(await readSubscription(db, business.id, subscriptionId))) throw new Refusal('not_found');
    const periods = await listPeriods(db, business.id, subscriptionId, mostPeriods);
    const owed = periods.find(
      ({ state, failedAt }) => failedAt && !['paid', 'void'].includes(state),
    );
    if (!owed) return { body: { period: null, days: [] } };
    const { timeZone, terms } = business;
    const ahead = daysAhead(owed, { timeZone, retryDays: terms.retryDays });
    const days = [...(await daysBehind(db, owed)), ...ahead];
    return { body: { period: owed.n + 1, days: days.map(dayWire) } };
  },
});
