import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';

/* Payments 1 to N as the service would have stored them: the same tables, rows of the same size. */

const at = "timestamptz '2026-01-01' + n * interval '1 s'";
const rowsOfPayments = [
  `insert into customers (business_id, id, external_id, phone, email, first_name, last_name, address1,
     address2, city, state_code, postal_code, country_code, created_at)
   select 100001, 1000000 + n, null, (3000000000 + n)::text, 'stored' || n || '@example.com', 'Ada', 'Park',
     '1 Main Street', '', 'New York', 'NY', '10001', 'US', ${at}
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents,
     approved_cents, captured_cents,
     order_number, holds_order, fingerprint, brand, last4, wants_token, processor, epoch, lease_until, message,
     authorization_code, processor_id, created_at, finished_at, batch_id)
   select 100001, 1000000 + n, 1000000 + n, 1000000 + n, 'settled', 'card', true, 1250, 1250, 1250,
     'stored-' || n, true,
     decode(md5(n::text) || '01', 'hex'), 'visa', '4242', false, 'simulator', 1, ${at},
     'Approved.', '123456', 'sim_' || md5(n::text), ${at}, ${at}, 1
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details,
     created_at)
   select 100001, 1000000 + n, 1000000 + n, 1000000 + n, 'held', 1250, 'stored-' || n,
     json_build_object('lines', '[]'::json, 'billTo', json_build_object('firstName', 'Ada', 'lastName', 'Park',
       'address1', '1 Main Street', 'address2', '', 'city', 'New York', 'stateCode', 'NY', 'postalCode', '10001',
       'countryCode', 'US'),
       'email', 'stored' || n || '@example.com', 'phone', (3000000000 + n)::text, 'emailReceipt', true,
       'smsReceipt', true, 'description', 'Order stored-' || n), ${at}
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
   select 100001, 1000000 + n, 1000000 + n, 'receivable:simulator', 'sales', 1250, ${at}
   from generate_series($1::bigint, $2::bigint) n`,
  `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
   select 100001, ('0195' || lpad(to_hex(n), 8, '0') || substr(md5(n::text), 1, 20))::uuid, 'payment.captured',
     1000000 + n, ${at},
     json_build_object('paymentId', n::text, 'customerId', n::text, 'invoiceNumber', '1234567890', 'orderNumber',
       'stored-' || n, 'amountCents', '1250', 'state', 'captured', 'method', 'card', 'brand', 'visa', 'last4',
       '4242', 'receiptNumber', 'R' || n, 'message', 'Approved.', 'email', 'stored' || n || '@example.com',
       'phone', (3000000000 + n)::text, 'description', 'Order stored-' || n), '{}'
   from generate_series($1::bigint, $2::bigint) n`,
];

const tables = 'customers, payments, invoices, transfers, events';

/** Only for filling: a crash would lose the database. */
const hasty = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  maintenance_work_mem: '512MB',
};

/** Into the data folder of a service that was started once, and that runs no longer. */
export async function storePayments(folder: string, count: number): Promise<void> {
  const log = { info() {}, warn() {}, error: console.error };
  const started = { folder: join(folder, 'postgres'), log, settings: hasty };
  const database = await startEmbedded(started);
  const lanes = rowsOfPayments.map(() => connect(database.url, { size: 1, tenants: 'all' }));
  // Without businesses of its own: within a transaction, as those of the others are, nothing can be vacuumed.
  const db = connect(database.url, { size: 1 });
  try {
    // Built once at the end, in order, and not row by row.
    const indexes = await db.query<{ name: string; definition: string }>(
      `select indexname::text as name, indexdef as definition from pg_indexes
       where tablename = any(string_to_array($1, ', ')) and indexname not in (select conname from pg_constraint)`,
      [tables],
    );
    for (const { name } of indexes) await db.query(`drop index ${name}`);
    await Promise.all(
      rowsOfPayments.map(async (text, i) => {
        const perChunk = 100_000;
        for (let from = 1; from <= count; from += perChunk)
          await lanes[i]!.query(text, [from, Math.min(from + perChunk - 1, count)]);
      }),
    );
    for (const { definition } of indexes) await db.query(definition);
    await lanes[0]!.query(
      `insert into business_ids (business_id, next) values (100001, $1)
       on conflict (business_id) do update set next = greatest(business_ids.next, $1)`,
      [3 * count + 1_000_000],
    );
    await db.query(`vacuum (analyze) ${tables}`);
  } finally {
    for (const each of [db, ...lanes]) await each.close();
    await database.stop();
  }
  // What the server did not sync.
  await promisify(execFile)('sync');
}
