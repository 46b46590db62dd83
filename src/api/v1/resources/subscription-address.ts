import {
  replacePayerAddress,
  showPayerAddress,
} from '../../../invoicing/subscriptions/payer-page.ts';
import { readSubscription } from '../../../invoicing/subscriptions/store.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { object, text } from '../shape.ts';
import { params } from './subscription-change.ts';

const addressShape = object(
  {
    subscriptionId: text('The subscription.'),
    address: text('Of the page of its payer. Whoever has it is taken for the payer.'),
  },
  { name: 'SubscriptionAddress' },
);

async function subscriptionNamed({ db }: World, call: V1Call) {
  const { subscriptionId } = call.params as Record<string, string>;
  const found = await readSubscription(db, call.business.id, BigInt(subscriptionId!));
  if (!found) throw new Refusal('not_found');
  return found;
}

export const subscriptionAddressEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'subscriptions.showAddress',
    method: 'POST',
    path: '/v1/subscriptions/{subscriptionId}/address',
    doc:
      'Returns the address of the page at which the payer sees the subscription, gives it another card, and lets it end where ' +
      'the terms of the business allow that. The audit log records that it was shown.',
    right: 'charge',
    params,
    answer: addressShape,
    refuses: ['not_found'],
    // Nothing is made: a repetition shows it again, and its answer with the address is stored nowhere.
    ...{ keepsKey: true, replayHeaders: [] },
    async handle(world, call) {
      const subscription = await subscriptionNamed(world, call as V1Call);
      const address = await showPayerAddress(world, subscription, call.actor);
      return { body: { subscriptionId: String(subscription.id), address } };
    },
  }),
  endpoint({
    id: 'subscriptions.replaceAddress',
    method: 'POST',
    path: '/v1/subscriptions/{subscriptionId}/address/replace',
    doc:
      'Gives the page of the payer another address, and returns it. The former one leads nowhere from then on, also in mails ' +
      'and texts that were sent.',
    right: 'charge',
    params,
    answer: addressShape,
    refuses: ['not_found'],
    showsSecret: true,
    whileSuspended: true,
    async handle(world, call) {
      const { id } = await subscriptionNamed(world, call as V1Call);
      const { business, actor } = call;
      const address = await replacePayerAddress(world, { business, id, actor });
      return { body: { subscriptionId: String(id), address } };
    },
  }),
];
