import { type Interval, intervals } from '../invoicing/subscriptions/calendar.ts';
import { listPlans, type Plan, readPlan, setPlan } from '../invoicing/subscriptions/plan.ts';
import type { Terms } from '../invoicing/subscriptions/price.ts';
import { lengths } from '../kernel/lengths.ts';
import { formatMoney, maxCents, parseAmountToPay, parseMoney } from '../kernel/money.ts';
import { parsePercentage } from '../kernel/percentage.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { refuseWithout } from '../parties/businesses/offering.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { type Columns, money, table } from './layout.ts';
import { catalogue } from './list.ts';
import { ofBusiness } from './names.ts';
import { oneOf, verbatim, wholeNumber } from './values.ts';
import { type Options, option, positional } from './words.ts';

export const planCode = verbatim(lengths.externalId);

const intervalNames = Object.keys(intervals) as Interval[];

/** The price of a period and its length. */
export const priceWords = {
  amount: option('12.50', parseAmountToPay),
  interval: option(intervalNames.join('|'), oneOf(intervalNames)),
  discount: option('PERCENT', parsePercentage),
  tax: option('0.50', parseMoney),
};

/** Only the given fields. */
export function priceIn(given: Options<typeof priceWords>) {
  const { amount: amountCents, interval, discount, tax: taxCents } = given;
  const all = { amountCents, interval, discount, taxCents };
  const there = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Partial<Terms> & { readonly interval?: Interval };
}

/** An invoice has room for no more. */
export function refuseTooMuch({ amountCents, taxCents, currency }: Price) {
  const cents = amountCents + taxCents;
  if (cents <= maxCents) return;
  const [sum, most] = [money(cents, currency), money(maxCents, currency)];
  throw new ExpectedError(`amount and tax are ${sum} together: they must be at most ${most}`);
}

type Price = Pick<Plan, 'amountCents' | 'taxCents' | 'currency'>;

export async function planNamed(
  sql: Parameters<typeof readPlan>[0],
  businessId: bigint,
  code: string,
): Promise<Plan> {
  const found = await readPlan(sql, businessId, code);
  if (!found) throw new ExpectedError(`business ${businessId} has no plan ${code}: see plan set`);
  return found;
}

export function percentOf(hundredths: bigint): string {
  return `${money(hundredths)} %`;
}

const columns: Columns<Plan> = {
  plan: 'code',
  amount: (one) => formatMoney(one.amountCents, one.currency),
  currency: 'currency',
  interval: 'interval',
  discount: (one) => percentOf(one.discount),
  tax: (one) => formatMoney(one.taxCents, one.currency),
  'trial days': 'trialDays',
  periods: (one) => one.periods ?? 'no end',
};

export const planCommands = {
  'plan list': catalogue({
    doc: 'Lists the plans of a business, from which subscriptions are made',
    of: 'plans',
    filters: { business: ofBusiness },
    rows: async ({ db }, { business }) => await listPlans(db, business.id),
    columns,
    json: (plans, { business }) => ({ business: business.id, plans }),
  }),
  'plan set': dataCommand({
    doc:
      'Creates a plan, or changes what is given of it. Subscriptions that were made from it do not change. --periods is ' +
      'the number of charges, 0 for no end.',
    words: {
      code: positional('CODE', planCode),
      business: ofBusiness,
      ...priceWords,
      trialDays: option('N', wholeNumber(0, 730)),
      periods: option('N', wholeNumber(0, 100_000)),
    },
    async work(world, { business, code, trialDays, periods, ...price }, actor) {
      refuseWithout(business, 'subscriptions');
      const before = await readPlan(world.db, business.id, code);
      const changes = {
        businessId: business.id,
        code,
        currency: before?.currency ?? business.currency,
        ...priceIn(price),
        ...(trialDays === undefined ? {} : { trialDays }),
        ...(periods === undefined ? {} : { periods: periods === 0 ? undefined : periods }),
      };
      refuseTooMuch({ amountCents: 0n, taxCents: 0n, ...before, ...changes });
      const set = await setPlan(atClockOf(world, business), changes, actor);
      if (!set) throw new UsageError('a new plan needs --amount and --interval');
      const { plan, isNew } = set;
      return {
        data: { ...plan, isNew },
        text: `${isNew ? 'Made' : 'Changed'}:\n${table(columns, [plan])}`,
      };
    },
  }),
} as const;
