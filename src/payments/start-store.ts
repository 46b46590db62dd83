import { contactColumns, contactRows, findOrMake } from '../parties/customers/find-or-make.ts';
import { recordColumns, type SealedRecord } from '../ports/vault/vault.ts';
import { bool, bytea, int8, json, text, timestamptz } from '../runtime/column.ts';
import { keyIsFree } from '../runtime/idempotency.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet } from '../runtime/table.ts';
import { holdLocked, lockWanted, takePart } from './open-invoice.ts';
import type { Order } from './order.ts';
import { type Payment, payments as paymentTable } from './payment.ts';
import { orderIsFree } from './store.ts';
import { newTokens } from './tokens/store.ts';

/** A payment to be inserted, with the rows beside it. */
export type Start = {
  readonly order: Order;
  readonly payment: Payment;
  readonly invoiceDetails: string;
  /** The account number of a bank payment without a token. */
  readonly record: SealedRecord | undefined;
};

/** The customer of the payment. Undefined: not started, because another payment is in its place. */
export type Started = { readonly customerId: bigint } | undefined;

const startedPayments = paymentTable.pick('businessId', 'id', 'customerId');

const payments = rowSet({
  ...contactColumns,
  method: text,
  capture: bool,
  amountCents: int8,
  currency: text,
  orderNumber: text,
  idempotencyKey: text,
  askedAt: timestamptz,
  requestFingerprint: bytea,
  fingerprint: bytea,
  brand: text,
  last4: text,
  token: text,
  wantsToken: bool,
  processor: text,
  isTest: bool,
  leaseUntil: timestamptz,
  actor: text,
  expiresOn: text,
  invoiceExternalId: text,
  invoiceDetails: json,
  /** For a payment of an existing invoice. */
  givenInvoiceId: int8,
});
const tokens = rowSet({ paymentId: int8, ...newTokens.fields }, payments.nextParameter);
const records = rowSet({ paymentId: int8, ...recordColumns }, tokens.nextParameter);
const wanted = rowSet(
  {
    businessId: int8,
    paymentId: int8,
    invoiceId: int8,
    details: json,
    /** 0: the whole invoice. */
    partCents: int8,
    seenCents: int8,
  },
  records.nextParameter,
);

/*
 * The first of the two commits of a payment, for a whole batch. The payer is found or inserted. Then the unique indexes
 * of `payments`, that on order numbers above all, decide which rows are inserted, except rows whose key belongs to another
 * payment; everything else is written for the inserted rows only. A row that is not inserted was requested before, or lost a race for its customer:
 * the flow reads, and tries again.
 */
const statement = ({ invoiceId, mayStart, isNew, partOf, before, after }: Parts) => `
with input as (select * from ${payments.sql}),
${findOrMake},
${before}
started as (
  insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents,
    currency, order_number, holds_order, idempotency_key, request_fingerprint, fingerprint, brand, last4, token,
    wants_token, processor, is_test, epoch, lease_until, created_at, actor, expires_on)
  select business_id, id, owner_id, ${invoiceId}, 'processing', method, capture, amount_cents, currency,
    order_number, true, idempotency_key, request_fingerprint, fingerprint, brand, last4, token, wants_token, processor,
    is_test, 1, lease_until, created_at, actor, expires_on
  from owned where ${keyIsFree('owned')} and ${orderIsFree('owned')} and ${mayStart}
  on conflict do nothing
  returning business_id, id, customer_id, created_at, lease_until
),
invoiced as (
  insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, currency,
    order_number, external_id, details, created_at, part_of)
  select business_id, id, owner_id, id, 'held', amount_cents, currency, order_number,
    invoice_external_id, invoice_details, created_at, ${partOf}
  from owned where ((business_id, id) in (select business_id, id from started)) is true and ${isNew}
),
watched as (
  insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
  select business_id, 'begun', min(id), array_agg(id), max(created_at), max(lease_until)
  from started group by business_id
)
${after}
select ${startedPayments.columns} from started`;

type Parts = {
  readonly [part in 'invoiceId' | 'mayStart' | 'isNew' | 'partOf' | 'before' | 'after']: string;
};

const plain = statement({
  invoiceId: 'id',
  mayStart: 'true',
  isNew: 'true',
  partOf: 'null::bigint',
  before: '',
  after: '',
});

/*
 * A batch in which something is stored in the vault, or an existing invoice is paid, whole or in part. The invoice is
 * locked, and its payment starts only if it is still open. Most batches have neither and use the cheaper statement.
 */
const withMore = statement({
  invoiceId: 'coalesce(given_invoice_id, id)',
  mayStart: `(((business_id, id) in (select business_id, payment_id from wanted)) is not true
    or ((business_id, id) in (select business_id, payment_id from locked)) is true)`,
  isNew: 'given_invoice_id is null',
  partOf: `(select l.invoice_id from locked l where l.business_id = owned.business_id and l.payment_id = owned.id)`,
  before: `wanted as materialized (select * from ${wanted.sql}),
locked as materialized (
  ${lockWanted}
),`,
  after: `,
held as (
  ${holdLocked}
    and ((l.business_id, l.payment_id) in (select business_id, id from started)) is true
),
parted as (
  ${takePart}
    and ((l.business_id, l.payment_id) in (select business_id, id from started)) is true
),
tokenized as (
  insert into tokens (${newTokens.names}, state, customer_id)
  select ${newTokens.names}, 'pending',
    (select s.customer_id from started s where s.business_id = t.business_id and s.id = t.payment_id)
  from (select * from ${tokens.sql}) t
  where ((business_id, payment_id) in (select business_id, id from started)) is true
),
sealed as (
  insert into vault_records (business_id, owner, field, key_version, sealed)
  select business_id, owner, field, key_version, sealed from (select * from ${records.sql}) v
  where ((business_id, payment_id) in (select business_id, id from started)) is true
)`,
});

export async function startCharges(sql: Sql, starts: readonly Start[]): Promise<Started[]> {
  const newTokens = starts.flatMap(tokensOf);
  const newRecords = starts.flatMap(recordsOf);
  const wantedInvoices = starts.flatMap(wantedRows);
  const values = payments.encode(paymentRows(starts));
  const rows =
    newRecords.length + wantedInvoices.length === 0
      ? await startedPayments.read(sql, plain, values)
      : await startedPayments.read(sql, withMore, [
          ...values,
          ...tokens.encode(newTokens),
          ...records.encode(newRecords),
          ...wanted.encode(wantedInvoices),
        ]);
  const customers = new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row.customerId]));
  return starts.map(({ payment }) => {
    const customerId = customers.get(`${payment.businessId} ${payment.id}`);
    return customerId === undefined ? undefined : { customerId };
  });
}

startCharges.mostWaiting = 10_000;
startCharges.shares = {
  // Behind those that end: a charge may wait for another process that has its order number.
  order: 2,
  joins: ({ order }: Start) => !order.newToken && !order.invoice && !order.part,
  part: ({ record }: Start) => record !== undefined,
};

function paymentRows(starts: readonly Start[]) {
  const contacts = contactRows(starts, ({ order, payment }) => ({
    businessId: payment.businessId,
    id: payment.id,
    customerId: order.customerId,
    contact: order.contact,
    createdAt: payment.createdAt,
  }));
  return starts.map(({ order, payment, invoiceDetails }, i) => ({
    ...contacts[i]!,
    method: payment.method,
    capture: payment.capture,
    amountCents: payment.amountCents,
    currency: payment.currency,
    orderNumber: payment.orderNumber,
    idempotencyKey: order.idempotencyKey?.key,
    askedAt: order.askedAt,
    requestFingerprint: payment.requestFingerprint,
    fingerprint: payment.fingerprint,
    brand: payment.brand,
    last4: payment.last4,
    token: payment.token,
    wantsToken: payment.wantsToken,
    processor: payment.processor,
    isTest: payment.isTest,
    leaseUntil: payment.leaseUntil,
    actor: payment.actor,
    expiresOn: payment.expiresOn,
    invoiceExternalId: order.invoiceExternalId,
    invoiceDetails,
    givenInvoiceId: order.invoice && payment.invoiceId,
  }));
}

function tokensOf({ order, payment }: Start) {
  return order.newToken ? [{ paymentId: payment.id, ...order.newToken.token }] : [];
}

function recordsOf({ order, payment, record }: Start) {
  return [order.newToken?.record, record]
    .filter((sealed) => sealed !== undefined)
    .map((sealed) => ({ paymentId: payment.id, ...sealed }));
}

function wantedRows({ order, payment, invoiceDetails: details }: Start) {
  const { businessId, id: paymentId, invoiceId } = payment;
  const whole = { businessId, paymentId, invoiceId, details, partCents: 0n, seenCents: 0n };
  if (order.invoice) return [whole];
  if (!order.part) return [];
  const { id, seenCents } = order.part;
  return [{ ...whole, invoiceId: id, partCents: order.amountCents, seenCents }];
}
