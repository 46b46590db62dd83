import { listMoves } from '../invoicing/subscriptions/move-store.ts';
import { beginsAnother, nextCharge } from '../invoicing/subscriptions/next-charge.ts';
import { listPeriods } from '../invoicing/subscriptions/period-store.ts';
import { priceOf } from '../invoicing/subscriptions/price.ts';
import { listSubscriptions, readSubscription } from '../invoicing/subscriptions/store.ts';
import {
  moves,
  orderNumberOf,
  type Subscription,
  type SubscriptionState,
} from '../invoicing/subscriptions/subscription.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { invoiceNumberOf } from '../payments/invoice-number.ts';
import { readInvoices } from '../payments/open-invoice.ts';
import { readTokens, type StoredToken } from '../payments/tokens/store.ts';
import type { World } from '../world.ts';
import { ExpectedError } from './command.ts';
import { type Output, show } from './data-command.ts';
import { type Facts, facts, money, nameOf, table } from './layout.ts';
import { list } from './list.ts';
import { type Key, object, objectOption, ofBusiness } from './names.ts';
import { percentOf } from './plan.ts';
import { oneOf } from './values.ts';
import { option } from './words.ts';

const mostPeriods = 100;

/** With the world by the clock of its business. */
export async function subscriptionNamed(world: World, key: Key) {
  const business = await readBusiness(world.db, key.businessId);
  const found = business && (await readSubscription(world.db, key.businessId, key.id));
  if (!found) throw new ExpectedError(`there is no subscription ${nameOf(key)}`);
  return { own: atClockOf(world, business), business, found };
}

/** Such as `visa …4242`: a token is never shown, since one could pay with it. */
function sourceOf(stored: StoredToken | undefined): string | undefined {
  if (!stored) return undefined;
  const { token, isDisabled } = stored;
  const kind = token.kind === 'card' ? token.brand : 'bank account';
  return `${kind} …${token.last4}${isDisabled ? ', disabled' : ''}`;
}

/** The fields of it that an operator sees. */
function summary(one: Subscription, { timeZone }: Pick<Business, 'timeZone'>) {
  const { token: _, requestFingerprint: __, ...shown } = one;
  return { ...shown, nextChargeAt: nextCharge(one, timeZone)?.at };
}

function factsOf(
  one: Subscription,
  source: string | undefined,
  { timeZone }: Pick<Business, 'timeZone'>,
): Facts {
  return {
    subscription: nameOf(one),
    customer: one.customerId,
    plan: one.planCode,
    state: one.state,
    'charged to': source,
    amount: money(one.amountCents, one.currency),
    discount: one.discount > 0n ? percentOf(one.discount) : undefined,
    tax: one.taxCents > 0n ? money(one.taxCents, one.currency) : undefined,
    'each period': money(priceOf(one).dueCents, one.currency),
    ...carried(one),
    interval: one.interval,
    starts: one.startsOn,
    'first period': one.firstOn,
    'periods begun': one.charged,
    'periods agreed': one.periods,
    'next charge': nextCharge(one, timeZone)?.at,
    'ends with its period': one.cancelsAtEnd ? 'yes' : undefined,
    'its period ends': beginsAnother(one) ? undefined : one.dueAt,
    paused: one.pausedAt,
    made: one.createdAt,
    ended: one.endedAt,
  };
}

/** The balance that a change left. If no further period follows, it may have to be settled by hand. */
function carried({ carryCents: left, endedAt, currency }: Subscription) {
  if (left === 0n) return {};
  const added = endedAt ? 'never charged' : 'added to the next';
  const takenOff = endedAt ? 'never refunded' : 'taken off the next';
  return left > 0n ? { [added]: money(left, currency) } : { [takenOff]: money(-left, currency) };
}

/** The output for a subscription that was just created or changed. */
export async function subscriptionOutput(
  world: Pick<World, 'db'>,
  business: Business,
  one: Subscription,
  { text, ...data }: { readonly text: string; readonly [more: string]: unknown },
): Promise<Output> {
  const [stored] = await readTokens(world.db, [{ businessId: business.id, token: one.token }]);
  const source = sourceOf(stored);
  return {
    data: { ...summary(one, business), source, ...data },
    text: `${text}\n${facts(factsOf(one, source, business))}`,
  };
}

/** The periods with the invoices and payments by which they are found elsewhere. */
async function periodsOf({ db, vault }: World, { businessId, id }: Subscription) {
  const periods = await listPeriods(db, businessId, id, mostPeriods);
  const ids = periods.flatMap(({ invoiceId }) => invoiceId ?? []);
  const invoices = new Map((await readInvoices(db, businessId, ids)).map((one) => [one.id, one]));
  return periods.map((period) => {
    const { invoiceId } = period;
    const isInvoiced = invoiceId !== undefined;
    return {
      ...period,
      orderNumber: isInvoiced ? orderNumberOf(id, period.n) : undefined,
      invoiceNumber: isInvoiced ? invoiceNumberOf(vault, businessId, invoiceId) : undefined,
      paymentId: isInvoiced ? invoices.get(invoiceId)?.paymentId : undefined,
    };
  });
}

export const subscriptionCommands = {
  'subscription list': list({
    doc: 'Lists the subscriptions of a business',
    of: 'subscriptions',
    filters: {
      business: ofBusiness,
      state: option('STATE', oneOf(Object.keys(moves) as SubscriptionState[])),
      customer: objectOption,
    },
    async rows({ db }, { business, state, customer, before, limit }) {
      const filter = { customerId: customer?.id, state, before: before?.id, most: limit };
      const found = await listSubscriptions(db, business.id, filter);
      return found.map((one) => summary(one, business));
    },
    columns: {
      subscription: (one) => nameOf(one),
      customer: 'customerId',
      plan: 'planCode',
      state: 'state',
      amount: (one) => money(one.amountCents, one.currency),
      interval: 'interval',
      'next charge': 'nextChargeAt',
      made: 'createdAt',
    },
    json: (subscriptions, { business }) => ({ business: business.id, subscriptions }),
  }),
  'subscription show': show({
    doc: `Shows a subscription, its last ${mostPeriods} periods with their invoices and payments, and its history.`,
    words: { subscription: object },
    async read(world, { subscription: key }) {
      const { own, business, found } = await subscriptionNamed(world, key);
      const [stored] = await readTokens(world.db, [{ ...key, token: found.token }]);
      return {
        found,
        business,
        source: sourceOf(stored),
        periods: await periodsOf(own, found),
        moves: (await listMoves(world.db, key.businessId, key.id)).map((move) => {
          return { ...move, fromState: move.fromState ?? null };
        }),
      };
    },
    json: ({ found, business, ...data }) => ({ ...summary(found, business), ...data }),
    parts: ({ found, business, ...data }) => ({
      '': factsOf(found, data.source, business),
      periods: table(
        {
          period: (one) => one.n + 1,
          from: 'startsOn',
          before: 'endsOn',
          state: 'state',
          amount: (one) => money(one.amountCents, found.currency),
          order: 'orderNumber',
          invoice: 'invoiceNumber',
          payment: 'paymentId',
          declines: 'tries',
          code: 'lastCode',
          'next try': 'dueAt',
          'given up': (one) => (one.state === 'open' ? one.givesUpAt : undefined),
        },
        data.periods,
      ),
      history: table(
        { at: 'movedAt', from: 'fromState', to: 'toState', by: 'actor', why: 'reason' },
        data.moves,
      ),
    }),
  }),
} as const;
