import { randomUUIDv7 } from 'node:crypto';
import { bytea, int8, json, text, timestamptz, uuid } from '../src/runtime/column.ts';
import type { Flush } from '../src/runtime/gather.ts';
import { rowSet } from '../src/runtime/table.ts';

/* The rows of card payments, of the size that the service gives them, in two statements; nothing in them is checked. */

export type Sent = Readonly<Record<string, string>>;
export type Payment = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly at: Date;
  readonly sent: Sent;
};

const fingerprint = Buffer.alloc(17, 1);

const begun = rowSet({
  businessId: int8,
  id: int8,
  at: timestamptz,
  orderNumber: text,
  firstName: text,
  lastName: text,
  address1: text,
  address2: text,
  city: text,
  stateCode: text,
  postalCode: text,
  countryCode: text,
  phone: text,
  email: text,
  fingerprint: bytea,
  details: json,
});
const ended = rowSet({
  businessId: int8,
  id: int8,
  at: timestamptz,
  transferId: int8,
  eventId: uuid,
  data: json,
});

export const begin = sharing(2, async (sql, payments: readonly Payment[]) => {
  const rows = payments.map(({ businessId, id, at, sent }) => {
    const billTo = {
      firstName: sent.FirstName,
      lastName: sent.LastName,
      address1: sent.Address1,
      address2: '',
      city: sent.City,
      stateCode: sent.StateCode,
      postalCode: sent.PostalCode,
      countryCode: sent.CountryCode,
    };
    const contact = { email: sent.Email, phone: sent.MobilePhone };
    const receipts = { emailReceipt: false, smsReceipt: false };
    const bill = { lines: [], billTo, ...contact, ...receipts, description: sent.Description };
    const details = JSON.stringify(bill);
    const { OrderNumber: orderNumber } = sent;
    return { businessId, id, at, orderNumber, ...billTo, ...contact, fingerprint, details };
  });
  await sql.query(
    `with input as materialized (select * from ${begun.sql}),
    payer as (
      insert into customers (business_id, id, phone, email, first_name, last_name, address1, address2, city,
        state_code, postal_code, country_code, created_at)
      select business_id, id, phone, email, first_name, last_name, address1, address2, city, state_code,
        postal_code, country_code, at from input
    ),
    invoice as (
      insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details,
        created_at)
      select business_id, id, id, id, 'held', 1250, order_number, details, at from input
    ),
    watch as (
      insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
      select business_id, 'begun', min(id), array_agg(id), max(at), max(at) + interval '30 s'
      from input group by business_id
    )
    insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents, order_number,
      holds_order, fingerprint, brand, last4, wants_token, processor, epoch, lease_until, created_at, actor, expires_on)
    select business_id, id, id, id, 'processing', 'card', true, 1250, order_number, true, fingerprint, 'visa', '4242',
      false, 'simulator', 1, at, at, 'api:100001/1', '2034-12' from input`,
    begun.encode(rows),
  );
  return payments.map(() => true);
});

export const end = sharing(1, async (sql, payments: readonly Payment[]) => {
  const rows = payments.map(({ sent, ...row }) => {
    const id = String(row.id);
    const numbers = { paymentId: id, customerId: id, invoiceNumber: '1234567890' };
    const bill = { orderNumber: sent.OrderNumber, amountCents: '1250', state: 'captured' };
    const card = { method: 'card', brand: 'visa', last4: '4242' };
    const receipt = { receiptNumber: `R255T${id.padStart(7, '0')}`, message: 'Approved.' };
    const contact = { email: sent.Email, phone: sent.MobilePhone, description: sent.Description };
    const data = JSON.stringify({ ...numbers, ...bill, ...card, ...receipt, ...contact });
    return { ...row, transferId: row.id + 1n, eventId: randomUUIDv7(), data };
  });
  await sql.query(
    `with input as materialized (select * from ${ended.sql}),
    moved as (
      insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
      select business_id, transfer_id, id, 'receivable:simulator', 'sales', 1250, at from input
    ),
    event as (
      insert into events (business_id, id, kind, object_id, happened_at, data, untold)
      select business_id, event_id, 'payment.captured', id, at, data, '{}' from input
    )
    update payments p set state = 'captured', message = 'Approved.', authorization_code = '123456',
      approved_cents = 1250, captured_cents = 1250, finished_at = i.at, lease_until = i.at,
      processor_id = 'sim_1234567890x' || i.id
    from input i where p.business_id = i.business_id and p.id = i.id`,
    ended.encode(rows),
  );
  return payments.map(() => true);
});

function sharing<Row>(order: number, send: Flush<Row, boolean>): Flush<Row, boolean> {
  return Object.assign(send, { shares: { order, joins: () => true } });
}
