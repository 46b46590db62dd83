import type { Rhythm } from './calendar.ts';
import type { Interval } from './interval.ts';
import type { Terms } from './price.ts';
import type { SubscriptionState } from './state.ts';

/** A card or bank account that is charged once in every period. */
export type Subscription = Terms & {
  readonly businessId: bigint;
  /** The SubscriptionID of the wire. */
  readonly id: bigint;
  readonly customerId: bigint;
  readonly token: string;
  readonly planCode: string;
  readonly state: SubscriptionState;
  readonly interval: Interval;
  /** Left over from a change in the middle of a period: added to the next price, or taken off it. */
  readonly carryCents: bigint;
  readonly startsOn: Temporal.PlainDate;
  /** From which periods are counted, and the number of the one that begins then. */
  readonly firstOn: Temporal.PlainDate;
  readonly firstNumber: number;
  /** The period that begins next. */
  readonly nextNumber: number;
  /** How many were begun. */
  readonly charged: number;
  /** How many are to be; undefined: until somebody cancels. */
  readonly periods: number | undefined;
  readonly cancelsAtEnd: boolean;
  /** When its next period begins. */
  readonly dueAt: Date | undefined;
  readonly noticeAt: Date | undefined;
  /** The expiry of its card that was announced, as YYYY-MM. */
  readonly announcedExpiry: string | undefined;
  readonly pausedAt: Date | undefined;
  readonly requestFingerprint: Buffer;
  /** Counts its changes: who changes it must have seen this one. */
  readonly version: number;
  readonly createdAt: Date;
  readonly endedAt: Date | undefined;
};

/** A period that has begun. */
export type PeriodRow = {
  readonly businessId: bigint;
  readonly subscriptionId: bigint;
  readonly n: number;
  /** Undefined: it cost nothing. */
  readonly invoiceId: bigint | undefined;
  readonly state: PeriodState;
  readonly amountCents: bigint;
  /** What a whole one costs at the price at which its days that are left were charged. */
  readonly priceCents: bigint;
  /** What changes come to for those days: to be charged, or below 0 to be given back. */
  readonly changedCents: bigint;
  /** How much of that is in what its subscription carried over: what was given back already is not. */
  readonly carriedCents: bigint;
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate;
  /** How many of our tries were declined; the next has this number. */
  readonly tries: number;
  readonly epoch: number;
  readonly dueAt: Date | undefined;
  readonly givesUpAt: Date | undefined;
  readonly lastCode: string | undefined;
  readonly failedAt: Date | undefined;
  readonly createdAt: Date;
  readonly paidAt: Date | undefined;
  /** When another card was given for it last; forgotten when an older one is heard to be declined. */
  readonly cardAt: Date | undefined;
};

/** `processing`: a bank payment is on its way. `unpaid`: given up; whoever has its link may still pay it. */
export type PeriodState = 'open' | 'processing' | 'paid' | 'unpaid' | 'void';

export function rhythmOf(
  { firstOn, firstNumber, interval }: Pick<Subscription, 'firstOn' | 'firstNumber' | 'interval'>,
  timeZone: string,
): Rhythm {
  return { firstOn, firstNumber, interval, timeZone };
}

/** The number of its invoice: nobody else's, and the same whoever asks. That is what keeps it from being charged twice. */
export function orderNumberOf(subscriptionId: bigint, n: number): string {
  return `SUB-${subscriptionId}-${n + 1}`;
}

/**
 * Under which a try is charged: asked again, it is told its first answer, also where that was no. It begins with
 * what no header can carry, so that no caller's Idempotency-Key is the same.
 */
export function attemptKeyOf(subscriptionId: bigint, n: number, attempt: number): string {
  return `\n${orderNumberOf(subscriptionId, n)} ${attempt}`;
}
