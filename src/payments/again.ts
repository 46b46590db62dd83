import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { awaitEnd } from './asking.ts';
import { forgetKeptKey, isKeyOld, type KeptKey, keepKey, readKeptKey } from './kept-keys.ts';
import type { Order, Source } from './order.ts';
import { type Payment, tookNothing } from './payment.ts';
import { resolvePayment } from './resolve.ts';
import { forgetPaymentKey, letGoOfOrder, readEarlier, readPayments } from './store.ts';

/**
 * The payment that stands in this order's place, if the same thing was asked before. Asking for something
 * else under the same name is refused.
 */
export async function findEarlier(
  world: World,
  order: Order,
): Promise<{ payment: Payment; byKey: boolean } | undefined> {
  const { business, orderNumber, isTest, retryKey } = order;
  const wanted = { businessId: business.id, orderNumber, isTest };
  const earlier = await readEarlier(world.db, wanted, retryKey?.key);
  if (earlier?.byKey) return await ofKey(world, order, earlier.payment);
  const kept = retryKey && (await readKeptKey(world.db, keptBy(order), retryKey.key));
  if (kept) {
    const key = { businessId: business.id, id: kept.madeId };
    const [payment] = await readPayments(world.db, [key]);
    if (payment) return await ofKey(world, order, payment, kept);
  }
  if (!earlier) return undefined;
  const { payment } = earlier;
  if (!tookNothing(payment)) {
    if (!isSameOrder(world, order, payment)) throw new Refusal('order_number_reused');
    return earlier;
  }
  const isSame = sameWish(payment, order) && samePayer(world, order, payment);
  // Who asked for it has yet to hear that it took nothing. Nobody else, who wishes something else, waits for that.
  if (isSame && !order.invoice && !isKeyOld(world, payment.createdAt)) return earlier;
  await letGoOfOrder(world.db, payment);
  return undefined;
}

const keptBy = ({ business }: Order) => ({ businessId: business.id, kind: 'payment' }) as const;

async function ofKey(
  world: World,
  order: Order,
  payment: Payment,
  kept?: KeptKey,
): Promise<{ payment: Payment; byKey: true } | undefined> {
  if (isKeyOld(world, kept?.keptAt ?? payment.createdAt)) {
    await forgetKeyOf(world, order, payment);
    return undefined;
  }
  const asked = kept?.requestFingerprint ?? payment.requestFingerprint;
  order.guesses?.check(payment.id);
  if (!sameRequest(world, order, asked)) {
    order.guesses?.note(payment.id);
    throw new Refusal('idempotency_key_reused');
  }
  return { payment, byKey: true };
}

// Compared under the key version of the stored hash, so that a key rotation between the two does no harm.
function sameRequest({ vault }: World, { retryKey }: Order, asked: Buffer | undefined): boolean {
  return (
    retryKey !== undefined && asked !== undefined && vault.sameFingerprint(asked, retryKey.content)
  );
}

/** The same amount, from the same card or account, for the same purpose. */
function isSameOrder(world: World, order: Order, payment: Payment): boolean {
  if (!sameWish(payment, order)) return false;
  // Whoever might try one number after the other would learn the one that was paid with.
  order.guesses?.check(payment.id);
  const isSame = samePayer(world, order, payment);
  if (!isSame) order.guesses?.note(payment.id);
  return isSame;
}

function sameWish(payment: Payment, { amountCents, capture, source }: Order): boolean {
  return (
    amountCents === payment.amountCents &&
    capture === payment.capture &&
    source.method === payment.method
  );
}

function samePayer(world: World, { source }: Order, payment: Payment): boolean {
  // Whatever lies behind the token now: it may have been replaced since.
  if (source.token !== undefined && source.token === payment.token) return true;
  return sameSource(world, source, payment.fingerprint);
}

function sameSource({ vault }: World, source: Source, stored: Buffer): boolean {
  if (source.method === 'card') return vault.sameFingerprint(stored, source.card.number);
  const { number, account, fingerprint } = source;
  if (!number) return fingerprint.equals(stored);
  return vault.sameFingerprint(stored, number, account.routingNumber);
}

/** The first result, to whoever asks for it again. */
export async function tellAgain(
  world: World,
  order: Order,
  { payment, byKey }: { payment: Payment; byKey: boolean },
): Promise<Payment> {
  const { businessId, id } = payment;
  const made = { businessId, kind: 'payment', id } as const;
  if (!byKey) await keepKey(world, world.db, made, order.retryKey);
  const outcome = await awaitOutcome(world, payment);
  await freeWhenTold(world, order, outcome);
  return outcome;
}

/**
 * That nothing was taken is told once. Then it may be tried again: its order number is free, and so is the key of
 * whoever was told that nothing was sent.
 */
export async function freeWhenTold(world: World, order: Order, payment: Payment): Promise<void> {
  if (payment.state === 'canceled') await forgetKeyOf(world, order, payment);
  if (payment.epoch > 1 && tookNothing(payment)) await letGoOfOrder(world.db, payment);
}

/** The key that this was asked under, be it the payment's own or another. */
async function forgetKeyOf({ db }: World, order: Order, payment: Payment): Promise<void> {
  if (!order.retryKey) return;
  await forgetPaymentKey(db, payment, order.retryKey.key);
  await forgetKeptKey(db, { ...keptBy(order), id: payment.id }, order.retryKey.key);
}

export async function awaitOutcome(world: World, payment: Payment): Promise<Payment> {
  const read = () => world.gather(readPayments, payment);
  return await awaitEnd(world, payment, read, (found) => resolvePayment(world, found));
}
