import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import type { Order, Source } from './order.ts';
import { isSettled, type Payment } from './payment.ts';
import { resolvePayment } from './resolve.ts';
import { forgetPaymentKey, readEarlier, readPayments } from './store.ts';

const keepKeysMs = 30 * 24 * 3600 * 1000;

/**
 * The payment that stands in this order's place, if the same thing was asked before. Asking for something
 * else under the same name is refused.
 */
export async function findEarlier(world: World, order: Order): Promise<Payment | undefined> {
  const { business, orderNumber, isTest, retryKey } = order;
  const wanted = { businessId: business.id, orderNumber, isTest };
  const earlier = await readEarlier(world.db, wanted, retryKey?.key);
  if (!earlier) return undefined;

  const { payment, byKey } = earlier;
  if (byKey && isKeyFree(world, payment)) {
    await forgetPaymentKey(world.db, payment);
    return undefined;
  }
  const isSame = byKey ? sameRequest(world, order, payment) : sameWish(world, order, payment);
  if (!isSame) throw new Refusal(byKey ? 'idempotency_key_reused' : 'order_number_reused');
  return payment;
}

/** Who was told that nothing was sent, and to try again, may do so under the same key. */
function isKeyFree(world: World, { state, createdAt }: Payment): boolean {
  return state === 'canceled' || world.now().getTime() - createdAt.getTime() > keepKeysMs;
}

// Compared under the key version of the stored hash, so that a key rotation between the two does no harm.
function sameRequest({ vault }: World, { retryKey }: Order, payment: Payment): boolean {
  const { requestFingerprint } = payment;
  if (!retryKey || !requestFingerprint) return false;
  return vault.sameFingerprint(requestFingerprint, retryKey.content);
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
