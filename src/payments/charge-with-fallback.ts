import { applicationOwner } from '../parties/applications/application.ts';
import { checkAnswer } from '../ports/processors/answer-check.ts';
import { refusedProof } from '../ports/processors/authentication.ts';
import type { Payer } from '../ports/processors/payer.ts';
import type {
  ChargeAnswer,
  ChargedCard,
  ChargeRequest,
  Gateway,
  Initiation,
  Processor,
} from '../ports/processors/processor.ts';
import { orMissing } from '../ports/vault/vault.ts';
import type { World } from '../world.ts';
import { processorToSend } from './accounts/open-account.ts';
import { leaseFrom, maySend, sendBy, tooLateToSend } from './asking.ts';
import { mayBePartial } from './invoice.ts';
import type { Order } from './order.ts';
import { firstAttempt, type Payment, referenceOf } from './payment.ts';
import {
  deleteProcessorTokens,
  ignoreFailure,
  placeOf,
  processorTokenOf,
  storeProcessorToken,
  tokenizeAtProcessor,
} from './processor-tokens.ts';
import { dropProof, proofOf } from './proof.ts';
import { isHeld } from './source.ts';
import { recordSending, storeProcessorIds } from './store.ts';

/* The request of a charge, and the processor that receives it. */

/** `isByToken`: the answer is that to the gateway's own token of the card. */
type Asked = Answered & { readonly payment: Payment };
type Answered = { readonly answer: ChargeAnswer; readonly isByToken?: boolean };

/**
 * Tries the fallback of the business if certainly nothing happened at the first account: never after an unknown
 * outcome.
 */
export async function chargeWithFallback(
  world: World,
  payment: Payment,
  order: Order,
  card: ChargedCard,
  gateway: Gateway | undefined,
): Promise<Asked> {
  const fallback = order.business.fallbackAccounts[payment.currency];
  try {
    const answered = await ask(world, payment, order, card, gateway);
    const { answer } = answered;
    const isFree = answer.outcome === 'rejected' || answer.outcome === 'not_sent';
    const mayFallBack =
      isFree && answer !== tooLateToSend && !order.isTest && !isHeld(order.source);
    if (!mayFallBack || fallback === undefined || fallback === payment.processor)
      return { payment, ...answered };
    const spare = await processorToSend(world, { ...payment, processor: fallback });
    // A processor that would have to refuse the proof is skipped: the first one may still accept it.
    if ('outcome' in spare || refusedProof(spare.can, proofOf(order)))
      return { payment, ...answered };
    const at = world.now();
    const sending = { processor: fallback, at, leaseUntil: leaseFrom(world, at) };
    // If it cannot be moved, the answer of the first account still holds: nothing was sent to the other.
    const moved = await recordSending(world.db, payment, sending) // committed
      .catch(() => undefined);
    if (!moved) return { payment, ...answered };
    const { businessId, id: paymentId, processor } = payment;
    const reason = `goes to ${fallback}`;
    world.log.warn('payment.fell_back', { businessId, paymentId, processor, reason });
    return { payment: moved, ...(await ask(world, moved, order, card, gateway)) };
  } finally {
    card.cvv?.forget();
    dropProof(order);
  }
}

async function ask(
  world: World,
  payment: Payment,
  order: Order,
  card: ChargedCard,
  gateway: Gateway | undefined,
): Promise<Answered> {
  const processor = await processorToSend(world, payment);
  if ('outcome' in processor) return { answer: processor };
  const place = placeOf(payment, processor);
  const processorToken = place && (await processorTokenOf(world, place));
  if (!processorToken && isHeld(order.source)) return { answer: tokenIsGone };
  if (!maySend(world, payment)) return { answer: tooLateToSend };
  const request: ChargeRequest = {
    reference: referenceOf(payment.businessId, payment.id, firstAttempt),
    amountCents: payment.amountCents,
    currency: payment.currency,
    capture: payment.capture,
    allowPartial: mayBePartial(order) && processor.can.partialApproval,
    card,
    ...proofOf(order),
    processorToken,
    statementDescriptor: order.statementDescriptor,
    payer: payerOf(order),
    initiation: initiationOf(order, payment.processor),
    gateway,
    storeId: (processorId) => storeId(world, payment, processorId),
    sendBy: sendBy(world, payment),
    simulatedAt: payment.createdAt,
  };
  const answer = await send(world, payment, processor, request);
  if (!place || !processorToken) return { answer };
  if (answer.outcome !== 'rejected' || isHeld(order.source)) return { answer, isByToken: true };
  await ignoreFailure(world, place, () => deleteProcessorTokens(world.db, [place]));
  // The gateway does not know the token, and has done nothing: the card is behind its number as well.
  const isOfToken = answer.because === 'token' && card.number !== undefined;
  if (!isOfToken || !maySend(world, payment)) return { answer };
  const byNumber = { ...request, processorToken: undefined };
  return { answer: await send(world, payment, processor, byNumber) };
}

/** A charge whose id cannot be stored, whatever the reason, is not made. */
async function storeId(world: World, payment: Payment, processorId: string): Promise<boolean> {
  const { businessId, id, epoch } = payment;
  const row = { businessId, id, epoch, processorId };
  return await world.gather(storeProcessorIds, row).catch(() => false); // committed
}

const tokenIsGone: ChargeAnswer = {
  outcome: 'not_sent',
  reason: 'what the gateway calls the card is not known any more',
};

async function send(
  world: World,
  payment: Payment,
  processor: Processor,
  request: ChargeRequest,
): Promise<ChargeAnswer> {
  const answer = await processor.charge(request);
  const fitting = checkAnswer(request, answer);
  if (fitting !== answer) {
    const { reference } = request;
    const { businessId, id: paymentId } = payment;
    world.log.error('payment.answer_mismatch', { businessId, paymentId, reference });
  }
  return fitting;
}

/**
 * Stores the gateway's token for a card that is stored with its charge. If the token needs a request of its own, that
 * is sent after the charge, and the charge does not depend on it. Without a token the next charge sends the number
 * again.
 */
export async function storeMadeToken(
  world: World,
  payment: Payment,
  { answer, isByToken }: Answered,
  card: ChargedCard,
): Promise<void> {
  const { businessId, processor: account, fingerprint, token } = payment;
  if (answer.outcome !== 'approved' || isByToken || !token) return;
  const { processorToken } = answer;
  const { expiryMonth, expiryYear } = card;
  const place = { businessId, account, token, fingerprint };
  const told = { ...place, expiryMonth, expiryYear };
  await ignoreFailure(world, place, async () => {
    if (processorToken) await storeProcessorToken(world, told, processorToken);
    else if (payment.state !== 'declined')
      await tokenizeAtProcessor(world, { ...place, currency: payment.currency }, card);
  });
}

function payerOf({ contact, payerIp: ip }: Order): Payer {
  const { firstName, lastName, email, phone, address1, address2 } = contact;
  const { city, stateCode, postalCode, countryCode } = contact;
  const address = { address1, address2, city, stateCode, postalCode, countryCode };
  return { firstName, lastName, email, phone, ...address, ip };
}

/**
 * Tells the card networks who began a charge. A period of a subscription is charged by the business alone, and so is a
 * saved card of which a caller says so; else the payer is taken to be present.
 */
function initiationOf(
  { source, newToken, period, agreed }: Order,
  processor: string,
): Initiation | undefined {
  if (source.method !== 'card') return undefined;
  const { storedWith, token } = source;
  const purpose = period ? 'recurring' : (agreed ?? 'unscheduled');
  if (token === undefined) {
    const use = newToken ? 'first' : 'once';
    return { by: 'customer', use, purpose, networkTransactionId: undefined };
  }
  const by = period?.attempt === undefined && agreed === undefined ? 'customer' : 'merchant';
  // Another processor does not know the name.
  const isKnown = storedWith?.processor === processor;
  const networkTransactionId = isKnown ? storedWith.networkTransactionId : undefined;
  const originalCents = isKnown ? storedWith.cents : undefined;
  return { by, use: 'again', purpose, networkTransactionId, originalCents };
}

/**
 * The account under which a business charges cards at the simulated bank, if its application named one. Tests use none.
 * An account at a gateway has a key of its own, and no passkey is opened for it.
 */
export async function gatewayOf(
  { db, vault }: Pick<World, 'db' | 'vault'>,
  { business, isTest, source, currency }: Order,
): Promise<Gateway | undefined> {
  const { id: businessId, gatewayId: id, cardAccounts } = business;
  const isElsewhere = isTest || source.method === 'bank' || cardAccounts[currency] !== undefined;
  if (id === undefined || isElsewhere) return undefined;
  const record = { businessId, owner: applicationOwner, field: 'passkey' } as const;
  const [found] = await vault.openMany(db, [record]);
  return { id, passkey: orMissing(found!) };
}
