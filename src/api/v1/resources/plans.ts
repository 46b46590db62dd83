import { intervalNames } from '../../../invoicing/subscriptions/calendar.ts';
import {
  type Plan,
  plans,
  type StoredPlan,
  setPlan,
} from '../../../invoicing/subscriptions/plan.ts';
import { currencies } from '../../../kernel/currency.ts';
import { maxCents } from '../../../kernel/money.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import { identifier } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import {
  amount,
  currency,
  field,
  integer,
  maybe,
  moment,
  object,
  orNull,
  sum,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

export const planShape = object(
  {
    code: text('Your own name of the plan.'),
    amount: sum('Of each period, before discount and tax.'),
    currency: word('Of its amounts.', currencies),
    interval: word('How long a period is.', intervalNames),
    discount: integer('Taken off the amount, in hundredths of a percent.'),
    tax: sum('Added to each period after the discount.'),
    trialDays: integer('How long a subscription is free at first.'),
    periods: orNull(integer('How many periods are charged; null: until it is canceled.')),
    createdAt: moment('When it was made.'),
    updatedAt: moment('When it was last changed.'),
  },
  { name: 'Plan', doc: 'Terms from which subscriptions are made.' },
);

function planWire(plan: StoredPlan): TypeOf<typeof planShape> {
  return {
    code: plan.code,
    amount: Number(plan.amountCents),
    currency: plan.currency,
    interval: plan.interval,
    discount: plan.discount,
    tax: Number(plan.taxCents),
    trialDays: plan.trialDays,
    periods: plan.periods ?? null,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
  };
}

/** The terms of a price, in requests. */
export const priceFields = {
  amount: amount('Of each period, before discount and tax.'),
  interval: word('How long a period is.', intervalNames),
  discount: maybe(integer('Taken off the amount, in hundredths of a percent.', 0, 10_000)),
  tax: maybe(amount('Added to each period after the discount.', 0)),
};
export const lengthFields = {
  trialDays: maybe(integer('Days that are free at first; none when left out.', 0, 730)),
  periods: maybe(
    orNull(integer('How many periods are charged; without end when left out.', 1, 100_000)),
  ),
};
const code = field(identifier('Your own name of the plan.', 'externalId'));

type SentPrice = {
  readonly amount?: number | undefined;
  readonly interval?: Plan['interval'] | undefined;
  readonly discount?: number | undefined;
  readonly tax?: number | undefined;
};

/** Only the fields that were sent. */
export function priceOfSent({ amount: cents, interval, discount, tax }: SentPrice) {
  return {
    ...(cents !== undefined && { amountCents: BigInt(cents) }),
    ...(interval !== undefined && { interval }),
    ...(discount !== undefined && { discount: BigInt(discount) }),
    ...(tax !== undefined && { taxCents: BigInt(tax) }),
  };
}

const tooMuch = flaw('too_large', `must leave amount and tax together at most ${maxCents}`);

/** The limit of a payment: a price above it could never be paid. */
export function refuseTooMuch({ amountCents, taxCents }: Pick<Plan, 'amountCents' | 'taxCents'>) {
  if (amountCents + taxCents <= maxCents) return;
  throw new Refusal('wrong_fields', { details: [fieldFault('tax', tooMuch)] });
}

const listing: Listing<(typeof plans)['fields'], TypeOf<typeof planShape>> = {
  rows: plans,
  select: plans.of('l'),
  from: 'plans l',
  business: 'l.business_id',
  key: [
    { sql: 'l.created_at', type: 'timestamptz' },
    { sql: 'l.code', type: 'text' },
  ],
  filters: {
    interval: columnIs('l.billing_interval', word('How long a period is.', intervalNames)),
    currency: columnIs('l.currency', word('Of its amounts.', currencies)),
    ...createdBetween('l.created_at'),
  },
  search: {
    doc: 'the beginning of its code.',
    where: (q, $) => `starts_with(lower(l.code), lower(${$(q)}))`,
  },
  item: planShape,
  wire: planWire,
};

export const planExpansion = expansionTo(listing, {
  sql: 'l.code',
  type: 'text',
  of: ({ code: name }) => name,
});

const params = { code: text('The plan.', { maxLength: 100 }) };

async function planNamed(world: World, call: V1Call, name: string): Promise<StoredPlan> {
  const found = await plans.readOne(
    world.db,
    `select ${plans.columns} from plans where business_id = $1 and code = $2`,
    [call.business.id, name],
  );
  if (!found) throw new Refusal('not_found');
  return found;
}

const isTaken = flaw('taken', 'is that of another plan');

const createOne = endpoint({
  id: 'plans.create',
  method: 'POST',
  path: '/v1/plans',
  doc: 'Makes a plan, from which subscriptions are made.',
  right: 'charge',
  body: object(
    { code, ...priceFields, ...lengthFields, currency: maybe(currency) },
    { name: 'NewPlan' },
  ),
  answer: planShape,
  status: 201,
  isVersioned: true,
  needsServices: ['subscriptions'],
  refuses: ['service_not_included', 'busy'],
  async handle(world, call) {
    const { body, business, actor } = call;
    const terms = {
      businessId: business.id,
      code: body.code,
      currency: body.currency ?? business.currency,
      taxCents: 0n,
      amountCents: BigInt(body.amount),
      ...priceOfSent(body),
      trialDays: body.trialDays ?? 0,
      periods: body.periods ?? undefined,
    };
    refuseTooMuch(terms);
    await setPlan(world, terms, actor, (before) => {
      if (!before) return;
      throw new Refusal('wrong_fields', { details: [fieldFault('code', isTaken)] });
    });
    const headers = { Location: `/v1/plans/${encodeURIComponent(body.code)}` };
    return { body: planWire(await planNamed(world, call, body.code)), headers };
  },
});

const retrieveOne = endpoint({
  id: 'plans.retrieve',
  method: 'GET',
  path: '/v1/plans/{code}',
  doc: 'Returns a plan.',
  right: 'read',
  params,
  answer: planShape,
  refuses: ['not_found'],
  isVersioned: true,
  handle: async (world, call) => ({
    body: planWire(await planNamed(world, call, call.params.code)),
  }),
});

const updateOne = endpoint({
  id: 'plans.update',
  method: 'PATCH',
  path: '/v1/plans/{code}',
  doc: 'Changes what is sent of a plan. Subscriptions that were made from it do not change.',
  right: 'charge',
  params,
  body: object(
    {
      ...priceFields,
      amount: maybe(priceFields.amount),
      interval: maybe(priceFields.interval),
      ...lengthFields,
    },
    { name: 'PlanChange' },
  ),
  answer: planShape,
  isVersioned: true,
  needsServices: ['subscriptions'],
  refuses: ['not_found', 'changed_meanwhile', 'service_not_included', 'busy'],
  async handle(world, call) {
    const { body, business, actor } = call;
    const { trialDays, periods } = body;
    const changes = {
      businessId: business.id,
      code: call.params.code,
      ...priceOfSent(body),
      ...(trialDays !== undefined && { trialDays }),
      ...(periods !== undefined && { periods: periods ?? undefined }),
    };
    await setPlan(world, changes, actor, (before) => {
      if (!before) throw new Refusal('not_found');
      call.match(planWire(before));
      refuseTooMuch({ ...before, ...changes });
    });
    return { body: planWire(await planNamed(world, call, call.params.code)) };
  },
});

export const planEndpoints = [
  listEndpoint(
    { id: 'plans.list', path: '/v1/plans', doc: 'Lists plans, the newest first.' },
    listing,
  ),
  createOne,
  retrieveOne,
  updateOne,
];
