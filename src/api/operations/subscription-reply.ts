import type { Interval } from '../../invoicing/subscriptions/calendar.ts';
import { nextCharge } from '../../invoicing/subscriptions/next-charge.ts';
import { listPeriods } from '../../invoicing/subscriptions/period-store.ts';
import type { SubscriptionState } from '../../invoicing/subscriptions/subscription.ts';
import {
  orderNumberOf,
  type PeriodRow,
  type Subscription,
} from '../../invoicing/subscriptions/subscription.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { formatMoney } from '../../kernel/money.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { readInvoice } from '../../payments/open-invoice.ts';
import type { World } from '../../world.ts';
import { wireDate } from './dates.ts';
import { declineHeaders } from './decline-header.ts';
import type { Reply } from './operation.ts';

/** Intervals in words of the wire. */
export const intervalWords = {
  Daily: 'daily',
  Weekly: 'weekly',
  'Bi-Weekly': 'every_two_weeks',
  Monthly: 'monthly',
  'Bi-Monthly': 'every_two_months',
  Quarterly: 'quarterly',
  'Semi-Annually': 'every_half_year',
  Annually: 'yearly',
} as const satisfies Record<string, Interval>;

const stateWords: Readonly<Record<SubscriptionState, string>> = {
  scheduled: 'Scheduled',
  incomplete: 'Incomplete',
  incomplete_expired: 'IncompleteExpired',
  trialing: 'Trialing',
  active: 'Active',
  past_due: 'PastDue',
  unpaid: 'Unpaid',
  paused: 'Paused',
  canceled: 'Canceled',
  completed: 'Completed',
};

const messages: Partial<Readonly<Record<SubscriptionState, string>>> = {
  incomplete:
    'The subscription was made, but its first charge did not succeed; it waits for a payment by its link.',
  incomplete_expired: 'The subscription was never paid and is over.',
};

/** Its present state. */
export async function subscriptionReply(
  world: World,
  { timeZone }: Pick<Business, 'timeZone'>,
  one: Subscription,
): Promise<Reply> {
  const begun =
    one.charged > 0 ? await listPeriods(world.db, one.businessId, one.id, one.charged) : [];
  // The first period with a price, so that a replay gets the same answer.
  const first = begun.findLast(({ invoiceId }) => invoiceId !== undefined);
  const open = one.state === 'incomplete' ? await whyOpen(world, first) : undefined;
  const isGood = one.state !== 'incomplete' && one.state !== 'incomplete_expired';
  return {
    status: open === 'unknown' ? 202 : 200,
    ...(!isGood && { headers: declineHeaders(first?.lastCode) }),
    body: {
      IsSuccess: isGood,
      Message: open ? openWords[open] : (messages[one.state] ?? 'The subscription was made.'),
      Data: {
        SubscriptionID: String(one.id),
        NextChargeDate: nextChargeDate(one, timeZone),
        Status: stateWords[one.state],
      },
      OrderNumber: first ? orderNumberOf(one.id, first.n) : null,
      SMSID: null,
    },
  };
}

/** The reason why the first charge is neither approved nor declined yet; undefined: it was declined. */
async function whyOpen(
  { db }: World,
  first: PeriodRow | undefined,
): Promise<keyof typeof openWords | undefined> {
  if (first?.lastCode !== undefined) return undefined;
  const invoice = first?.invoiceId && (await readInvoice(db, first.businessId, first.invoiceId));
  // A charge under way holds its invoice until it has certainly taken no money.
  return invoice && invoice.state === 'open' ? 'not_charged' : 'unknown';
}

const openWords = {
  unknown:
    'The subscription was made, and it is being found out whether its first charge succeeded. Do not make it again.',
  not_charged:
    'The subscription was made, but its first charge could not be made: nothing was charged. It is tried again ' +
    'within the hour. Do not make it again.',
};

/** A subscription in the list of a customer. */
export function subscriptionData(
  one: Subscription,
  { timeZone, currency }: Pick<Business, 'timeZone' | 'currency'>,
): Readonly<Record<string, unknown>> {
  const [interval] = Object.entries(intervalWords).find(([, meant]) => meant === one.interval)!;
  return {
    SubscriptionID: String(one.id),
    PlanCode: one.planCode || null,
    Status: stateWords[one.state],
    Amount: formatMoney(one.amountCents),
    ...(one.currency !== currency && { Currency: one.currency }),
    Interval: interval,
    Discount: percentText(one.discount),
    Tax: formatMoney(one.taxCents),
    CardToken: one.token,
    StartDate: wireDate(one.startsOn),
    NextChargeDate: nextChargeDate(one, timeZone),
  };
}

function nextChargeDate(one: Subscription, timeZone: string): string | null {
  const charge = nextCharge(one, timeZone);
  return charge ? wireDate(todayIn(timeZone, charge.at)) : null;
}

function percentText(hundredths: bigint): string {
  return formatMoney(hundredths).replace(/\.?0+$/, '') || '0';
}
