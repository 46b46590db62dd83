import {
  cancelAtEnd,
  cancelSubscription,
  changeToken,
  pauseSubscription,
  resumeSubscription,
  type SubscriptionRequest,
} from '../../../invoicing/subscriptions/change.ts';
import { storedSubscriptions } from '../../../invoicing/subscriptions/store.ts';
import type { Subscription } from '../../../invoicing/subscriptions/subscription.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import { tokenNamed } from '../../operations/source.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { expandShape, listEndpoint, wires } from '../list.ts';
import { bool, maybe, object } from '../shape.ts';
import { tokenMethodOf } from '../source.ts';
import {
  createSubscriptionOne,
  refuseUnlessChargeable,
  tokenField,
  tokenRefusals,
  wrong,
} from './new-subscription.ts';
import { subscriptionAddressEndpoints } from './subscription-address.ts';
import { changed, changeRefusals, params } from './subscription-change.ts';
import { retrieveDunning } from './subscription-dunning.ts';
import { previewOne, updateOne } from './subscription-price.ts';
import {
  periodListing,
  subscriptionExpansions,
  subscriptionListing,
  subscriptionShape,
} from './subscription-view.ts';

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
  previewOne,
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
  ...subscriptionAddressEndpoints,
];
