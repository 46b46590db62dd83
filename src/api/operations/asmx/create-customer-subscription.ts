import { createSubscription } from '../../../invoicing/subscriptions/create.ts';
import { type Plan, readPlan } from '../../../invoicing/subscriptions/plan.ts';
import { refusePast } from '../../../invoicing/subscriptions/refuse-too-much.ts';
import { type Currency, isDebitable } from '../../../kernel/currency.ts';
import { maxCents } from '../../../kernel/money.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { refuseWithout } from '../../../parties/businesses/offering.ts';
import { takesCards } from '../../../payments/charge.ts';
import { date, rejectFar, rejectPast } from '../dates.ts';
import { amountToPay, identifier, money, optional, percentage, required } from '../fields.ts';
import { type Call, credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { tokenNamed } from '../source.ts';
import { intervalWords, subscriptionReply } from '../subscription-reply.ts';
import { wordOf } from '../words.ts';

const requiredWithoutPlan = 'Required unless PlanCode is that of a plan.';

const parameters = {
  CardToken: required(
    identifier('Token to charge, as TokenResult of an earlier answer.', 'externalId'),
  ),
  PlanCode: optional(
    identifier(
      'Code of a plan, which supplies missing values. If the business has no such plan, one is created from Amount, ' +
        'Interval, Discount and Tax.',
      'externalId',
    ),
  ),
  Amount: optional(
    amountToPay(`Amount of each period, before Discount and Tax. ${requiredWithoutPlan}`),
  ),
  Interval: optional(
    wordOf(
      'Length of a period: Daily, Weekly, Bi-Weekly (two weeks), Monthly, Bi-Monthly (two months), ' +
        `Quarterly, Semi-Annually (half a year) or Annually. ${requiredWithoutPlan}`,
      {
        Daily: [],
        Weekly: [],
        'Bi-Weekly': [],
        Monthly: [],
        'Bi-Monthly': [],
        Quarterly: [],
        'Semi-Annually': [],
        Annually: ['Annual', 'Yearly'],
      },
    ),
  ),
  Discount: optional(
    percentage('Percentage taken off Amount, 0 to 100 with at most two decimals.'),
  ),
  Tax: optional(money('Tax added to each period, in dollars.')),
  StartDate: optional(
    date(
      'Day on which the first period begins and is charged, or the trial begins where the plan has one; within ' +
        'ten years. When not sent, today.',
    ),
  ),
};

type Values = Draft<typeof parameters>;

const notSent = flaw('required', 'is required');
const tooMuch = flaw('too_large', 'must leave Amount and Tax together at most 999999.99');

export const createCustomerSubscription = serviceOperation({
  name: 'CreateCustomerSubscription',
  interface: 'service',
  doc: 'Charges a saved card or bank account once in every period, from a date on.',
  credentials: credentialNames.usual,
  needsPayments: true,
  needsServices: ['subscriptions'],
  result: 'text',
  parameters,
  refuses: [
    'service_not_included',
    'unknown_token',
    'token_disabled',
    'no_processor',
    'currency_not_debited',
    'too_many_token_misses',
    'idempotency_key_reused',
    'busy',
  ],
  read(p, caller, review): Values {
    if (!review.sent('PlanCode')) {
      for (const name of ofPlan) if (!review.sent(name)) review.note(name, notSent);
    }
    // Yesterday's date may be a replay of a call made before midnight: checked below.
    rejectPast('StartDate', p.StartDate?.add({ days: 1 }), caller, review);
    rejectFar('StartDate', p.StartDate, caller, review);
    if (p.Amount && p.Tax && p.Amount + p.Tax > maxCents) review.note('Tax', tooMuch);
    return p;
  },
  async handle(world, call, p: Values) {
    const kind = p.CardToken!.startsWith('card_') ? 'card_token' : 'bank_token';
    const stored = await tokenNamed(world, call, { kind, token: p.CardToken! }, 'CardToken');
    const startsOn = p.StartDate ?? call.today;
    const subscription = await createSubscription(world, {
      business: call.business,
      idempotencyKey: call.idempotencyKey,
      content: contentOf(p),
      stored,
      startsOn,
      planFor: async () => {
        if (stored.isDisabled) throw new Refusal('token_disabled');
        refuseWithout(call.business, kind === 'card_token' ? 'payments' : 'ach');
        const known = p.PlanCode
          ? await readPlan(world.db, call.business.id, p.PlanCode)
          : undefined;
        const currency = known?.currency ?? call.business.currency;
        if (kind === 'card_token' && !takesCards(call.business, currency))
          throw new Refusal('no_processor');
        if (kind === 'bank_token' && !isDebitable(currency))
          throw new Refusal('currency_not_debited');
        if (Temporal.PlainDate.compare(startsOn, call.today) < 0) refusePast();
        return planOf(call, p, known, currency);
      },
      actor: call.actor,
    });
    return await subscriptionReply(world, call.business, subscription);
  },
});

/** Required fields of a plan. */
const ofPlan = ['Amount', 'Interval'] as const;

/** Sent values apply to this subscription; the others come from the plan, if there is one. */
function planOf({ business }: Call, p: Values, known: Plan | undefined, currency: Currency): Plan {
  const missing = known ? [] : ofPlan.filter((name) => p[name] === undefined);
  if (missing.length > 0) {
    throw new Refusal('wrong_fields', {
      details: missing.map((name) => fieldFault(name, notSent)),
    });
  }
  return {
    businessId: business.id,
    code: p.PlanCode ?? '',
    amountCents: p.Amount ?? known!.amountCents,
    currency,
    interval: p.Interval ? intervalWords[p.Interval] : known!.interval,
    discount: p.Discount ?? known?.discount ?? 0n,
    taxCents: p.Tax ?? known?.taxCents ?? 0n,
    trialDays: known?.trialDays ?? 0,
    periods: known?.periods,
  };
}

function contentOf(p: Values): Secret {
  const values = Object.entries(p).map(([name, value]) => [name, value?.toString()]);
  return new Secret(JSON.stringify(values));
}
