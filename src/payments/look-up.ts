import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { type Payment, payments, tookNothing } from './payment.ts';
import { awaitOutcome } from './replay.ts';
import { readPayments, releaseOrderNumber } from './store.ts';

/** The names of a payment that a caller without an answer still has. */
export type PaymentNames = {
  readonly orderNumber: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/**
 * Returns the outcome of a payment to a caller that has its order number or idempotency key, but no longer its card. It
 * is resolved as for a repeated payment, and a reported failure frees the order number. Undefined: no such payment.
 */
export async function lookUp(
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
