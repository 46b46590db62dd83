import { todayIn } from '../base/calendar.ts';
import { formatMoney } from '../base/money.ts';
import type { Business } from '../businesses/business.ts';
import { readInvoice } from '../payments/open-invoice.ts';
import type { Interval } from '../subscriptions/interval.ts';
import { nextCharge } from '../subscriptions/next-charge.ts';
import { listPeriods } from '../subscriptions/period-store.ts';
import type { SubscriptionState } from '../subscriptions/state.ts';
import { orderNumberOf, type PeriodRow, type Subscription } from '../subscriptions/subscription.ts';
import type { World } from '../world.ts';
import type { Reply } from './operation.ts';

/** The words of the wire for how long a period is. */
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

/** As it stands now. */
export async function subscriptionReply(
  world: World,
  { timeZone }: Pick<Business, 'timeZone'>,
  one: Subscription,
): Promise<Reply> {
  const begun =
    one.charged > 0 ? await listPeriods(world.db, one.businessId, one.id, one.charged) : [];
  // Of the first that costs anything: whoever asks again hears what they heard before.
  const first = begun.findLast(({ invoiceId }) => invoiceId !== undefined);
  const open = one.state === 'incomplete' ? await whyOpen(world, first) : undefined;
  return {
    status: open === 'unknown' ? 202 : 200,
    body: {
      IsSuccess: one.state !== 'incomplete' && one.state !== 'incomplete_expired',
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

/** Why nobody said yes or no to its first charge yet; undefined: somebody said no. */
async function whyOpen(
  { db }: World,
  first: PeriodRow | undefined,
): Promise<keyof typeof openWords | undefined> {
  if (first?.lastCode !== undefined) return undefined;
  const invoice = first?.invoiceId && (await readInvoice(db, first.businessId, first.invoiceId));
  // A charge that was begun holds its invoice until it is certain that it took nothing.
  return invoice && invoice.state === 'open' ? 'not_charged' : 'unknown';
}

const openWords = {
  unknown:
    'The subscription was made, and it is being found out whether its first charge succeeded. Do not make it again.',
  not_charged:
    'The subscription was made, but its first charge could not be made: nothing was charged. It is tried again ' +
    'within the hour. Do not make it again.',
};

/** One of those that a customer has. */
export function subscriptionData(
  one: Subscription,
  timeZone: string,
): Readonly<Record<string, unknown>> {
  const [interval] = Object.entries(intervalWords).find(([, meant]) => meant === one.interval)!;
  return {
    SubscriptionID: String(one.id),
    PlanCode: one.planCode || null,
    Status: stateWords[one.state],
    Amount: formatMoney(one.amountCents),
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

/** As dates are sent: MM-DD-YYYY. */
function wireDate(day: Temporal.PlainDate): string {
  const [year, month, date] = day.toString().split('-');
  return `${month}-${date}-${year}`;
}

function percentText(hundredths: bigint): string {
  return formatMoney(hundredths).replace(/\.?0+$/, '') || '0';
}
