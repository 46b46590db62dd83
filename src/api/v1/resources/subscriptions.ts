import {
  cancelAtEnd,
  cancelSubscription,
  changeToken,
  pauseSubscription,
  resumeSubscription,
  type SubscriptionRequest,
} from '../../../invoicing/subscriptions/change.ts';
import { changePrice } from '../../../invoicing/subscriptions/change-price.ts';
import { type Plan, readPlan } from '../../../invoicing/subscriptions/plan.ts';
import { storedSubscriptions } from '../../../invoicing/subscriptions/store.ts';
import type { Subscription } from '../../../invoicing/subscriptions/subscription.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import { tokenNamed } from '../../operations/source.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { expandShape, listEndpoint, wires } from '../list.ts';
import { bool, id, maybe, object } from '../shape.ts';
import { tokenMethodOf } from '../source.ts';
import {
  createSubscriptionOne,
  noPlan,
  price,
  refuseUnlessChargeable,
  tokenField,
  tokenRefusals,
  wrong,
} from './new-subscription.ts';
import { priceOfSent, refuseTooMuch } from './plans.ts';
import { retrieveDunning } from './subscription-dunning.ts';
import {
  periodListing,
  subscriptionExpansions,
  subscriptionListing,
  subscriptionShape,
  subscriptionWire,
} from './subscription-view.ts';

const params = { subscriptionId: id('The subscription.') };

async function subscriptionNamed(world: World, call: V1Call) {
  const { subscriptionId } = call.params as Record<string, string>;
  const found = await storedSubscriptions.readOne(
    world.db,
    `select ${storedSubscriptions.columns} from subscriptions where business_id = $1 and id = $2`,
    [call.business.id, BigInt(subscriptionId!)],
  );
  if (!found) throw new Refusal('not_found');
  return found;
}

const retrieveOne = endpoint({
  id: 'subscriptions.retrieve',
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}',
  doc: 'Returns a subscription. Its ETag without `expand` is the version that a change names in If-Match.',
  right: 'read',
  params,
  query: { expand: maybe(expandShape(Object.keys(subscriptionExpansions))) },
  answer: subscriptionShape,
  refuses: ['not_found'],
  isVersioned: true,
  async handle(world, call) {
    const found = await subscriptionNamed(world, call);
    const [body] = await wires(world, subscriptionListing, call, [found]);
    return { body: body! };
  },
});

const changeRefusals = ['not_found', 'subscription_not_so', 'changed_meanwhile', 'busy'] as const;

/** One change of the subscription that the address names, under its lock. */
async function changed(
  call: V1Call,
  work: (request: SubscriptionRequest) => Promise<Subscription>,
) {
  const { business, actor } = call;
  const { subscriptionId } = call.params as Record<string, string>;
  const judge = (before: Subscription) => call.match(subscriptionWire(before, call));
  const request = { business, id: BigInt(subscriptionId!), actor, judge };
  const after = await work(request).catch((error) => {
    // Here the subscription is in the address.
    const isUnknown = error instanceof Refusal && error.code === 'unknown_subscription';
    throw isUnknown ? new Refusal('not_found') : error;
  });
  return { body: subscriptionWire(after, call) };
}

function termsOf({ code: planCode, amountCents, interval, discount, taxCents }: Plan) {
  return { planCode, amountCents, interval, discount, taxCents };
}

const otherCurrency = flaw('contradictory', 'is in another currency than the subscription');

const updateOne = endpoint({
  id: 'subscriptions.update',
  method: 'PATCH',
  path: '/v1/subscriptions/{subscriptionId}',
  doc:
    'Changes the price of a subscription: to that of a plan, with what is sent in place of its own. The difference for the ' +
    'rest of a paid period is added to the next charge or taken off it. Another interval begins a period today.',
  right: 'charge',
  params,
  body: object(price, { name: 'SubscriptionChange' }),
  answer: subscriptionShape,
  isVersioned: true,
  refuses: changeRefusals,
  async handle(world, call) {
    const { planCode, ...sent } = call.body;
    const plan =
      planCode === undefined ? undefined : await readPlan(world.db, call.business.id, planCode);
    if (planCode !== undefined && !plan) throw wrong('planCode', noPlan);
    const wanted = { ...(plan && termsOf(plan)), ...priceOfSent(sent) };
    return await changed(call as V1Call, (request) =>
      changePrice(
        world,
        {
          ...request,
          judge(before) {
            request.judge?.(before);
            if (plan && plan.currency !== before.currency) throw wrong('planCode', otherCurrency);
            refuseTooMuch({
              amountCents: wanted.amountCents ?? before.amountCents,
              taxCents: wanted.taxCents ?? before.taxCents,
            });
          },
        },
        wanted,
      ),
    );
  },
});

const ofAnother = flaw('contradictory', 'is of another customer');

const changeSource = endpoint({
  id: 'subscriptions.changeSource',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/source',
  doc: 'Charges another saved card or account of the same customer from now on, and what is open at once.',
  right: 'charge',
  params,
  body: object({ token: tokenField }),
  answer: subscriptionShape,
  isVersioned: true,
  needsPayments: true,
  refuses: [...changeRefusals, ...tokenRefusals],
  async handle(world, call) {
    const stored = await tokenNamed(world, call, tokenMethodOf(call.body.token), 'token');
    return await changed(call as V1Call, (request) =>
      changeToken(
        world,
        {
          ...request,
          judge(before) {
            request.judge?.(before);
            if (stored.customerId !== before.customerId) throw wrong('token', ofAnother);
            refuseUnlessChargeable(call, stored, before.currency);
          },
        },
        call.body.token,
      ),
    );
  },
});

const acting = (
  verb: 'pause' | 'resume' | 'keep',
  doc: string,
  work: (world: World, request: SubscriptionRequest) => Promise<Subscription>,
) =>
  endpoint({
    id: `subscriptions.${verb}`,
    method: 'POST',
    path: `/v1/subscriptions/{subscriptionId}/${verb}`,
    doc,
    right: 'charge',
    params,
    answer: subscriptionShape,
    isVersioned: true,
    refuses: changeRefusals,
    ...(verb === 'pause' && { whileSuspended: true as const }),
    handle: async (world, call) => await changed(call as V1Call, (request) => work(world, request)),
  });

const cancelOne = endpoint({
  id: 'subscriptions.cancel',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/cancel',
  doc: 'Cancels a subscription: now, with its open invoices, or at the end of its period. What is being paid is not affected.',
  right: 'charge',
  params,
  body: object({ atEnd: maybe(bool('True: at the end of its period; false when left out.')) }),
  answer: subscriptionShape,
  isVersioned: true,
  whileSuspended: true,
  refuses: changeRefusals,
  handle: async (world, call) =>
    await changed(call as V1Call, (request) =>
      call.body.atEnd ? cancelAtEnd(world, request, true) : cancelSubscription(world, request),
    ),
});

const periods = listEndpoint(
  {
    id: 'subscriptions.listPeriods',
    path: '/v1/subscriptions/{subscriptionId}/periods',
    doc: 'Lists the periods of a subscription that have begun, the latest first.',
    params,
  },
  periodListing,
);

export const subscriptionEndpoints: readonly Endpoint[] = [
  retrieveDunning,
  listEndpoint(
    {
      id: 'subscriptions.list',
      path: '/v1/subscriptions',
      doc: 'Lists subscriptions, the newest first.',
    },
    subscriptionListing,
  ),
  createSubscriptionOne,
  retrieveOne,
  updateOne,
  changeSource,
  acting(
    'pause',
    'Pauses a subscription. Periods that would begin meanwhile are never charged.',
    pauseSubscription,
  ),
  acting('resume', 'Resumes a paused subscription with its next period.', resumeSubscription),
  cancelOne,
  acting('keep', 'Takes back that a subscription ends with its period.', (world, request) =>
    cancelAtEnd(world, request, false),
  ),
  {
    ...periods,
    refuses: [...periods.refuses, 'not_found'],
    async handle(world, call) {
      await subscriptionNamed(world, call);
      return await periods.handle(world, call);
    },
  },
];
