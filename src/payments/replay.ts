import { Refusal } from '../kernel/refusal.ts';
import {
  deleteIdempotencyKey,
  freeKey,
  isKeyOld,
  readIdempotencyKey,
  replayOf,
  storeKey,
} from '../runtime/idempotency.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { awaitEnd, retryWhileAway } from './asking.ts';
import type { Charged } from './finish.ts';
import type { Order, Source } from './order.ts';
import { isSettled, type Payment, payments, tookNothing } from './payment.ts';
import { resolvePayment } from './resolve.ts';
import { identityOf } from './source.ts';
import {
  readEarlier,
  readFreedSince,
  readPayments,
  releaseOrderNumber,
  releasePaymentKey,
} from './store.ts';

export type Earlier = {
  readonly payment: Payment;
  /** True if the idempotency key of this request is stored for it already. */
  readonly byKey: boolean;
  /** True if the request that made it had this key: it is this very request. False: another one for the same order. */
  readonly isOwn: boolean;
};

/**
 * The earlier payment under this idempotency key or order number, if the request is the same. A different request under
 * the same key or order number is refused.
 */
export async function findEarlier(world: World, order: Order): Promise<Earlier | undefined> {
  const { business, orderNumber, isTest, idempotencyKey } = order;
  const wanted = { businessId: business.id, orderNumber, isTest };
  const earlier = await readEarlier(world.db, wanted, idempotencyKey?.key);
  if (earlier?.byKey) return await replayOfKey(world, order, earlier.payment);
  const kept =
    idempotencyKey && (await readIdempotencyKey(world.db, keyOwner(order), idempotencyKey.key));
  if (kept) {
    const key = { businessId: business.id, id: kept.madeId };
    const [payment] = await readPayments(world.db, [key]);
    if (payment) return await replayOfKey(world, order, payment, kept);
  }
  if (!earlier) return undefined;
  const { payment } = earlier;
  if (!tookNothing(payment)) {
    if (!isSameOrder(world, order, payment)) throw refusalForTaken(payment);
    return { ...earlier, isOwn: false };
  }
  const isSame = sameRequest(payment, order) && samePayer(world, order, payment);
  // The same request is answered with the failure first; a different request for the order may go ahead.
  if (isSame && !order.invoice && !isKeyOld(world, payment.createdAt)) {
    return { ...earlier, isOwn: false };
  }
  await releaseOrderNumber(world.db, payment, order.askedAt);
  return undefined;
}

/**
 * While the outcome of the other payment is unknown, the same call may still succeed later, so this is not a final
 * refusal.
 */
export function refusalForTaken({ state }: Payment): Refusal {
  if (isSettled(state)) return new Refusal('order_number_reused');
  return new Refusal('order_undecided', { paymentState: state });
}

const keyOwner = ({ business }: Order) => ({ businessId: business.id, kind: 'payment' }) as const;

async function replayOfKey(
  world: World,
  order: Order,
  payment: Payment,
  kept?: Awaited<ReturnType<typeof readIdempotencyKey>>,
): Promise<Earlier | undefined> {
  const content = order.idempotencyKey?.content;
  if (!content) throw new Error('a payment that was found by no key');
  const made = { payment, byKey: true, isOwn: kept === undefined };
  const keptAt = kept?.keptAt ?? payment.createdAt;
  const requestFingerprint = kept?.requestFingerprint ?? payment.requestFingerprint;
  const compare = (stored: Buffer) => world.vault.sameFingerprint(stored, content);
  // A caller who may be guessing numbers is limited here too.
  const guarded = {
    now: world.now,
    vault: {
      sameFingerprint: (stored: Buffer) => limitGuess(order, payment, () => compare(stored)),
    },
  };
  return await replayOf(guarded, content, { made, keptAt, requestFingerprint }, () =>
    deleteKeyOf(world, order, payment),
  );
}

/** The same amount, from the same card or account, for the same purpose. */
function isSameOrder(world: World, order: Order, payment: Payment): boolean {
  return (
    sameRequest(payment, order) &&
    limitGuess(order, payment, () => samePayer(world, order, payment))
  );
}

/** Limits guesses: a caller that tries many numbers could find out which one paid. */
function limitGuess({ guesses }: Order, { id }: Payment, isRight: () => boolean): boolean {
  return guesses ? guesses.judge(id, isRight) : isRight();
}

function sameRequest(payment: Payment, { amountCents, currency, capture, source }: Order): boolean {
  return (
    amountCents === payment.amountCents &&
    currency === payment.currency &&
    capture === payment.capture &&
    source.method === payment.method
  );
}

function samePayer(world: World, { source }: Order, payment: Payment): boolean {
  // The same token counts as the same payer, even if its number was replaced since.
  if (source.token !== undefined && source.token === payment.token) return true;
  return sameSource(world, source, payment.fingerprint);
}

function sameSource({ vault }: World, source: Source, stored: Buffer): boolean {
  if (source.method === 'card') return vault.sameFingerprint(stored, identityOf(source));
  const { number, account, fingerprint } = source;
  if (!number) return fingerprint.equals(stored);
  return vault.sameFingerprint(stored, number, account.routingNumber);
}

/** Replays the first result. */
export async function replay(
  world: World,
  order: Order,
  { payment, byKey, isOwn }: Earlier,
): Promise<Charged> {
  const { businessId, id } = payment;
  const made = { businessId, kind: 'payment', id } as const;
  const { idempotencyKey } = order;
  if (!byKey) await retryWhileAway(world, () => storeKey(world, world.db, made, idempotencyKey));
  const outcome = await awaitOutcome(world, payment);
  await freeWhenReplied(world, order, outcome, 'copy');
  return { ...outcome, replays: isOwn ? 'request' : 'order' };
}

/**
 * A failed charge is replayed once. Then its order number is free, and so is its key if nothing was sent, and the
 * caller may try again.
 */
export async function freeWhenReplied(
  world: World,
  order: Order,
  payment: Payment,
  reader: 'owner' | 'copy',
): Promise<void> {
  // An owner that learned the outcome itself has freed the order number with it.
  const isDone = reader === 'owner' && payment.epoch === 1;
  await retryWhileAway(world, async () => {
    if (payment.state === 'canceled') await freeKeyOf(world, order, payment);
    if (tookNothing(payment) && !isDone) await releaseOrderNumber(world.db, payment, world.now());
  });
}

/** Forgets the key of this request: the payment's own, or another that was recorded for it. */
async function deleteKeyOf({ db }: World, order: Order, payment: Payment): Promise<void> {
  if (!order.idempotencyKey) return;
  await releasePaymentKey(db, payment, order.idempotencyKey.key);
  await deleteIdempotencyKey(db, { ...keyOwner(order), id: payment.id }, order.idempotencyKey.key);
}

/** Frees the key for requests that arrive from now on. A delayed copy of this request begins nothing. */
async function freeKeyOf(world: World, order: Order, payment: Payment): Promise<void> {
  if (!order.idempotencyKey) return;
  await freeKey(world, world.db, { ...keyOwner(order), id: payment.id }, order.idempotencyKey);
  await releasePaymentKey(world.db, payment, order.idempotencyKey.key);
}

/**
 * A payment that failed after this request arrived, and whose failure another copy of the request has replayed. Order
 * number and key are free since, but not for requests that arrived before. Undefined for the failure of another request,
 * too: perhaps a copy of this one, asked later, is just taking the order number over.
 */
export async function findRepliedFailure(world: World, order: Order): Promise<Payment | undefined> {
  const { business, orderNumber, isTest, askedAt, idempotencyKey } = order;
  const wanted = { businessId: business.id, orderNumber, isTest, askedAt };
  const payment = await readFreedSince(world.db, wanted, idempotencyKey?.key);
  const isCopy = payment && sameRequest(payment, order) && samePayer(world, order, payment);
  return isCopy ? payment : undefined;
}

export async function awaitOutcome(world: World, payment: Payment): Promise<Payment> {
  const read = () => world.gather(readPayments, payment);
  return await awaitEnd(world, payment, read, (found) => resolvePayment(world, found));
}

/** The names of a payment that a caller without an answer still has. */
export type PaymentNames = {
  readonly orderNumber: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/**
 * Returns the outcome of a payment to a caller that has its order number or idempotency key, but no longer its card. It
 * is resolved as for a repeated payment, and a reported failure frees the order number. Undefined: no such payment.
 */
export async function awaitNamedPayment(
  world: World,
  businessId: bigint,
  names: PaymentNames,
): Promise<Payment | undefined> {
  const id = await findNamed(world.db, businessId, names);
  const payment = id && (await world.gather(readPayments, { businessId, id }));
  if (!payment) return undefined;
  const outcome = await awaitOutcome(world, payment);
  if (tookNothing(outcome)) await releaseOrderNumber(world.db, outcome, world.now());
  return outcome;
}

const named = payments.pick('id');

/** The present holder of an order number goes before a former one; a charged payment goes before a test. */
async function findNamed(
  sql: Sql,
  businessId: bigint,
  { orderNumber, idempotencyKey }: PaymentNames,
): Promise<bigint | undefined> {
  const found = await named.readOne(
    sql,
    `select p.id from payments p
     join (
       select id from payments where business_id = $1 and idempotency_key = $2
       union
       select made_id from kept_keys where business_id = $1 and kind = 'payment' and key = $2
       union
       select id from payments where business_id = $1 and $2::text is null and order_number = $3 and holds_order
       union
       select id from payments where business_id = $1 and $2::text is null and order_number = $3 and not holds_order
     ) named on named.id = p.id
     where p.business_id = $1 and ($3::text is null or p.order_number = $3)
     order by p.holds_order desc, p.is_test, p.id desc limit 1`,
    [businessId, idempotencyKey, orderNumber],
  );
  return found?.id;
}
