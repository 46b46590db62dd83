import { Refusal } from '../base/refusal.ts';
import { checkAnswer } from '../processors/answer-check.ts';
import type { Card, ChargeAnswer } from '../processors/processor.ts';
import { numberField } from '../tokens/token.ts';
import type { World } from '../world.ts';
import { findEarlier, freeWhenTold, tellAgain } from './again.ts';
import { leaseFrom, processorOf } from './asking.ts';
import { noteDecline } from './declines.ts';
import { finishCharge } from './finish.ts';
import { type InvoiceDetails, invoiceDetails, mayBePartial } from './invoice.ts';
import { refuseUnlessOpen } from './open-invoice.ts';
import type { Order } from './order.ts';
import { outcomeOf, queuedOutcome } from './outcome.ts';
import { firstAttempt, type Payment, referenceOf } from './payment.ts';
import { startCharges } from './start-store.ts';

/** The whole story of a payment: write down, ask, write down. */
export async function charge(world: World, order: Order): Promise<Payment> {
  const against = order.against ?? whatSpeaksAgainst(order);
  if (against) return await earlierOnly(world, order, against);
  const details = invoiceDetails(order);
  const { payment, earlier } = await startCharge(world, order, details); // committed
  if (earlier) return await tellAgain(world, order, earlier); // a retry: the first result
  if (order.source.method === 'bank') {
    return await finishCharge(world, payment, queuedOutcome(payment), details);
  }
  const answer = await ask(world, payment, order, order.source.card); // no connection held
  const finished = await finishCharge(world, payment, outcomeOf(payment, answer), details); // committed
  if (finished.state === 'declined') await noteDecline(world, order);
  await freeWhenTold(world, order, finished);
  return finished;
}

/** Nothing new is paid; but what was paid before is told as it was. */
async function earlierOnly(world: World, order: Order, against: Refusal): Promise<Payment> {
  const earlier = await findEarlier(world, order);
  if (!earlier) throw against;
  return await tellAgain(world, order, earlier);
}

function whatSpeaksAgainst({ business, source, isTest }: Order): Refusal | undefined {
  if (source.isDisabled) return new Refusal('token_disabled');
  // The simulated bank is the only one there is: it must not tell a live payer that money was taken.
  const isTaken = takesCards(business) || isTest || source.method === 'bank';
  return isTaken ? undefined : new Refusal('no_processor');
}

export function takesCards({ environment }: Pick<Order['business'], 'environment'>): boolean {
  return environment !== 'live';
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findEarlier>>>;
/** With an earlier one, that is it. */
type Begun = { readonly payment: Payment; readonly earlier?: Earlier };

async function startCharge(world: World, order: Order, details: InvoiceDetails): Promise<Begun> {
  const id = await world.ids.next(order.business.id);
  const payment = newPayment(world, order, id);
  const start = {
    order,
    payment,
    invoiceDetails: JSON.stringify(details),
    record: await sealNumber(world, order, id),
  };
  for (let tries = 1; tries <= 5; tries += 1) {
    const started = await world.gather(startCharges, start);
    if (started) return { payment: { ...payment, customerId: started.customerId } };
    const earlier = await findEarlier(world, order);
    // Our own row: it was written, and only the answer of the commit was lost. It is ours no longer
    // when that took so long that somebody else looks after it.
    const isOurs = earlier?.payment.id === id && earlier.payment.epoch === payment.epoch;
    if (earlier)
      return isOurs ? { payment: earlier.payment } : { payment: earlier.payment, earlier };
    if (order.invoice) await refuseUnlessOpen(world.db, order.business.id, order.invoice.id);
    // Neither written nor in anybody's way: somebody made the same customer just now, or the order
    // number came free in between. The next look sees it.
  }
  throw new Refusal('busy');
}

async function ask(
  world: World,
  payment: Payment,
  order: Order,
  card: Card,
): Promise<ChargeAnswer> {
  const processor = processorOf(world, payment.processor);
  const request = {
    reference: referenceOf(payment.businessId, payment.id, firstAttempt),
    amountCents: payment.amountCents,
    capture: payment.capture,
    allowPartial: mayBePartial(order),
    card,
    statementDescriptor: order.statementDescriptor,
    simulatedAt: payment.createdAt,
  };
  const answer = await processor.charge(request);
  card.cvv?.forget();
  const checked = checkAnswer(request, answer);
  if (checked !== answer) {
    world.log.error('payment.answer_mismatch', {
      paymentId: payment.id,
      reference: request.reference,
    });
  }
  return checked;
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
    approvedCents: 0n,
    capturedCents: 0n,
    refundedCents: 0n,
    refundingCents: 0n,
    batchId: undefined,
    orderNumber: order.orderNumber,
    requestFingerprint: order.retryKey && world.vault.fingerprint(order.retryKey.content),
    fingerprint: source.fingerprint,
    brand: source.method === 'card' ? source.brand : undefined,
    last4: source.last4,
    token: order.newToken?.token.token ?? source.token,
    wantsToken: order.wantsToken,
    processor: source.method === 'card' ? 'simulator' : 'ach',
    isTest: order.isTest,
    epoch: 1,
    leaseUntil: leaseFrom(world, createdAt),
    inquiries: 0,
    outcomeCode: undefined,
    message: undefined,
    createdAt,
  };
}

/** The account number of a bank payment without a token is kept until its entry has been sent. */
async function sealNumber(world: World, { business, source, newToken }: Order, id: bigint) {
  if (source.method !== 'bank' || !source.number || newToken) return undefined;
  const record = { businessId: business.id, owner: `payment:${id}`, field: numberField.bank };
  return await world.vault.seal(record, source.number);
}
