import { textable } from '../../kernel/phone.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readContacts } from '../../parties/customers/store.ts';
import { charge } from '../../payments/charge.ts';
import type { Charged } from '../../payments/finish.ts';
import { billedOf } from '../../payments/invoice.ts';
import { type Invoice, readInvoices } from '../../payments/open-invoice.ts';
import type { Line, Order } from '../../payments/order.ts';
import { isSettled } from '../../payments/payment.ts';
import { tokenSource } from '../../payments/source.ts';
import { countOpenings } from '../../payments/tokens/count-openings.ts';
import { readTokens, type StoredToken } from '../../payments/tokens/store.ts';
import { isHeldCard, numberField } from '../../payments/tokens/token.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { World } from '../../world.ts';
import { withLinks } from '../pay-links/link-for-invoice.ts';
import { mayRenew } from './begin-due.ts';
import {
  afterRefusal,
  afterTaken,
  cannotBeCharged,
  type End,
  later,
  retryMs,
} from './charge-refused.ts';
import { apply } from './follow.ts';
import { businessClosed, endAll } from './open-periods.ts';
import { postponePeriods, takeDuePeriods } from './period-store.ts';
import { lockSubscriptions, readSubscriptions } from './store.ts';
import { attemptKeyOf, type PeriodRow, type Subscription } from './subscription.ts';

/** Longer than a charge can last. */
const leaseMs = 10 * 60_000;
const atOnce = 256;
/** Batches under way: while one is written, another is sent to the processor. */
const lanes = 3;
const charging = { table: 'subscription_periods', dueAt: 'due_at' };

/**
 * Charges the periods that are due, of one business or of all; returns how many. The result of a charge is not written
 * here: follow.ts writes it when the payment's event arrives.
 */
export async function chargeDue(world: World, only?: bigint): Promise<number> {
  const due = await readBusinessesDue(world.db, charging, world.now(), only);
  const frame = { only, failure: 'subscription.not_charged' };
  return await eachByItsClock(world, due, frame, (own, { id }) => chargeFor(own, id));
}

type Options = {
  /** One subscription alone. */
  readonly only?: bigint;
  /** Also periods that another worker has just locked: waits for the locks. */
  readonly waits?: boolean;
  /** From 1 to `lanes`. */
  readonly lane?: number;
};

/** Charges the due periods of one business. */
export async function chargeFor(
  world: World,
  businessId: bigint,
  { only, waits = false, lane = 1 }: Options = {},
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
  const ends = mayRenew(business)
    ? await chargeAll(world, business, periods)
    : periods.map((period): End => ({ period, dueAt: later(world, retryMs) }));
  await writeEnds(world, business, ends);
}

/** The business was closed after the periods were leased. */
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

async function writeEnds(world: World, business: Business, ends: readonly End[]): Promise<void> {
  const waiting = ends.flatMap((end) => {
    return 'dueAt' in end && end.dueAt ? [{ ...end.period, dueAt: end.dueAt }] : [];
  });
  await postponePeriods(world.db, business.id, waiting);
  const facts = ends.flatMap((end) => ('fact' in end && end.fact ? [end.fact] : []));
  if (facts.length === 0) return;
  await withLinks(world, business.id, (tx) => apply(world, tx, business, facts));
}

async function chargeAll(
  world: World,
  business: Business,
  periods: readonly PeriodRow[],
): Promise<End[]> {
  const charges = await readCharges(world, business, periods);
  return await Promise.all(
    charges.map(async (periodCharge) => {
      const { period } = periodCharge;
      const { tracing } = world.telemetry;
      try {
        return await tracing.begin('charge subscription', period, () =>
          chargeOne(world, periodCharge),
        );
      } catch (error) {
        // A failure delays no other period; this one is tried again when its lease ends.
        const { businessId, subscriptionId } = period;
        world.log.error('subscription.not_charged', { businessId, subscriptionId, error });
        return { period };
      }
    }),
  );
}

type PeriodCharge = {
  readonly business: Business;
  readonly period: PeriodRow;
  readonly subscription: Subscription | undefined;
  readonly invoice: Invoice | undefined;
  readonly stored: StoredToken | undefined;
  readonly number: Secret | Error | undefined;
  readonly contact: Contact | undefined;
};

/** Everything that the charges need, read in a few statements for all periods. */
async function readCharges(
  world: World,
  business: Business,
  periods: readonly PeriodRow[],
): Promise<PeriodCharge[]> {
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
  const cards = stored.flatMap((one) => {
    const isHere = one?.token.kind === 'card' && !isHeldCard(one.token);
    return isHere ? [one.token.token] : [];
  });
  const records = cards.map((owner) => ({ businessId, owner, field: numberField.card }));
  const at = world.now();
  await countOpenings(
    world.db,
    cards.map((token) => ({ businessId, token, at })),
  );
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

async function chargeOne(world: World, periodCharge: PeriodCharge): Promise<End> {
  const { business, period, stored, number } = periodCharge;
  if (!stored) return cannotBeCharged(world, period, 'unknown_token');
  if (number instanceof Error) throw number;
  if (number && !world.vault.sameFingerprint(stored.token.fingerprint, number)) {
    // The card was replaced between the two reads: the next attempt reads the new one.
    return { period, dueAt: world.now() };
  }
  try {
    const order = orderOf(periodCharge, stored, number);
    const { state, invoiceId, replays } = await chargeAnew(world, order);
    // Also a payment by link with the same card: its decline is no answer to this attempt.
    const isOther = invoiceId !== period.invoiceId || replays === 'order';
    if (isOther) return await afterTaken(world, business, period);
    // A settled payment has published its event; the inquiry of an unsettled one publishes it later.
    return isSettled(state) ? { period } : { period, dueAt: later(world, retryMs) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await afterRefusal(world, business, period, error);
  }
}

/** A payment that was canceled before this attempt is only replayed; its order number is free again, so charge once more. */
async function chargeAnew(world: World, order: Omit<Order, 'askedAt'>): Promise<Charged> {
  const begunAt = world.now();
  const paid = await charge(world, { ...order, askedAt: begunAt });
  const isReplay = paid.state === 'canceled' && paid.createdAt < begunAt;
  return isReplay ? await charge(world, { ...order, askedAt: world.now() }) : paid;
}

function orderOf(
  { business, period, subscription, invoice, contact }: PeriodCharge,
  stored: StoredToken,
  number: Secret | undefined,
): Omit<Order, 'askedAt'> {
  if (!subscription || !invoice || !contact) throw new Error('a period without what it is for');
  const { details } = invoice;
  const key = attemptKeyOf(subscription.id, period.n, period.tries);
  if (!details.bill || !details.period) throw new Error('an invoice of no period');
  return {
    business,
    isTest: false,
    orderNumber: invoice.orderNumber,
    idempotencyKey: { key, content: new Secret(key) },
    amountCents: invoice.amountCents,
    currency: invoice.currency,
    capture: true,
    source: tokenSource(stored, number),
    wantsToken: false,
    newToken: undefined,
    customerId: subscription.customerId,
    // The customer's current contact: a payer with the link may have written another into the invoice.
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
