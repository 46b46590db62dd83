import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { Order } from './order.ts';
import { isSettled, type Payment, tookMoney } from './payment.ts';
import { type PaymentRecord, toPayment } from './store.ts';

/*
 * A payment answers under its own Idempotency-Key, and under its order number while it holds that. Two askers would
 * hear of something else, and so pay twice, were it not kept here under which name they ask:
 * - who was told that the outcome is not known, and asks again after it was found that nothing was taken: such an
 *   answer is kept under the order number until it was told once;
 * - who asked for the same order under another key: the key answers as the order did, also when that is free again.
 */
export type Kept = {
  readonly payment: Payment;
  readonly requestFingerprint: Buffer | undefined;
  readonly keptAt: Date;
};

type Numbered = Pick<Order, 'orderNumber' | 'isTest'>;

const keyName = (key: string) => `key ${key}`;
const orderName = ({ orderNumber, isTest }: Numbered) =>
  `${isTest ? 'test' : 'order'} ${orderNumber}`;

/**
 * Under which name the end of a payment is kept that somebody else found than who began it. Subscriptions and pages
 * hear of their payments otherwise.
 */
export function keptUnder(payment: Payment, { period }: InvoiceDetails): string | undefined {
  const isLate = payment.epoch > 1 && isSettled(payment.state) && !tookMoney(payment.state);
  const asksByNumber = period === undefined && payment.invoiceId === payment.id;
  return isLate && asksByNumber ? orderName(payment) : undefined;
}

/** That nothing is kept under the names of a row that would begin. */
export const nothingIsKept = (row: string) => `(
    select true from kept_answers k
    where k.business_id = ${row}.business_id and k.name in ('key ' || ${row}.idempotency_key,
      case when ${row}.is_test then 'test ' else 'order ' end || ${row}.order_number)
    limit 1) is null`;

/** Found by its key, if it is; else by the order number. */
export async function readKept(
  sql: Sql,
  { business, retryKey, ...order }: Pick<Order, 'business' | 'retryKey'> & Numbered,
): Promise<{ readonly ofKey: Kept | undefined; readonly ofOrder: Kept | undefined }> {
  const byOrder = orderName(order);
  const byKey = retryKey && keyName(retryKey.key);
  const rows = await sql.query<PaymentRecord & KeptRecord>(
    `select p.*, k.name, k.request_fingerprint as kept_fingerprint, k.kept_at
     from kept_answers k join payments p on p.business_id = k.business_id and p.id = k.payment_id
     where k.business_id = $1 and k.name in ($2, $3)`,
    [business.id, byOrder, byKey],
  );
  const kept = (name: string | undefined): Kept | undefined => {
    const row = rows.find((one) => one.name === name);
    return (
      row && {
        payment: toPayment(row),
        requestFingerprint: row.kept_fingerprint ?? undefined,
        keptAt: row.kept_at,
      }
    );
  };
  return { ofKey: kept(byKey), ofOrder: kept(byOrder) };
}

type KeptRecord = { name: string; kept_fingerprint: Buffer | null; kept_at: Date };

/** What asked for a payment that is there under a key that is not its own. */
export async function keepKey(
  { db, now, vault }: World,
  { retryKey }: Order,
  { businessId, id }: Payment,
): Promise<void> {
  if (!retryKey) return;
  await db.query(
    `insert into kept_answers (business_id, name, payment_id, request_fingerprint, kept_at)
     select $1, $2, $3, $4, $5
     where not exists (
       select from payments where business_id = $1 and id = $3 and idempotency_key = $6)
     on conflict do nothing`,
    [
      businessId,
      keyName(retryKey.key),
      id,
      vault.fingerprint(retryKey.content),
      now(),
      retryKey.key,
    ],
  );
}

export async function forgetKeptKey(
  sql: Sql,
  { business, retryKey }: Pick<Order, 'business' | 'retryKey'>,
): Promise<void> {
  if (!retryKey) return;
  await sql.query('delete from kept_answers where business_id = $1 and name = $2', [
    business.id,
    keyName(retryKey.key),
  ]);
}

/** It was told, or nobody comes back for it. */
export async function forgetKeptOrder(sql: Sql, payment: Payment): Promise<void> {
  await sql.query(
    'delete from kept_answers where business_id = $1 and name = $2 and payment_id = $3',
    [payment.businessId, orderName(payment), payment.id],
  );
}

const keepMs = 30 * 24 * 3600 * 1000;

export function isKeptNoMore({ now }: World, since: Date): boolean {
  return now().getTime() - since.getTime() > keepMs;
}

export async function forgetKept({ db, now }: World): Promise<void> {
  await db.query('delete from kept_answers where kept_at < $1', [
    new Date(now().getTime() - keepMs),
  ]);
}
