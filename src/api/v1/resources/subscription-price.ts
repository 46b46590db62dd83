import type { SubscriptionRequest } from '../../../invoicing/subscriptions/change.ts';
import {
  changePrice,
  type PriceChange,
  type PricePreview,
  previewPrice,
} from '../../../invoicing/subscriptions/change-price.ts';
import { type Plan, readPlan } from '../../../invoicing/subscriptions/plan.ts';
import { flaw } from '../../../kernel/parsed.ts';
import type { World } from '../../../world.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { day, integer, maybe, moment, object, orNull, sum, type TypeOf } from '../shape.ts';
import { noPlan, price, wrong } from './new-subscription.ts';
import { priceOfSent, refuseTooMuch } from './plans.ts';
import { changed, changeRefusals, params, underLock } from './subscription-change.ts';
import { subscriptionShape, subscriptionWire } from './subscription-view.ts';

/* A change of the price, and what it would cost. */

const terms = object(price, { name: 'SubscriptionTerms' });

function termsOf({ code: planCode, amountCents, currency, interval, discount, taxCents }: Plan) {
  return { planCode, amountCents, currency, interval, discount, taxCents };
}

const otherCurrency = flaw('contradictory', 'is in another currency than the subscription');

/** The terms that were sent, and the check of them under the lock. */
async function readChange(
  world: World,
  { business, body }: V1Call<object, object, TypeOf<typeof terms>>,
) {
  const { planCode } = body;
  const plan = planCode === undefined ? undefined : await readPlan(world.db, business.id, planCode);
  if (planCode !== undefined && !plan) throw wrong('planCode', noPlan);
  const wanted: PriceChange = { ...(plan && termsOf(plan)), ...priceOfSent(body) };
  const judged = (request: SubscriptionRequest): SubscriptionRequest => ({
    ...request,
    judge(before) {
      request.judge?.(before);
      if (plan && plan.currency !== before.currency) throw wrong('planCode', otherCurrency);
      refuseTooMuch({
        amountCents: wanted.amountCents ?? before.amountCents,
        taxCents: wanted.taxCents ?? before.taxCents,
      });
    },
  });
  return { wanted, judged };
}

export const updateOne = endpoint({
  id: 'subscriptions.update',
  method: 'PATCH',
  path: '/v1/subscriptions/{subscriptionId}',
  doc:
    'Changes the price of a subscription: to that of a plan, with what is sent in place of its own. The difference for the ' +
    'rest of a paid period is added to the next charge or taken off it. Another interval begins a period today.',
  right: 'charge',
  params,
  body: object(
    {
      ...price,
      expected: maybe(
        object(
          {
            difference: sum(
              'As subscriptions.previewChange told it: if it is another one by now, the change is refused.',
            ),
          },
          { name: 'ExpectedDifference', doc: 'What the change may cost.' },
        ),
      ),
    },
    { name: 'SubscriptionChange' },
  ),
  answer: subscriptionShape,
  isVersioned: true,
  refuses: changeRefusals,
  async handle(world, call) {
    const { wanted, judged } = await readChange(world, call);
    const { expected } = call.body;
    const cents = expected && BigInt(expected.difference);
    return await changed(call as V1Call, (request) =>
      changePrice(world, judged(request), wanted, cents),
    );
  },
});

const previewShape = object(
  {
    subscription: subscriptionShape,
    difference: sum(
      'For the rest of the period that is paid: added to the next charge, or taken off it where it is below 0.',
    ),
    periodEndsOn: orNull(
      day(
        'The day on which that period would end; null where no period is paid whose rest it changes.',
      ),
    ),
    daysLeft: orNull(integer('How many of its days are left, with today.')),
    chargesToday: orNull(
      sum('What is charged at once, for a period that begins with the change; null: none begins.'),
    ),
    nextChargeAt: orNull(moment('Of the charge that follows, if nothing changes.')),
    nextChargeAmount: orNull(sum('Of the charge that follows, if nothing changes.')),
  },
  { name: 'SubscriptionPreview', doc: 'What a change of the price would cost.' },
);

function previewWire(
  { after, differenceCents, settled, nowCents, next }: PricePreview,
  call: Pick<V1Call, 'business'>,
): TypeOf<typeof previewShape> {
  return {
    subscription: subscriptionWire(after, call),
    difference: Number(differenceCents),
    periodEndsOn: settled?.endsOn.toString() ?? null,
    daysLeft: settled?.daysLeft ?? null,
    chargesToday: nowCents === undefined ? null : Number(nowCents),
    nextChargeAt: next?.at.toISOString() ?? null,
    nextChargeAmount: next ? Number(next.cents) : null,
  };
}

export const previewOne = endpoint({
  id: 'subscriptions.previewChange',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/preview',
  doc:
    'Answers with what subscriptions.update would make of a subscription and what that would cost now. It changes nothing. ' +
    'Send its `difference` as `expected` with the change, so that no other sum is charged.',
  right: 'charge',
  params,
  body: terms,
  answer: previewShape,
  refuses: ['not_found', 'subscription_not_so', 'busy'],
  whileSuspended: true,
  async handle(world, call) {
    const { wanted, judged } = await readChange(world, call);
    const preview = await underLock(call as V1Call, (request) =>
      previewPrice(world, judged(request), wanted),
    );
    return { body: previewWire(preview, call) };
  },
});
