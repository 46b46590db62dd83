import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import {
  forgetKeptKey,
  forgetKeptOrder,
  isKeptNoMore,
  type Kept,
  keepKey,
  readKept,
} from './kept-answers.ts';
import type { Order, Source } from './order.ts';
import { isSettled, type Payment, tookMoney } from './payment.ts';
import { resolvePayment } from './resolve.ts';
import { forgetPaymentKey, readEarlier, readPayments } from './store.ts';

/**
 * The payment that stands in this order's place, if the same thing was asked before. Asking for something
 * else under the same name is refused.
 */
export async function findEarlier(world: World, order: Order): Promise<Payment | undefined> {
  const { business, orderNumber, isTest, retryKey } = order;
  const wanted = { businessId: business.id, orderNumber, isTest };
  const named = await readEarlier(world.db, wanted, retryKey?.key);
  const kept = await readKept(world.db, order);
  if (named?.byKey) return await ofKey(world, order, named.payment);
  if (kept.ofKey) return await ofKey(world, order, kept.ofKey.payment, kept.ofKey);
  if (named) {
    if (sameWish(world, order, named.payment)) return named.payment;
    throw new Refusal('order_number_reused');
  }
  if (!kept.ofOrder) return undefined;
  if (!order.invoice && sameWish(world, order, kept.ofOrder.payment)) return kept.ofOrder.payment;
  // Who asks for something else under this number does not wait for that answer any more.
  await forgetKeptOrder(world.db, kept.ofOrder.payment);
  return undefined;
}

async function ofKey(
  world: World,
  order: Order,
  payment: Payment,
  kept?: Kept,
): Promise<Payment | undefined> {
  // Who was told that nothing was sent, and to try again, may do so under the same key.
  const isFree =
    payment.state === 'canceled' || isKeptNoMore(world, kept?.keptAt ?? payment.createdAt);
  if (isFree) {
    if (kept) await forgetKeptKey(world.db, order);
    else await forgetPaymentKey(world.db, payment);
    return undefined;
  }
  const asked = kept?.requestFingerprint ?? payment.requestFingerprint;
  if (!sameRequest(world, order, asked)) throw new Refusal('idempotency_key_reused');
  return payment;
}

// Compared under the key version of the stored hash, so that a key rotation between the two does no harm.
function sameRequest({ vault }: World, { retryKey }: Order, asked: Buffer | undefined): boolean {
  return (
    retryKey !== undefined && asked !== undefined && vault.sameFingerprint(asked, retryKey.content)
  );
}

/** The same amount, from the same card or account, for the same purpose. */
function sameWish(world: World, order: Order, payment: Payment): boolean {
  return (
    order.amountCents === payment.amountCents &&
    order.capture === payment.capture &&
    order.source.method === payment.method &&
    (order.source.token !== undefined && order.source.token === payment.token
      ? true // Whatever lies behind the token now: it may have been replaced since.
      : sameSource(world, order.source, payment.fingerprint))
  );
}

function sameSource({ vault }: World, source: Source, stored: Buffer): boolean {
  if (source.method === 'card') return vault.sameFingerprint(stored, source.card.number);
  const { number, account, fingerprint } = source;
  if (!number) return fingerprint.equals(stored);
  return vault.sameFingerprint(stored, number, account.routingNumber);
}

/** The first result, to whoever asks for it again. */
export async function tellAgain(world: World, order: Order, payment: Payment): Promise<Payment> {
  await keepKey(world, order, payment);
  const outcome = await awaitOutcome(world, payment);
  await freeWhenTold(world, outcome);
  return outcome;
}

/** Found out late that nothing was taken, it is told once; then its order number is free. */
export async function freeWhenTold({ db }: World, payment: Payment): Promise<void> {
  const { state, epoch } = payment;
  if (epoch > 1 && isSettled(state) && !tookMoney(state)) await forgetKeptOrder(db, payment);
}

/**
 * The first result of a payment that somebody else started. While it is being asked for we wait; when its
 * owner fell silent, or the outcome is unknown, we try to find out at once.
 */
export async function awaitOutcome(world: World, payment: Payment): Promise<Payment> {
  const giveUpAt = world.now().getTime() + world.config.processorTimeoutMs + 5000;
  let current = payment;
  for (let waitMs = 5; current.state === 'processing'; waitMs = Math.min(waitMs * 2, 250)) {
    if (world.now().getTime() >= giveUpAt) break;
    await world.sleep(waitMs);
    current = (await world.gather(readPayments, payment)) ?? current;
  }
  if (isSettled(current.state)) return current;
  await resolvePayment(world, current);
  return (await world.gather(readPayments, payment)) ?? current;
}
