import type { SubscriptionRequest } from '../../../invoicing/subscriptions/change.ts';
import type { Subscription } from '../../../invoicing/subscriptions/subscription.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { V1Call } from '../endpoint.ts';
import { id } from '../shape.ts';
import { subscriptionWire } from './subscription-view.ts';

export const params = { subscriptionId: id('The subscription.') };

export const changeRefusals = [
  'not_found',
  'subscription_not_so',
  'changed_meanwhile',
  'busy',
] as const;

/** One change of the subscription that the address names, under its lock. */
export async function changed(
  call: V1Call,
  work: (request: SubscriptionRequest) => Promise<Subscription>,
) {
  return { body: subscriptionWire(await underLock(call, work), call) };
}

/** The same with another result. */
export async function underLock<T>(
  call: V1Call,
  work: (request: SubscriptionRequest) => Promise<T>,
): Promise<T> {
  const { business, actor } = call;
  const { subscriptionId } = call.params as Record<string, string>;
  const judge = (before: Subscription) => call.match(subscriptionWire(before, call));
  const request = { business, id: BigInt(subscriptionId!), actor, judge };
  return await work(request).catch((error) => {
    // Here the subscription is in the address.
    const isUnknown = error instanceof Refusal && error.code === 'unknown_subscription';
    throw isUnknown ? new Refusal('not_found') : error;
  });
}
