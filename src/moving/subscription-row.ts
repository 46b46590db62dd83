import {
  dueMoment,
  type Interval,
  intervalNames,
  scheduleBefore,
  stepsBetween,
} from '../invoicing/subscriptions/calendar.ts';
import { noticeBefore, trialOf } from '../invoicing/subscriptions/notice.ts';
import type { Plan } from '../invoicing/subscriptions/plan.ts';
import {
  isOver,
  type Subscription,
  subscriptionStates,
} from '../invoicing/subscriptions/subscription.ts';
import { todayIn } from '../kernel/calendar.ts';
import { currencies } from '../kernel/currency.ts';
import { lengths } from '../kernel/lengths.ts';
import { maxCents } from '../kernel/money.ts';
import type { Business } from '../parties/businesses/business.ts';
import { customerName } from './customer-names.ts';
import { moment, optional, ownId, required, type Valued } from './fields.ts';
import { cents, day, oneOf, trueOrFalse, wholeFrom } from './values.ts';

const most = Number(maxCents);

export const fields = {
  id: required(ownId(lengths.externalId)),
  /** The id of the customer, as customers were imported. */
  customer: required(customerName),
  /** The id of the card or account, as tokens were imported, or a token here. */
  token: required(ownId(lengths.externalId)),
  /** The code of a plan here. Terms that the row lacks come from the plan. */
  plan: optional(ownId(lengths.externalId), undefined),
  state: optional(oneOf(subscriptionStates), 'active'),
  amountCents: optional(cents, undefined),
  currency: optional(oneOf(currencies), undefined),
  interval: optional(oneOf(intervalNames), undefined),
  discountBasisPoints: optional(wholeFrom(0, 10_000), undefined),
  taxCents: optional(wholeFrom(0, most), undefined),
  /** The first day of the trial, if there is one. */
  startsOn: optional(day, undefined),
  trialEndsOn: optional(day, undefined),
  /** The first day of the period that is charged next. */
  nextChargeOn: optional(day, undefined),
  /** From which all periods are counted. */
  anchorOn: optional(day, undefined),
  periodsLeft: optional(wholeFrom(0, 100_000), undefined),
  cancelsAtEnd: optional(trueOrFalse, false),
  carryCents: optional(wholeFrom(-most, most), 0),
  createdAt: optional(moment, undefined),
  endedAt: optional(moment, undefined),
};
export type Row = Valued<typeof fields>;

/** All of a subscription but its name here. */
export type ReadRow = Omit<
  Subscription,
  'businessId' | 'id' | 'customerId' | 'token' | 'requestFingerprint'
>;

/** The subscription of a row, or why it is refused. */
export function readRow(
  row: Row,
  { timeZone, currency }: Pick<Business, 'timeZone' | 'currency'>,
  plan: Plan | undefined,
  now: Date,
): ReadRow | string {
  if (row.state === 'incomplete')
    return 'state incomplete: its first charge is not paid, so it never began';
  if (row.state === 'unpaid')
    return 'state unpaid: what it owes is settled where it comes from, and nothing is charged before';
  const amountCents = row.amountCents ?? plan?.amountCents;
  if (amountCents === undefined) return 'amountCents is missing, and there is no plan';
  const own = row.currency ?? plan?.currency ?? currency;
  if (plan && plan.currency !== own) {
    // Its sums are of the plan's currency, so the row must have its own.
    if (row.amountCents === undefined) return missingIn('amountCents', plan);
    if (row.taxCents === undefined && plan.taxCents > 0n) return missingIn('taxCents', plan);
  }
  const interval = row.interval ?? plan?.interval;
  if (interval === undefined) return 'interval is missing, and there is no plan';
  const taxCents = BigInt(row.taxCents ?? plan?.taxCents ?? 0);
  if (BigInt(amountCents) + taxCents > maxCents)
    return `amountCents and taxCents must be at most ${maxCents} together`;
  const isNew = row.state === 'scheduled' || row.state === 'trialing';
  const isEndless = plan?.periods === undefined || isNew || isOver(row.state);
  if (row.periodsLeft === undefined && !isEndless)
    return `periodsLeft is missing, and plan ${plan?.code} has ${plan?.periods} periods`;
  const dates = datesOf({ ...row, interval }, timeZone, now);
  if (typeof dates === 'string') return dates;
  const { state, cancelsAtEnd, endedAt, createdAt } = row;
  const madeAt = createdAt !== undefined && createdAt < now ? createdAt : now;
  return {
    ...dates,
    planCode: row.plan ?? '',
    state,
    amountCents: BigInt(amountCents),
    currency: own,
    interval,
    discount: BigInt(row.discountBasisPoints ?? plan?.discount ?? 0),
    taxCents,
    carryCents: BigInt(row.carryCents),
    nextNumber: 0,
    charged: 0,
    periods: row.periodsLeft ?? (isNew ? plan?.periods : undefined),
    cancelsAtEnd: cancelsAtEnd && dates.dueAt !== undefined,
    announcedExpiry: undefined,
    pausedAt: state === 'paused' ? now : undefined,
    pageId: undefined,
    version: 1,
    createdAt: madeAt,
    endedAt: isOver(state) ? (endedAt ?? madeAt) : undefined,
  };
}

function missingIn(name: string, { code, currency }: Plan): string {
  return `${name} is missing, and plan ${code} is in ${currency}`;
}

type Dates = Pick<Subscription, 'startsOn' | 'firstOn' | 'firstNumber' | 'dueAt' | 'noticeAt'>;
type DatedRow = Row & { readonly interval: Interval };

/** Its next period has number 0, so those before it, which were charged elsewhere, have numbers below. */
function datesOf(row: DatedRow, timeZone: string, now: Date): Dates | string {
  const today = todayIn(timeZone, now);
  const { state, trialEndsOn, interval } = row;
  if (isOver(state)) {
    const firstOn = row.anchorOn ?? row.startsOn ?? row.nextChargeOn ?? today;
    const startsOn = row.startsOn ?? firstOn;
    return { startsOn, firstOn, firstNumber: 0, dueAt: undefined, noticeAt: undefined };
  }
  const isTrial = state === 'trialing' || (state === 'paused' && trialEndsOn !== undefined);
  if (state === 'scheduled' || isTrial) return datesOfNew(row, isTrial, today, timeZone, now);
  if (trialEndsOn !== undefined) return `trialEndsOn does not go with the state ${state}`;
  const isPaused = state === 'paused';
  const nextOn = row.nextChargeOn ?? (isPaused ? row.anchorOn : undefined);
  if (nextOn === undefined)
    return isPaused ? 'nextChargeOn and anchorOn are missing' : 'nextChargeOn is missing';
  if (!isPaused && isBefore(nextOn, today)) return inThePast;
  if (state === 'past_due' && row.periodsLeft === 0)
    return 'state past_due, and no period is left: what it owes is settled where it comes from';
  const anchorOn = row.anchorOn ?? nextOn;
  const steps = stepsBetween(anchorOn, nextOn, interval);
  if (steps === undefined)
    return `nextChargeOn is no day on which a period begins that is counted ${interval} from anchorOn`;
  const schedule =
    steps > 0 ? { firstOn: anchorOn, firstNumber: -steps } : scheduleBefore(nextOn, interval, 0);
  const startsOn = row.startsOn ?? anchorOn;
  if (isBefore(nextOn, startsOn)) return 'startsOn must not be after nextChargeOn';
  if (isPaused) return { ...schedule, startsOn, dueAt: undefined, noticeAt: undefined };
  const dueAt = dueMoment({ timeZone }, nextOn);
  return { ...schedule, startsOn, dueAt, noticeAt: noticeBefore(dueAt, now) };
}

/** One that was never charged. */
function datesOfNew(
  row: DatedRow,
  isTrial: boolean,
  today: Temporal.PlainDate,
  timeZone: string,
  now: Date,
): Dates | string {
  const { state, trialEndsOn, nextChargeOn, anchorOn } = row;
  const firstOn = trialEndsOn ?? nextChargeOn;
  if (firstOn === undefined) return 'nextChargeOn is missing';
  if ([nextChargeOn, anchorOn].some((one) => one !== undefined && !one.equals(firstOn)))
    return 'trialEndsOn, nextChargeOn and anchorOn must be the same day before the first charge';
  if (state !== 'paused' && isBefore(firstOn, today)) return inThePast;
  const startsOn = row.startsOn ?? (isTrial && isBefore(today, firstOn) ? today : firstOn);
  if (isBefore(firstOn, startsOn)) return 'startsOn must not be after nextChargeOn';
  const days = startsOn.until(firstOn).days;
  const first = { startsOn, firstOn, firstNumber: 0 };
  if (state === 'paused') return { ...first, dueAt: undefined, noticeAt: undefined };
  const dueAt = dueMoment({ timeZone }, state === 'scheduled' ? startsOn : firstOn);
  const { announceAt } = trialOf({ timeZone }, startsOn, days);
  return { ...first, dueAt, noticeAt: days > 0 ? announceAt : noticeBefore(dueAt, now) };
}

const inThePast =
  'nextChargeOn must not be in the past: it may have been charged where it comes from';

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0;
}
