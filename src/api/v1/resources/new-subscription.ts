import { createSubscription } from '../../../invoicing/subscriptions/create.ts';
import { type Plan, readPlan } from '../../../invoicing/subscriptions/plan.ts';
import type { Subscription } from '../../../invoicing/subscriptions/subscription.ts';
import { isDebitable } from '../../../kernel/currency.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { refuseWithout } from '../../../parties/businesses/offering.ts';
import { serviceOf, takesCards } from '../../../payments/charge.ts';
import type { StoredToken } from '../../../payments/tokens/store.ts';
import type { World } from '../../../world.ts';
import { identifier } from '../../operations/fields.ts';
import { tokenNamed } from '../../operations/source.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { day, field, maybe, object, type TypeOf } from '../shape.ts';
import { tokenMethodOf } from '../source.ts';
import { lengthFields, priceFields, priceOfSent, refuseTooMuch } from './plans.ts';
import { subscriptionShape, subscriptionWire } from './subscription-view.ts';

export const tokenField = field(identifier('The saved card or account to charge.', 'externalId'));
export const price = {
  planCode: maybe(field(identifier('A plan, for the terms that are not sent.', 'externalId'))),
  amount: maybe(priceFields.amount),
  interval: maybe(priceFields.interval),
  discount: priceFields.discount,
  tax: priceFields.tax,
};
const newSubscription = object(
  {
    token: tokenField,
    ...price,
    ...lengthFields,
    startsOn: maybe(day('The first day, also of a trial; today when left out.')),
  },
  { name: 'NewSubscription' },
);
type Sent = TypeOf<typeof newSubscription>;

export const wrong = (at: string, fault: ReturnType<typeof flaw>) =>
  new Refusal('wrong_fields', { details: [fieldFault(at, fault)] });

export const noPlan = flaw('unknown', 'is not a plan of this business');
const withoutPlan = flaw('required', 'must be sent where no plan is named');
const past = flaw('too_early', 'must not lie in the past');
const far = flaw('too_late', 'must lie at most ten years ahead');

/** The named plan with the values sent for this subscription. */
async function planFor(world: World, { business, body }: V1Call<object, object, Sent>) {
  const code = body.planCode ?? '';
  const known = code === '' ? undefined : await readPlan(world.db, business.id, code);
  if (code !== '' && !known) throw wrong('planCode', noPlan);
  const sent = priceOfSent(body);
  const amountCents = sent.amountCents ?? known?.amountCents;
  const interval = sent.interval ?? known?.interval;
  if (amountCents === undefined) throw wrong('amount', withoutPlan);
  if (interval === undefined) throw wrong('interval', withoutPlan);
  const none = { discount: 0n, taxCents: 0n, trialDays: 0, periods: undefined };
  const { trialDays, periods } = body;
  const plan: Plan = {
    businessId: business.id,
    code,
    currency: business.currency,
    ...none,
    ...known,
    ...sent,
    amountCents,
    interval,
    ...(trialDays !== undefined && { trialDays }),
    ...(periods !== undefined && { periods: periods ?? undefined }),
  };
  refuseTooMuch(plan);
  return plan;
}

export function refuseUnlessChargeable(
  { business }: Pick<V1Call, 'business'>,
  { token: { kind }, isDisabled }: StoredToken,
  currency: Subscription['currency'],
): void {
  if (isDisabled) throw new Refusal('token_disabled');
  refuseWithout(business, 'subscriptions', serviceOf(kind));
  if (kind === 'card' && !takesCards(business, currency)) throw new Refusal('no_processor');
  if (kind === 'bank' && !isDebitable(currency)) throw new Refusal('currency_not_debited');
}

export const tokenRefusals = [
  'service_not_included',
  'unknown_token',
  'token_disabled',
  'no_processor',
  'currency_not_debited',
  'too_many_token_misses',
  'busy',
] as const;

export const createSubscriptionOne = endpoint({
  id: 'subscriptions.create',
  method: 'POST',
  path: '/v1/subscriptions',
  doc:
    'Charges a saved card or bank account once in every period. A period that begins today is charged before the ' +
    'answer: where that did not succeed, the status is incomplete. Without an Idempotency-Key the same request again is ' +
    'the same subscription while that lives.',
  right: 'charge',
  body: newSubscription,
  answer: subscriptionShape,
  status: 201,
  isVersioned: true,
  needsPayments: true,
  needsServices: ['subscriptions'],
  keepsKey: true,
  refuses: [...tokenRefusals, 'idempotency_key_reused'],
  async handle(world, call) {
    const { body, business, idempotencyKey, actor, today } = call;
    const startsOn = body.startsOn ? Temporal.PlainDate.from(body.startsOn) : today;
    if (Temporal.PlainDate.compare(startsOn, today.add({ years: 10 })) > 0)
      throw wrong('startsOn', far);
    const stored = await tokenNamed(world, call, tokenMethodOf(body.token), 'token');
    const made = await createSubscription(world, {
      business,
      idempotencyKey,
      content:
        idempotencyKey?.content ?? new Secret(JSON.stringify(['subscriptions.create', body])),
      stored,
      startsOn,
      actor,
      async planFor() {
        if (Temporal.PlainDate.compare(startsOn, today) < 0) throw wrong('startsOn', past);
        const plan = await planFor(world, call);
        refuseUnlessChargeable(call, stored, plan.currency);
        return plan;
      },
    });
    const headers = { Location: `/v1/subscriptions/${made.id}` };
    return { body: subscriptionWire(made, call), headers };
  },
});
