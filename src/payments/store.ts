import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Line } from './order.ts';
import type { Payment, PaymentDetails, PaymentState } from './payment.ts';

const keys = rowSet({ businessId: int8, id: int8 });

export async function readPayments(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<(Payment | undefined)[]> {
  const rows = await sql.query<PaymentRecord>(
    `select p.* from ${keys.sql} join payments p using (business_id, id)`,
    keys.encode(wanted),
  );
  const found = new Map(rows.map((row) => [`${row.business_id} ${row.id}`, toPayment(row)]));
  return wanted.map(({ businessId, id }) => found.get(`${businessId} ${id}`));
}

/** The payment that was made under this key or, else, that holds this order number. */
export async function readEarlier(
  sql: Sql,
  businessId: bigint,
  orderNumber: string,
  idempotencyKey: string | undefined,
): Promise<{ payment: Payment; byKey: boolean } | undefined> {
  const rows = await sql.query<PaymentRecord & { by_key: boolean }>(
    `select p.*, true as by_key from payments p where business_id = $1 and idempotency_key = $3
     union all
     select p.*, false from payments p where business_id = $1 and order_number = $2 and holds_order`,
    [businessId, orderNumber, idempotencyKey],
  );
  const row = rows.find((candidate) => candidate.by_key) ?? rows[0];
  return row && { payment: toPayment(row), byKey: row.by_key };
}

/** An Idempotency-Key is kept for 30 days; after that it is free for something else. */
export async function forgetPaymentKey(sql: Sql, payment: Payment): Promise<void> {
  await sql.query(
    `update payments set idempotency_key = null, request_fingerprint = null
     where business_id = $1 and id = $2`,
    [payment.businessId, payment.id],
  );
}

export type TakenOver = { readonly payment: Payment; readonly lines: readonly Line[]; readonly sentAt: Date };

/** Takes a payment from whoever fell silent over it. The old owner's answer will change nothing. */
export async function takeOver(
  sql: Sql,
  key: { businessId: bigint; id: bigint },
  now: Date,
  leaseUntil: Date,
): Promise<TakenOver | undefined> {
  const rows = await sql.query<PaymentRecord & { invoice_details: InvoiceDetails; sent_at: Date }>(
    `update payments p set epoch = p.epoch + 1, lease_until = $4
     from invoices v, payment_attempts a
     where p.business_id = $1 and p.id = $2 and p.state in ('processing', 'unknown')
       and p.lease_until <= $3
       and v.business_id = $1 and v.id = p.invoice_id
       and a.business_id = $1 and a.payment_id = $2 and a.n = 1
     returning p.*, v.details as invoice_details, a.sent_at`,
    [key.businessId, key.id, now, leaseUntil],
  );
  const row = rows[0];
  return (
    row && { payment: toPayment(row), lines: toLines(row.invoice_details), sentAt: row.sent_at }
  );
}

/** What an invoice keeps besides its columns. Cents are text, since JSON numbers are not exact for ever. */
export type InvoiceDetails = {
  readonly lines: readonly { name: string; cents: string; kind: Line['kind'] }[];
  readonly description?: string;
  readonly billTo: Readonly<Record<string, string>>;
};

function toLines(details: InvoiceDetails): Line[] {
  return details.lines.map((line) => ({ ...line, cents: BigInt(line.cents) }));
}

type PaymentRecord = {
  business_id: bigint;
  id: bigint;
  customer_id: bigint;
  invoice_id: bigint;
  state: PaymentState;
  method: 'card' | 'bank';
  capture: boolean;
  amount_cents: bigint;
  order_number: string;
  request_fingerprint: Buffer | null;
  fingerprint: Buffer;
  brand: string | null;
  last4: string;
  token: string | null;
  wants_token: boolean;
  processor: string;
  epoch: number;
  lease_until: Date;
  message: string | null;
  outcome_code: string | null;
  details: PaymentDetails;
  created_at: Date;
};

function toPayment(row: PaymentRecord): Payment {
  return {
    businessId: row.business_id,
    id: row.id,
    customerId: row.customer_id,
    invoiceId: row.invoice_id,
    state: row.state,
    method: row.method,
    capture: row.capture,
    amountCents: row.amount_cents,
    orderNumber: row.order_number,
    requestFingerprint: row.request_fingerprint ?? undefined,
    fingerprint: row.fingerprint,
    brand: row.brand ?? undefined,
    last4: row.last4,
    token: row.token ?? undefined,
    wantsToken: row.wants_token,
    processor: row.processor,
    epoch: row.epoch,
    leaseUntil: row.lease_until,
    outcomeCode: row.outcome_code ?? undefined,
    message: row.message ?? undefined,
    details: row.details,
    createdAt: row.created_at,
  };
}
