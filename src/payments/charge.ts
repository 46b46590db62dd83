import { type Currency, isDebitable } from '../kernel/currency.ts';
import { Refusal } from '../kernel/refusal.ts';
import { hasService, missingService, type Service } from '../parties/businesses/offering.ts';
import type { ChargedCard } from '../ports/processors/processor.ts';
import { onceUnseen } from '../runtime/idempotency.ts';
import type { World } from '../world.ts';
import { leaseFrom, refuseWhileAway } from './asking.ts';
import { chargeWithFallback, gatewayOf, storeMadeToken } from './charge-with-fallback.ts';
import { type Charged, finishCharge } from './finish.ts';
import { type InvoiceDetails, invoiceDetails } from './invoice.ts';
import { refuseUnlessOpen } from './open-invoice.ts';
import type { Order } from './order.ts';
import { outcomeByTerms, queuedOutcome } from './outcome.ts';
import type { Payment } from './payment.ts';
import { readProcessorToken } from './processor-tokens.ts';
import { refusalOfProof } from './proof.ts';
import {
  type Earlier,
  findEarlier,
  findRepliedFailure,
  freeWhenReplied,
  replay,
} from './replay.ts';
import { countDecline } from './risk/decline-limit.ts';
import { isHeld } from './source.ts';
import { startCharges } from './start-store.ts';
import { numberField } from './tokens/token.ts';

/** The whole flow of a payment: record, ask, record. */
export async function charge(world: World, order: Order): Promise<Charged> {
  const against =
    order.against ??
    refusalFor(order) ??
    (await refusalOfProof(world, order, processorNamed(order))) ??
    (await refusalOfHeld(world, order, processorNamed(order)));
  if (against) return await earlierOnly(world, order, against);
  const details = invoiceDetails(order);
  const gateway = await gatewayOf(world, order);
  const { payment, earlier, isReplied } = await startCharge(world, order, details); // committed
  world.telemetry.tracing.tagPayment(payment);
  if (isReplied) {
    await freeWhenReplied(world, order, payment, 'copy');
    return payment;
  }
  if (earlier) return await replay(world, order, earlier); // a retry: the first result
  if (order.source.method === 'bank') {
    return await finishCharge(world, payment, queuedOutcome(payment), details);
  }
  const asked = await chargeWithFallback(world, payment, order, order.source.card, gateway); // no connection held
  const outcome = outcomeByTerms(asked.payment, asked.answer, order.business.terms);
  const finished = await finishCharge(world, asked.payment, outcome, details); // committed
  if (finished.state === 'declined') await countDecline(world, order);
  await storeMadeToken(world, finished, asked, order.source.card);
  await freeWhenReplied(world, order, finished, 'owner');
  return finished;
}

/** Charges nothing new, but replays an earlier payment. */
async function earlierOnly(world: World, order: Order, against: Refusal): Promise<Charged> {
  const earlier = await findEarlier(world, order);
  if (!earlier) throw against;
  return await replay(world, order, earlier);
}

function refusalFor({ business, source, isTest, currency }: Order): Refusal | undefined {
  const lacks = missingService(business, [serviceOf(source.method)]);
  if (lacks) return lacks;
  if (source.isDisabled) return new Refusal('token_disabled');
  if (source.method === 'bank')
    return isDebitable(currency) ? undefined : new Refusal('currency_not_debited');
  const isTaken = isTest || hasCardProcessor(business, currency);
  return isTaken ? undefined : new Refusal('no_processor');
}

/** Only its gateway can charge it, now or later: elsewhere the payer has to enter the number again. */
async function refusalOfHeld(
  world: World,
  { business, source }: Order,
  account: string,
): Promise<Refusal | undefined> {
  if (!isHeld(source) || source.token === undefined) return undefined;
  const place = { businessId: business.id, token: source.token, account };
  return (await readProcessorToken(world, place)) ? undefined : new Refusal('token_disabled');
}

type Taker = Pick<Order['business'], 'environment' | 'services' | 'cardAccounts'>;

/** The simulated bank must not report to a live payer that money was taken. */
function hasCardProcessor({ environment, cardAccounts }: Taker, currency: Currency): boolean {
  return environment !== 'live' || cardAccounts[currency] !== undefined;
}

export function takesCards(business: Taker, currency: Currency): boolean {
  return hasCardProcessor(business, currency) && hasService(business, 'payments');
}

export function takesBankAccounts(business: Pick<Taker, 'services'>, currency: Currency): boolean {
  return isDebitable(currency) && hasService(business, 'ach');
}

/** The service that a payment by this method is part of. */
export function serviceOf(method: Order['source']['method']): Service {
  return method === 'bank' ? 'ach' : 'payments';
}

/** `earlier`: the payment that is replayed. */
type Begun = { readonly payment: Payment; readonly earlier?: Earlier; readonly isReplied?: true };

async function startCharge(world: World, order: Order, details: InvoiceDetails): Promise<Begun> {
  const id = await refuseWhileAway(world, async () => await world.ids.next(order.business.id));
  const payment = newPayment(world, order, id);
  const start = {
    order,
    payment,
    invoiceDetails: JSON.stringify(details),
    record: await sealNumber(world, order, id),
  };
  const find = async (): Promise<Begun | undefined> => {
    const earlier = await findEarlier(world, order);
    // Our own row: it was written, and only the answer to the commit was lost. It is ours no longer if another owner
    // has taken it over meanwhile.
    const isOurs = earlier?.payment.id === id && earlier.payment.epoch === payment.epoch;
    if (isOurs) return { payment: earlier.payment };
    if (earlier) {
      const isOwn = earlier.isOwn || earlier.payment.id === id;
      return { payment: earlier.payment, earlier: { ...earlier, isOwn } };
    }
    const replied = await findRepliedFailure(world, order);
    if (replied) return { payment: replied, isReplied: true };
    const existing = order.invoice ?? order.part;
    if (existing) await refuseUnlessOpen(world.db, order.business.id, existing);
    // Not written, and nothing blocks it: another request made the same customer just now, or the order number became
    // free, or is just being taken over. The next attempt finds it.
    return undefined;
  };
  return await onceUnseen<Begun>({
    async make() {
      const started = await world.gather(startCharges, start);
      return started && { payment: { ...payment, customerId: started.customerId } };
    },
    find: () => refuseWhileAway(world, find),
  });
}

/** A test goes to the simulated bank, also where the business has an account of its own. */
function processorNamed({ business, source, isTest, currency }: Order): string {
  if (source.method === 'bank') return 'ach';
  return (isTest ? undefined : business.cardAccounts[currency]) ?? 'simulator';
}

function newPayment(world: World, order: Order, id: bigint): Payment {
  const { source } = order;
  const createdAt = world.now();
  return {
    businessId: order.business.id,
    id,
    customerId: order.customerId ?? id,
    invoiceId: order.invoice?.id ?? id,
    state: 'processing',
    method: source.method,
    capture: order.capture,
    amountCents: order.amountCents,
    currency: order.currency,
    approvedCents: 0n,
    capturedCents: 0n,
    refundedCents: 0n,
    refundingCents: 0n,
    disputedCents: 0n,
    batchId: undefined,
    orderNumber: order.orderNumber,
    requestFingerprint:
      order.idempotencyKey && world.vault.fingerprint(order.idempotencyKey.content),
    fingerprint: source.fingerprint,
    brand: source.method === 'card' ? source.brand : undefined,
    last4: source.last4,
    token: order.newToken?.token.token ?? source.token,
    wantsToken: order.wantsToken,
    processor: processorNamed(order),
    isTest: order.isTest,
    epoch: 1,
    leaseUntil: leaseFrom(world, createdAt),
    outcomeCode: undefined,
    message: undefined,
    createdAt,
    actor: order.actor,
    expiresOn: source.method === 'card' ? lastMonthOf(source.card) : undefined,
  };
}

/** The last month is unknown for a payload that a wallet sealed. */
function lastMonthOf({ expiryYear, expiryMonth }: ChargedCard): string | undefined {
  if (expiryMonth === undefined) return undefined;
  return `${expiryYear}-${String(expiryMonth).padStart(2, '0')}`;
}

/** The account number of a bank payment without a token is stored until its entry has been sent. */
async function sealNumber(world: World, { business, source, newToken }: Order, id: bigint) {
  if (source.method !== 'bank' || !source.number || newToken) return undefined;
  const record = { businessId: business.id, owner: `payment:${id}`, field: numberField.bank };
  return await world.vault.seal(record, source.number);
}
