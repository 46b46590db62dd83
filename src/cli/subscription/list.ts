import { moves, type SubscriptionState } from '../../subscriptions/state.ts';
import { listSubscriptions } from '../../subscriptions/store.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { dollars } from '../money.ts';
import { business } from '../plan/words.ts';
import { visible } from '../webhooks/visible.ts';
import { id, oneOf, option, wholeNumber } from '../words.ts';
import { nameOf, summary } from './named.ts';

const states = Object.keys(moves) as SubscriptionState[];

export const subscriptionList = houseCommand({
  doc: 'Lists the subscriptions of a business, the latest first, 100 unless --limit says otherwise.',
  words: {
    business,
    state: option('STATE', oneOf(states)),
    customer: option('ID', id),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work({ db }, { business: name, state, customer: customerId, limit: most = 100 }) {
    const owner = await businessNamed(db, name);
    const all = await listSubscriptions(db, owner.id, { customerId, state, most });
    const headings = [
      'subscription',
      'customer',
      'plan',
      'state',
      'amount',
      'interval',
      'next charge',
      'made',
    ];
    const shown = all.map((one) => summary(one, owner));
    const text = rowsOf(headings, shown, (one) => [
      nameOf(one),
      one.customerId,
      visible(one.planCode),
      one.state,
      dollars(one.amountCents),
      one.interval,
      one.nextChargeAt,
      one.createdAt,
    ]);
    return {
      data: { business: owner.id, subscriptions: shown },
      text: text || `Business ${owner.id} has no such subscriptions.`,
    };
  },
});
