import { textable } from '../base/phone.ts';
import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import { type Business, mayTakePayments } from '../businesses/business.ts';
import { eachByItsClock } from '../businesses/each-by-its-clock.ts';
import { readBusiness } from '../businesses/store.ts';
import type { Contact } from '../customers/customer.ts';
import { readContacts } from '../customers/store.ts';
import { charge } from '../payments/charge.ts';
import { billedOf } from '../payments/invoice.ts';
import { forgetKeptKey } from '../payments/kept-keys.ts';
import { type Invoice, readInvoices } from '../payments/open-invoice.ts';
import type { Line, Order } from '../payments/order.ts';
import { isSettled, type Payment } from '../payments/payment.ts';
import { tokenSource } from '../payments/token-source.ts';
import { readTokens, type StoredToken } from '../tokens/store.ts';
import { numberField } from '../tokens/token.ts';
import type { World } from '../world.ts';
import { readDueBusinesses } from './due-businesses.ts';
import { businessClosed, endAll } from './end-all.ts';
import type { Fact } from './fact.ts';
import { apply } from './follow.ts';
import { takeBackIfTaken } from './number-taken.ts';
import { postponePeriods, takeDuePeriods } from './period-store.ts';
import { lockSubscriptions, readSubscriptions } from './store.ts';
import { attemptKeyOf, orderNumberOf, type PeriodRow, type Subscription } from './subscription.ts';

/** Longer than a charge can last. */
const leaseMs = 10 * 60_000;
const lookAgainMs = 3_600_000;
const atOnce = 256;
/** How many such sets are under way: while one is written down, another one is asked for. */
const lanes = 3;

/**
 * Charges the periods that are due, of one business or of all; returns how many. What comes of a charge is not written
 * here: its event says so, whoever finished it (follow.ts).
 */
export async function chargeDue(world: World, only?: bigint): Promise<number> {
  const due = await readDueBusinesses(world.db, 'subscription_periods.due_at', world.now(), only);
  const frame = { only, failure: 'subscription.not_charged' };
  return await eachByItsClock(world, due, frame, (own, { id }) => chargeFor(own, id));
}

type Wish = {
  /** One subscription alone. */
  readonly only?: bigint;
  /** Also what somebody else is charging just now: how that ends is awaited. */
  readonly waits?: boolean;
  /** Which of the lanes this is. */
  readonly lane?: number;
};

/** Of one business. */
export async function chargeFor(
  world: World,
  businessId: bigint,
  { only, waits = false, lane = 1 }: Wish = {},
): Promise<number> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('subscriptions without their business');
  const until = later(world, leaseMs);
  const taking = { now: waits ? undefined : world.now(), until, limit: atOnce, only };
  const periods = await takeDuePeriods(world.db, businessId, taking); // committed
  if (periods.length === 0) return 0;
  const isFull = periods.length === atOnce && lane < lanes;
  const [more] = await Promise.all([
    isFull ? chargeFor(world, businessId, { lane: lane + 1 }) : 0,
    chargeTaken(world, business, periods),
  ]);
  return periods.length + more;
}

async function chargeTaken(
  world: World,
  business: Business,
  periods: readonly PeriodRow[],
): Promise<void> {
  if (business.state === 'closed') await endTaken(world, business, periods);
  const ends = mayTakePayments(business)
    ? await chargeAll(world, business, periods)
    : periods.map((period): End => ({ period, dueAt: later(world, lookAgainMs) }));
  await putDown(world, business, ends);
}

/** Whose business was closed meanwhile. */
async function endTaken(
  world: World,
  { id }: Business,
  periods: readonly PeriodRow[],
): Promise<void> {
  const ids = [...new Set(periods.map(({ subscriptionId }) => subscriptionId))];
  await world.db.begin(async (tx) => {
    await endAll(world, tx, id, await lockSubscriptions(tx, id, ids), businessClosed);
  });
}

/** What is put down here of a period that was not charged by us now: who looks again when, or why it cannot be. */
type End = { readonly period: PeriodRow } & (
  | { readonly dueAt: Date }
  | { readonly fact: Fact }
  | { readonly dueAt?: undefined; readonly fact?: undefined }
);

async function putDown(world: World, business: Business, ends: readonly End[]): Promise<void> {
  const waiting = ends.flatMap((end) => {
    return 'dueAt' in end && end.dueAt ? [{ ...end.period, dueAt: end.dueAt }] : [];
  });
  await postponePeriods(world.db, business.id, waiting);
  const facts = ends.flatMap((end) => ('fact' in end && end.fact ? [end.fact] : []));
  if (facts.length > 0) await world.db.begin((tx) => apply(world, tx, business, facts));
}

async function chargeAll(
  world: World,
  business: Business,
  periods: readonly PeriodRow[],
): Promise<End[]> {
  const wants = await readWants(world, business, periods);
  return await Promise.all(
    wants.map(async (want) => {
      const { period } = want;
      try {
        return await chargeOne(world, want);
      } catch (error) {
        // One that fails holds up no other; when its lease ends somebody looks again.
        const { businessId, subscriptionId } = period;
        world.log.error('subscription.not_charged', { businessId, subscriptionId, error });
        return { period };
      }
    }),
  );
}

type Want = {
  readonly business: Business;
  readonly period: PeriodRow;
  readonly subscription: Subscription | undefined;
  readonly invoice: Invoice | undefined;
  readonly stored: StoredToken | undefined;
  readonly number: Secret | Error | undefined;
  readonly contact: Contact | undefined;
};

/** All that is needed to charge them, in a few statements for all. */
async function readWants(
  world: World,
  business: Business,
  periods: readonly PeriodRow[],
): Promise<Want[]> {
  const { id: businessId } = business;
  const ids = [...new Set(periods.map(({ subscriptionId }) => subscriptionId))];
  const subscriptions = new Map(
    (await readSubscriptions(world.db, businessId, ids)).map((one) => [one.id, one]),
  );
  const invoiceIds = periods.flatMap(({ invoiceId }) => invoiceId ?? []);
  const invoices = new Map(
    (await readInvoices(world.db, businessId, invoiceIds)).map((one) => [one.id, one]),
  );
  const keys = periods.map(({ subscriptionId }) => {
    return { businessId, token: subscriptions.get(subscriptionId)?.token ?? '' };
  });
  const stored = await readTokens(world.db, keys);
  const cards = stored.flatMap((one) => (one?.token.kind === 'card' ? [one.token.token] : []));
  const records = cards.map((owner) => ({ businessId, owner, field: numberField.card }));
  const opened = await world.vault.openMany(world.db, records);
  const numbers = new Map(cards.map((owner, i) => [owner, opened[i]]));
  const people = periods.map(({ subscriptionId }) => {
    return { businessId, id: subscriptions.get(subscriptionId)?.customerId ?? 0n };
  });
  const contacts = await readContacts(world.db, people);
  return periods.map((period, i) => {
    const subscription = subscriptions.get(period.subscriptionId);
    const contact = contacts[i];
    const invoice = invoices.get(period.invoiceId ?? 0n);
    const number = numbers.get(subscription?.token ?? '');
    return { business, period, subscription, invoice, stored: stored[i], number, contact };
  });
}

async function chargeOne(world: World, want: Want): Promise<End> {
  const { business, period, stored, number } = want;
  if (!stored) return cannotBeCharged(world, period, 'unknown_token');
  if (number instanceof Error) throw number;
  if (number && !world.vault.sameFingerprint(stored.token.fingerprint, number)) {
    // It was replaced between the two looks: the next look sees the new one whole.
    return { period, dueAt: world.now() };
  }
  try {
    const { state, invoiceId } = await chargeAnew(world, orderOf(want, stored, number));
    if (invoiceId !== period.invoiceId) return await afterTaken(world, business, period);
    // Of one that is known its event tells; one that is not is found out about elsewhere, and told then.
    return isSettled(state) ? { period } : { period, dueAt: later(world, lookAgainMs) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await afterRefusal(world, business, period, error);
  }
}

/** What came to nothing before this look is only told, and then it is free to be tried. */
async function chargeAnew(world: World, order: Order): Promise<Payment> {
  const begunAt = world.now();
  const paid = await charge(world, order);
  const isTold = paid.state === 'canceled' && paid.createdAt < begunAt;
  return isTold ? await charge(world, order) : paid;
}

/** It was not charged by us now. Whether somebody else is at it, or nobody can, decides who looks again. */
async function afterRefusal(
  world: World,
  business: Business,
  period: PeriodRow,
  { code }: Refusal,
): Promise<End> {
  const { businessId, subscriptionId, n } = period;
  switch (code) {
    case 'token_disabled':
      return cannotBeCharged(world, period, code);
    case 'invoice_ended':
      return { period, fact: { subscriptionId, n, at: world.now(), what: 'taken_back' } };
    case 'order_number_reused':
      return await afterTaken(world, business, period);
    default:
      world.log.warn('subscription.put_off', { businessId, subscriptionId, code });
      return { period, dueAt: later(world, lookAgainMs) };
  }
}

/** Mostly somebody pays it by its link: the events of that say how it goes on. */
async function afterTaken(world: World, business: Business, period: PeriodRow): Promise<End> {
  const { businessId, subscriptionId, n, tries } = period;
  const end = await world.db.begin(async (tx) => {
    await lockSubscriptions(tx, businessId, [subscriptionId]);
    // Where they wished the same our try was answered with theirs: it is none of ours.
    await forgetKeptKey(
      tx,
      { businessId, kind: 'payment' },
      attemptKeyOf(subscriptionId, n, tries),
    );
    return await takeBackIfTaken(world, tx, business, period);
  });
  if (end === 'free') return { period };
  if (end !== 'taken_back') return { period, dueAt: later(world, lookAgainMs) };
  const orderNumber = orderNumberOf(subscriptionId, n);
  world.log.warn('subscription.number_taken', { businessId, subscriptionId, orderNumber });
  return { period };
}

/** Which is known without asking anybody. */
function cannotBeCharged(world: World, period: PeriodRow, code: string): End {
  const { subscriptionId, n, tries: attempt, epoch } = period;
  const failed = { what: 'failed', failure: 'hard', code, attempt, epoch } as const;
  return { period, fact: { subscriptionId, n, at: world.now(), ...failed } };
}

function orderOf(
  { business, period, subscription, invoice, contact }: Want,
  stored: StoredToken,
  number: Secret | undefined,
): Order {
  if (!subscription || !invoice || !contact) throw new Error('a period without what it is for');
  const { details } = invoice;
  const key = attemptKeyOf(subscription.id, period.n, period.tries);
  if (!details.bill || !details.period) throw new Error('an invoice of no period');
  return {
    business,
    isTest: false,
    orderNumber: invoice.orderNumber,
    retryKey: { key, content: new Secret(key) },
    amountCents: invoice.amountCents,
    capture: true,
    source: tokenSource(stored, number),
    wantsToken: false,
    newToken: undefined,
    customerId: subscription.customerId,
    // Of the customer, as they are now: somebody with the link may have written others into the invoice.
    contact,
    lines: details.lines.map((line): Line => ({ ...line, cents: BigInt(line.cents) })),
    description: details.description,
    externalId: undefined,
    invoiceExternalId: undefined,
    statementDescriptor: undefined,
    emailReceipt: contact.email !== '',
    smsReceipt: textable(contact.phone),
    invoice: { id: invoice.id, bill: { ...details.bill, to: billedOf(details) } },
    period: { ...details.period, attempt: period.tries },
  };
}

function later(world: World, ms: number): Date {
  return new Date(world.now().getTime() + ms);
}
