import { intervalNames } from '../../../invoicing/subscriptions/calendar.ts';
import { nextCharge } from '../../../invoicing/subscriptions/next-charge.ts';
import { priceOf } from '../../../invoicing/subscriptions/price.ts';
import { storedSubscriptions, toSubscription } from '../../../invoicing/subscriptions/store.ts';
import {
  orderNumberOf,
  periodStates,
  type Subscription,
  subscriptionPeriods,
  subscriptionStates,
  subscriptions,
} from '../../../invoicing/subscriptions/subscription.ts';
import { currencies } from '../../../kernel/currency.ts';
import { isPayerKnown } from '../../../parties/customers/search.ts';
import { bool as boolColumn } from '../../../runtime/column.ts';
import { type RowOf, shape } from '../../../runtime/table.ts';
import type { V1Call } from '../endpoint.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, createdBetween, payerIs } from '../filters.ts';
import { filter, type Listing } from '../list.ts';
import { type CommonTexts, commonTexts, foundBy, idsByPayer, isOneOf, isSum } from '../search.ts';
import {
  bool,
  day,
  id,
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  sum,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { customerExpansion, customerShape } from './customer-view.ts';
import { planExpansion, planShape } from './plans.ts';

export const subscriptionShape = object(
  {
    id: text('The subscription.'),
    status: word('What it is by now.', subscriptionStates),
    customerId: text('The payer.'),
    token: text('The saved card or account that is charged.'),
    planCode: orNull(text('The plan that it was made from.')),
    amount: sum('Of each period, before discount and tax.'),
    currency: word('Of its amounts.', currencies),
    interval: word('How long a period is.', intervalNames),
    discount: integer('Taken off the amount, in hundredths of a percent.'),
    tax: sum('Added to each period after the discount.'),
    price: sum('What a whole period costs: amount less discount, and tax.'),
    carried: sum('Added to the next charge, or taken off it where it is below 0.'),
    startsOn: day('The first day, also of a trial.'),
    periods: orNull(integer('How many periods are charged; null: until it is canceled.')),
    periodsBegun: integer('How many have begun.'),
    cancelsAtEnd: bool('True if it ends with its period.'),
    nextChargeAt: orNull(moment('If nothing changes.')),
    nextChargeAmount: orNull(sum('If nothing changes.')),
    pausedAt: orNull(moment('When it was paused.')),
    createdAt: moment('When it was made.'),
    endedAt: orNull(moment('When it ended.')),
    customer: maybe(orNull(customerShape)),
    plan: maybe(orNull(planShape)),
  },
  { name: 'Subscription', doc: 'A saved card or account that is charged once in every period.' },
);

export function subscriptionWire(
  one: Subscription,
  { business }: Pick<V1Call, 'business'>,
): TypeOf<typeof subscriptionShape> {
  const next = nextCharge(one, business.timeZone);
  return {
    id: String(one.id),
    status: one.state,
    customerId: String(one.customerId),
    token: one.token,
    planCode: one.planCode || null,
    amount: Number(one.amountCents),
    currency: one.currency,
    interval: one.interval,
    discount: Number(one.discount),
    tax: Number(one.taxCents),
    price: Number(priceOf(one).dueCents),
    carried: Number(one.carryCents),
    startsOn: one.startsOn.toString(),
    periods: one.periods ?? null,
    periodsBegun: one.charged,
    cancelsAtEnd: one.cancelsAtEnd,
    nextChargeAt: next?.at.toISOString() ?? null,
    nextChargeAmount: next ? Number(next.cents) : null,
    pausedAt: one.pausedAt?.toISOString() ?? null,
    createdAt: one.createdAt.toISOString(),
    endedAt: one.endedAt?.toISOString() ?? null,
  };
}

/** Blank: it was made without a plan. */
const planOf = planExpansion(
  ({ planCode }: Pick<Subscription, 'planCode'>) => planCode || undefined,
);

export const subscriptionExpansions = { customer: customerExpansion, plan: planOf };

/** By its number, or by the order number of a period. */
function named(q: string, $: (value: unknown) => string): string[] {
  const [, ofPeriod, number = ofPeriod] = /^(?:SUB-(\d{1,18})-\d{1,9}|(\d{1,18}))$/.exec(q) ?? [];
  return number === undefined ? [] : [`select ${$(BigInt(number))}::int8`];
}

const planNamed = shape({ isPlan: boolColumn });
const ofMany = commonTexts({ payer: 's.customer_id' }, (q, $) => isOneOf('s.id', named(q, $)));

/** A plan has very many; plans are never removed. */
const common: CommonTexts = async (sql, q, searcher) => {
  const { isPlan } = await planNamed.readRow(
    sql,
    'select exists (select from plans where business_id = $1 and code = $2) as "isPlan"',
    [searcher.businessId, q],
  );
  if (!isPlan) return await ofMany(sql, q, searcher);
  return (_, $) =>
    [
      `s.plan_code = ${$(q)}`,
      ...isPayerKnown('s.customer_id', q, $),
      ...isOneOf('s.id', named(q, $)),
    ].join(' or ');
};

export const subscriptionListing: Listing<
  (typeof storedSubscriptions)['fields'],
  TypeOf<typeof subscriptionShape>
> = {
  rows: storedSubscriptions,
  select: storedSubscriptions.of('s'),
  from: 'subscriptions s',
  business: 's.business_id',
  key: [{ sql: 's.id', type: 'int8' }],
  // A search looks up the payer of each of them.
  looksAt: 10_000,
  filters: {
    status: filter(
      list(word('One or more.', subscriptionStates), 'Separated by commas.', 20),
      (value, $) => `s.state = any(${$(value)}::text[])`,
    ),
    customerId: payerIs('s.customer_id', id('The payer.')),
    planCode: columnIs('s.plan_code', text('The plan.', { maxLength: 100 })),
    token: columnIs('s.token', text('The saved card or account.', { maxLength: 100 })),
    interval: columnIs('s.billing_interval', word('How long a period is.', intervalNames)),
    ...createdBetween('s.created_at'),
  },
  search: {
    doc:
      'id; order number of a period; code of the plan; mail address, phone, first or last name of the payer, or the beginning of ' +
      'one of them.',
    isIndexed: () => true,
    where: (q, $) => foundBy('s.id', [...named(q, $), ...idsByPayer(q, $, 'subscriptions')]),
    common,
  },
  expand: subscriptionExpansions,
  item: subscriptionShape,
  wire: (row, call) => subscriptionWire(toSubscription(row), call),
};

/** The subscriptions that rows name. */
export const subscriptionExpansion = expansionTo(subscriptionListing, {
  sql: 's.id',
  type: 'int8',
  of: ({ id: key }) => key,
});

const periodShape = object(
  {
    number: integer('The first has 1.'),
    status: word('What it is by now.', periodStates),
    amount: sum('What is charged for it.'),
    currency: word('Of the amount.', currencies),
    startsOn: day('Its first day.'),
    endsOn: day('The day on which the next one begins.'),
    orderNumber: text('Of its invoice and its payments.'),
    invoiceId: orNull(text('Null: it cost nothing.')),
    declines: integer('How often its charge was declined.'),
    declineCode: orNull(text('Of the last decline.')),
    nextTryAt: orNull(moment('When it is charged next.')),
    givesUpAt: orNull(moment('When it is given up unless it is paid.')),
    failedAt: orNull(moment('When its charge was last declined.')),
    paidAt: orNull(moment('When it was paid.')),
    createdAt: moment('When it began.'),
  },
  { name: 'SubscriptionPeriod', doc: 'A period of a subscription that has begun.' },
);

const periodRow = subscriptionPeriods
  .omit('epoch', 'priceCents', 'changedCents', 'carriedCents', 'cardAt')
  .with({ currency: subscriptions.fields.currency });
const periodColumns = subscriptionPeriods
  .omit('epoch', 'priceCents', 'changedCents', 'carriedCents', 'cardAt')
  .of('p');

function periodWire(period: RowOf<typeof periodRow>): TypeOf<typeof periodShape> {
  return {
    number: period.n + 1,
    status: period.state,
    amount: Number(period.amountCents),
    currency: period.currency,
    startsOn: period.startsOn,
    endsOn: period.endsOn,
    orderNumber: orderNumberOf(period.subscriptionId, period.n),
    invoiceId: period.invoiceId === undefined ? null : String(period.invoiceId),
    declines: period.tries,
    declineCode: period.lastCode ?? null,
    nextTryAt: period.dueAt?.toISOString() ?? null,
    givesUpAt: (period.state === 'open' ? period.givesUpAt?.toISOString() : undefined) ?? null,
    failedAt: period.failedAt?.toISOString() ?? null,
    paidAt: period.paidAt?.toISOString() ?? null,
    createdAt: period.createdAt.toISOString(),
  };
}

export const periodListing: Listing<(typeof periodRow)['fields'], TypeOf<typeof periodShape>> = {
  rows: periodRow,
  select: `${periodColumns}, s.currency`,
  from: 'subscription_periods p',
  joins: 'join subscriptions s on s.business_id = p.business_id and s.id = p.subscription_id',
  business: 'p.business_id',
  where: ({ params }, $) =>
    `p.subscription_id = ${$(BigInt((params as Record<string, string>).subscriptionId!))}`,
  key: [{ sql: 'p.n', type: 'int4' }],
  filters: {
    status: columnIs('p.state', word('What it is.', periodStates)),
    invoiceId: columnIs('p.invoice_id', id('Its invoice.')),
    startsFrom: filter(
      day('On this day or later.'),
      (value, $) => `p.starts_on >= ${$(value)}::date`,
    ),
    startsTo: filter(day('Before this day.'), (value, $) => `p.starts_on < ${$(value)}::date`),
  },
  search: {
    doc: 'number, order number, id of the invoice, beginning of the amount, or code of the last decline.',
    where(q, $) {
      const any = [
        ...isSum('p.amount_cents', q, $),
        `p.last_code = ${$(q.toLowerCase())}`,
        `'SUB-' || p.subscription_id || '-' || p.n + 1 = ${$(q)}`,
      ];
      if (/^\d{1,9}$/.test(q)) any.push(`p.n = ${$(Number(q) - 1)}`);
      if (/^\d{1,18}$/.test(q)) any.push(`p.invoice_id = ${$(BigInt(q))}`);
      return any.join(' or ');
    },
  },
  item: periodShape,
  wire: periodWire,
};
