import type { Database } from '../src/runtime/sql.ts';

/*
 * Two years of two businesses of the same size, row by row beside each other as time would have stored them: customers
 * with five payments and a saved card each, 10,000 endings of cards, rare and frequent states, refunds, events and transfers.
 */
const perStatement = 50_000;
const first = 1_000_000;

/** The numbers of the statement, once for each business; `at` is when it happened, `id` grows with it. */
const each = `(select b.id as business_id, n, ${first} + n * 4 as id, ${first} + (n - n % 5) * 4 + 1 as customer_id,
    date_trunc('milliseconds', now()) - ($3::bigint - n) * interval '2 years' / $3::bigint as at,
    (n * 7919 % 100000) / 100000.0 as chance
  from generate_series($1::bigint, $2::bigint - 1) n, (values (100001::bigint), (100002)) b (id)) s`;

const states = `case when chance < 0.05 then 'declined' when chance < 0.051 then 'voided' when chance < 0.0511 then 'expired'
  when chance < 0.05112 then 'unknown' when n > $3::bigint * 0.998 then 'captured' else 'settled' end`;
const took = `chance >= 0.05`;
const captured = `chance >= 0.05112`;
const cents = `500 + n * 31 % 20000`;

const firstNames = `array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara']`;

const statements = [
  `insert into customers (business_id, id, external_id, phone, email, first_name, last_name, address1, address2, city,
     state_code, postal_code, country_code, created_at)
   select business_id, customer_id, 'member ' || n, (3000000000 + n)::text, 'payer' || n || '@example.com',
     (${firstNames})[1 + n / 5 % 5], 'Park' || n % 9973, '1 Main Street', '',
     'New York', 'NY', '10001', 'US', at
   from ${each} where n % 5 = 0`,
  `insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents, approved_cents,
     captured_cents, order_number, holds_order, fingerprint, brand, last4, token, wants_token, processor, epoch,
     lease_until, message, authorization_code, processor_id, batch_id, created_at, finished_at)
   select business_id, id, customer_id, id, ${states}, 'card', true, ${cents},
     case when ${took} then ${cents} else 0 end, case when ${captured} then ${cents} else 0 end, 'order-' || n, ${took},
     decode(md5(n::text) || '01', 'hex'), (array['visa', 'visa', 'mastercard', 'amex'])[1 + n % 4],
     lpad((n * 7919 % 10000)::text, 4, '0'), case when n % 5 = 0 then 'card_' || lpad(n::text, 24, '0') end, false,
     'simulator', 1, at, 'Approved.', '123456', 'sim_' || md5(n::text),
     case when ${captured} and n <= $3::bigint * 0.998 then n / 1000 + 1 end, at, at
   from ${each}`,
  `insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details, created_at)
   select business_id, id, customer_id, id, 'held', ${cents}, 'order-' || n,
     json_build_object('lines', '[]'::json, 'billTo', json_build_object('firstName', 'Ada', 'lastName', 'Park',
       'address1', '1 Main Street', 'city', 'New York', 'stateCode', 'NY', 'postalCode', '10001'),
       'email', 'payer' || n || '@example.com', 'phone', (3000000000 + n)::text, 'emailReceipt', true,
       'smsReceipt', true, 'description', 'Order ' || n), at
   from ${each}`,
  `insert into tokens (business_id, token, kind, state, customer_id, fingerprint, brand, last4, holder, address, postal_code,
     created_at)
   select business_id, 'card_' || lpad(n::text, 24, '0'), 'card', 'active', customer_id, decode(md5(n::text), 'hex'), 'visa',
     lpad((n * 7919 % 10000)::text, 4, '0'), (${firstNames})[1 + n / 5 % 5] || ' Park' || n % 9973, '1 Main Street', '10001', at
   from ${each} where n % 5 = 0`,
  `insert into followups (business_id, id, payment_id, n, kind, state, amount_cents, reference, processor, actor, epoch,
     lease_until, created_at, sent_at, finished_at)
   select business_id, id + 2, id, 2, 'refund', case when n % 1000 = 0 then 'failed' else 'succeeded' end, 100,
     'ref-' || n, 'simulator', 'key', 1, at, at, at, at
   from ${each} where n % 20 = 0 and ${captured}`,
  `insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
   select business_id, id + 3, id, 'receivable:simulator', 'sales', ${cents}, at from ${each} where ${captured}`,
  `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
   select business_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
       || '8' || substr(md5(n::text), 4, 15))::uuid,
     case when ${captured} then 'payment.captured' else 'payment.declined' end, id, at,
     json_build_object('paymentId', id::text, 'orderNumber', 'order-' || n, 'amountCents', '1250', 'state', 'captured',
       'method', 'card', 'brand', 'visa', 'last4', '4242', 'message', 'Approved.'), '{}'
   from ${each}`,
  `insert into batches (business_id, id, processor, state, reference, first_payment_id, last_payment_id, item_count,
     net_cents, fee_cents, actor, epoch, lease_until, created_at, sent_at, closed_at)
   select business_id, n / 1000 + 1, 'simulator', 'funded', 'batch-' || n, id, id + 3999, 950, 100, 0, 'worker', 1, at,
     at, at, at
   from ${each} where n % 1000 = 0`,
];

export async function storeLists(db: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += perStatement) {
    const values = [from, Math.min(from + perStatement, count), count];
    for (const statement of statements) await db.query(statement, values);
  }
  await db.query(
    `insert into business_ids (business_id, next) values (100001, $1), (100002, $1)
     on conflict (business_id) do update set next = greatest(business_ids.next, $1)`,
    [first + count * 4 + 4],
  );
  // Without a setting, which would need a transaction.
  await db.query('vacuum (analyze)', [], []);
}

/** Objects of the first business that lie far from both ends of the lists. */
export function someOf(count: number) {
  const n = Math.floor((count * 0.3) / 1000) * 1000;
  const id = first + n * 4;
  return { payment: id, customer: id + 1, order: `order-${n}`, batch: n / 1000 + 1, n };
}
