import { currencies } from '../../kernel/currency.ts';
import {
  bool,
  bytea,
  date,
  int2,
  int4,
  int8,
  named,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { intervalNames, type Rhythm } from './calendar.ts';

/**
 * The states that may follow each state; `move-store.ts` checks them. `apply-fact.ts` decides what payments change,
 * `change.ts` what people ask for. `incomplete`: the first charge failed and may be repeated for some hours.
 * `unpaid`: dunning is over, invoices stay open. `completed`: all agreed periods are paid and over.
 */
export const moves = {
  scheduled: ['trialing', 'active', 'incomplete', 'canceled'],
  incomplete: ['active', 'incomplete_expired'],
  incomplete_expired: [],
  trialing: ['active', 'paused', 'canceled'],
  active: ['past_due', 'paused', 'canceled', 'completed'],
  past_due: ['active', 'unpaid', 'canceled'],
  unpaid: ['active', 'canceled'],
  paused: ['trialing', 'active', 'unpaid', 'canceled'],
  canceled: [],
  completed: [],
} as const satisfies Record<string, readonly string[]>;

export type SubscriptionState = keyof typeof moves;
export const subscriptionStates = Object.keys(moves) as SubscriptionState[];

export function mayBecome(from: SubscriptionState, to: SubscriptionState): boolean {
  const next: readonly SubscriptionState[] = moves[from];
  return next.includes(to);
}

/** True in a final state. */
export function isOver(state: SubscriptionState): boolean {
  return moves[state].length === 0;
}

/** Lifetime of `incomplete`. Less than a day, because later the payer may have bought elsewhere. */
export const incompleteHours = 23;

export const subscriptions = table('subscriptions', {
  businessId: int8,
  /** The SubscriptionID of the wire. */
  id: int8,
  customerId: int8,
  token: text,
  planCode: text,
  state: oneOf(subscriptionStates),
  amountCents: int8,
  /** The currency of all its amounts, whatever the business charges in later. */
  currency: oneOf(currencies),
  interval: named('billing_interval', oneOf(intervalNames)),
  /** Share of the amount, in hundredths of a percent. */
  discount: int4,
  taxCents: int8,
  /** Rest of a change in the middle of a period: added to the next price, or taken off it. */
  carryCents: int8,
  startsOn: date,
  /** The first day of the period `firstNumber`, from which all others are counted. */
  firstOn: date,
  firstNumber: int4,
  /** The period that begins next. */
  nextNumber: int4,
  /** Number of periods that have begun. */
  charged: int4,
  /** Number of agreed periods; undefined: until it is canceled. */
  periods: optional(int4),
  cancelsAtEnd: bool,
  /** When its next period begins. */
  dueAt: optional(timestamptz),
  noticeAt: optional(timestamptz),
  /** The expiry of its card that was announced, as YYYY-MM. */
  announcedExpiry: optional(text),
  pausedAt: optional(timestamptz),
  idempotencyKey: optional(text),
  requestFingerprint: bytea,
  /** From which the address of its payer's page is derived; undefined: from its id. */
  pageId: optional(int8),
  /** Counts its changes: an update names the version that was read. */
  version: int4,
  createdAt: timestamptz,
  endedAt: optional(timestamptz),
});

type StoredSubscription = Omit<RowOf<typeof subscriptions>, 'idempotencyKey'>;
/** A card or bank account that is charged once in every period. */
export type Subscription = Omit<StoredSubscription, 'discount' | 'startsOn' | 'firstOn'> & {
  readonly discount: bigint;
  readonly startsOn: Temporal.PlainDate;
  readonly firstOn: Temporal.PlainDate;
};

/** The states that may follow each state. */
export const periodMoves = {
  open: ['processing', 'paid', 'unpaid', 'void'],
  /** A bank payment is on its way. */
  processing: ['open', 'paid', 'unpaid', 'void'],
  paid: ['open', 'processing', 'unpaid', 'void'],
  /** Given up; its pay link still works. */
  unpaid: ['open', 'processing', 'paid', 'void'],
  void: [],
} as const satisfies Record<string, readonly string[]>;
export type PeriodState = keyof typeof periodMoves;
export const periodStates = Object.keys(periodMoves) as PeriodState[];

export const subscriptionPeriods = table('subscription_periods', {
  businessId: int8,
  subscriptionId: int8,
  n: int4,
  /** Undefined: it cost nothing. */
  invoiceId: optional(int8),
  state: oneOf(periodStates),
  amountCents: int8,
  startsOn: date,
  endsOn: date,
  /** Declined attempts of ours; the next attempt has this number. */
  tries: int2,
  /** Fencing token of its lease. */
  epoch: int4,
  /** When it is charged; while it is being charged, the end of the lease. */
  dueAt: optional(timestamptz),
  /** When it is given up; of an unpaid one: when it is looked at next. */
  givesUpAt: optional(timestamptz),
  lastCode: optional(text),
  failedAt: optional(timestamptz),
  createdAt: timestamptz,
  paidAt: optional(timestamptz),
  /** Price of a whole period that the remaining days were last charged at. */
  priceCents: int8,
  /** Time of the last card replacement for it; cleared when an attempt with an older card is known to be declined. */
  cardAt: optional(timestamptz),
  /** Sum of the changes for the remaining days: to charge, or below 0 to credit. */
  changedCents: int8,
  /** The part of it that the subscription carries over: excludes earlier refunds. */
  carriedCents: int8,
});
/** A period that has begun. */
export type PeriodRow = Omit<RowOf<typeof subscriptionPeriods>, 'startsOn' | 'endsOn'> & {
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate;
};

export function rhythmOf(
  { firstOn, firstNumber, interval }: Pick<Subscription, 'firstOn' | 'firstNumber' | 'interval'>,
  timeZone: string,
): Rhythm {
  return { firstOn, firstNumber, interval, timeZone };
}

/** The order number of a period's invoice. It is derived from the period, so that each period is charged once. */
export function orderNumberOf(subscriptionId: bigint, n: number): string {
  return `SUB-${subscriptionId}-${n + 1}`;
}

/**
 * The idempotency key of an attempt: a repetition is a replay, also of a decline. It begins with a character that no
 * header can carry, so that no caller's Idempotency-Key is equal.
 */
export function attemptKeyOf(subscriptionId: bigint, n: number, attempt: number): string {
  return `\n${orderNumberOf(subscriptionId, n)} ${attempt}`;
}
