import type { Business } from '../../businesses/business.ts';
import { invoiceNumberOf } from '../../payments/invoice-number.ts';
import { readInvoices } from '../../payments/open-invoice.ts';
import { listMoves } from '../../subscriptions/move-store.ts';
import { beginsAnother, nextCharge } from '../../subscriptions/next-charge.ts';
import { listPeriods } from '../../subscriptions/period-store.ts';
import { priceOf } from '../../subscriptions/price.ts';
import {
  orderNumberOf,
  type PeriodRow,
  type Subscription,
} from '../../subscriptions/subscription.ts';
import { readTokens } from '../../tokens/store.ts';
import type { World } from '../../world.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { dollars } from '../money.ts';
import { percentOf } from '../plan/words.ts';
import { visible } from '../webhooks/visible.ts';
import { nameOf, sourceOf, subscription, subscriptionNamed, summary } from './named.ts';

const mostPeriods = 100;

export const subscriptionShow = houseCommand({
  doc:
    `Shows a subscription, its last ${mostPeriods} periods with their invoices and payments, and how it came ` +
    'into its state.',
  words: { subscription },
  async work(given, { subscription: key }) {
    const { world, business, found } = await subscriptionNamed(given, key);
    const { businessId, id } = found;
    const [stored] = await readTokens(world.db, [{ businessId, token: found.token }]);
    const source = sourceOf(stored);
    const periods = await periodsOf(world, found);
    const moves = await listMoves(world.db, businessId, id);
    const text = sections({
      '': factsOf(found, source, business),
      periods: rowsOf(periodHeadings, periods, periodCells),
      history: rowsOf(['at', 'from', 'to', 'by', 'why'], moves, (one) => [
        one.movedAt,
        one.fromState,
        one.toState,
        one.actor,
        visible(one.reason),
      ]),
    });
    return { data: { ...summary(found, business), source, periods, moves }, text };
  },
});

export function factsOf(
  one: Subscription,
  source: string | undefined,
  { timeZone }: Pick<Business, 'timeZone'>,
): string {
  return facts({
    subscription: nameOf(one),
    customer: one.customerId,
    plan: visible(one.planCode),
    state: one.state,
    'charged to': source,
    amount: dollars(one.amountCents),
    discount: one.discount > 0n ? percentOf(one.discount) : undefined,
    tax: one.taxCents > 0n ? dollars(one.taxCents) : undefined,
    'each period': dollars(priceOf(one).dueCents),
    ...carried(one),
    interval: one.interval,
    starts: one.startsOn.toString(),
    'first period': one.firstOn.toString(),
    'periods begun': one.charged,
    'periods agreed': one.periods,
    'next charge': nextCharge(one, timeZone)?.at,
    'ends with its period': one.cancelsAtEnd ? 'yes' : undefined,
    'its period ends': beginsAnother(one) ? undefined : one.dueAt,
    paused: one.pausedAt,
    made: one.createdAt,
    ended: one.endedAt,
  });
}

/** What a change left over; where nothing follows any more, somebody may have to settle it by hand. */
function carried({ carryCents: left, endedAt }: Subscription): Record<string, string | undefined> {
  if (left === 0n) return {};
  const added = endedAt ? 'never charged' : 'added to the next';
  const takenOff = endedAt ? 'never given back' : 'taken off the next';
  return left > 0n ? { [added]: dollars(left) } : { [takenOff]: dollars(-left) };
}

/** With the names under which they are found elsewhere. */
async function periodsOf({ db, vault }: World, { businessId, id }: Subscription) {
  const periods = await listPeriods(db, businessId, id, mostPeriods);
  const ids = periods.flatMap(({ invoiceId }) => invoiceId ?? []);
  const invoices = new Map((await readInvoices(db, businessId, ids)).map((one) => [one.id, one]));
  return periods.map((period) => {
    const { invoiceId } = period;
    if (invoiceId === undefined) return period;
    const invoice = {
      orderNumber: orderNumberOf(id, period.n),
      invoiceNumber: invoiceNumberOf(vault, businessId, invoiceId),
      paymentId: invoices.get(invoiceId)?.paymentId,
    };
    return { ...period, ...invoice };
  });
}

type Period = PeriodRow & {
  readonly orderNumber?: string;
  readonly invoiceNumber?: string;
  readonly paymentId?: bigint | undefined;
};

const periodHeadings = [
  'period',
  'from',
  'before',
  'state',
  'amount',
  'order',
  'invoice',
  'payment',
  'declines',
  'code',
  'next try',
  'given up',
];

function periodCells(one: Period) {
  return [
    one.n + 1,
    one.startsOn.toString(),
    one.endsOn.toString(),
    one.state,
    dollars(one.amountCents),
    one.orderNumber,
    one.invoiceNumber,
    one.paymentId,
    one.tries,
    one.lastCode,
    one.dueAt,
    one.givesUpAt,
  ];
}
