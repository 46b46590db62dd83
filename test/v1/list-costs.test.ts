import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readOpenTasks } from '../../src/records/open-tasks.ts';
import { type Database, forTenants } from '../../src/runtime/sql.ts';
import { openDoor } from '../caller.ts';
import { measured } from '../reconciliation/measured.ts';
import { serveV1 } from './serve.ts';

const rows = 4000;

/** Payments of one business, 100 of each payer, 1,000 in each batch. */
const payments = `with made as (
  select $1::bigint as business_id, 1000 + n as id, 900000 + n / 100 as customer_id, n,
    timestamptz '2030-01-01' + n * interval '1 minute' as at from generate_series(1, ${rows}) n
), billed as (
  insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details, created_at)
  select business_id, id, customer_id, id, 'held', 500 + n, 'order-' || n, '{"lines":[]}', at from made
), batched as (
  insert into batches (business_id, id, processor, state, reference, first_payment_id, last_payment_id, item_count,
    net_cents, fee_cents, actor, epoch, lease_until, created_at, sent_at, closed_at)
  select business_id, n / 1000, 'simulator', 'funded', 'batch-' || n, id, id + 999, 1000, 100, 0, 'worker', 1, at, at, at, at
  from made where n % 1000 = 0
)
insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents, approved_cents,
  captured_cents, order_number, holds_order, fingerprint, last4, token, wants_token, processor, epoch, lease_until, batch_id,
  created_at)
select business_id, id, customer_id, id, 'settled', 'card', true, 500 + n, 500 + n, 500 + n, 'order-' || n, n % 2 = 0,
  '\\x01', lpad(n::text, 4, '0'), case when n % 3 = 0 then 'card_' || lpad(n::text, 24, '0') end, false, 'simulator', 1,
  at, nullif(n / 1000, 0), at
from made`;

/** Serves these tables after `fill` filled them, and counts the pages of the database that a list reads. */
async function serveMeasured(t: TestContext, fill: readonly string[], tables: readonly string[]) {
  const v1 = await serveV1(t);
  const businessId = v1.caller.business.id;
  for (const statement of fill) await v1.db.query(statement, [businessId]);
  // Without the rows that other tests deleted in this database.
  for (const table of tables) await v1.db.query(`reindex table ${table}`);
  await v1.db.query(`analyze ${tables.join(', ')}`);
  const world = await v1.open();
  const { db, take } = measured(forTenants(world.db, [businessId]));
  const query: Database['query'] = async (text, values, tenants) => {
    if (!text.includes('"keyOfPage"')) return await world.db.query(text, values, tenants);
    // A plan for any number of rows is one for a tenth of the table, which several processes read.
    assert.match(text, /limit \d+$/);
    return await db.query(text, values);
  };
  const { baseUrl, close } = await openDoor({ ...world, db: { ...world.db, query } });
  t.after(close);
  const reads = async (path: string, count: number, looksAt = count) => {
    take();
    const { body, text } = await v1.call('GET', path, { at: baseUrl });
    const { pages } = take();
    assert.equal(body.data?.length, count, `${path}: ${text}`);
    assert.ok(pages > 0 && pages < 20 + 5 * looksAt, `${path}: ${pages} pages`);
  };
  return { reads, db, take, businessId };
}

test('a page of payments reads little of the table, whatever it is filtered by', async (t) => {
  const { reads } = await serveMeasured(t, [payments], ['payments', 'invoices', 'batches']);
  // A batch is read whole, and sorted.
  const ofBatch = 1000;
  for (const [query, count, looksAt = count] of [
    ['', 20],
    ['limit=100', 100],
    ['customerId=900007', 20],
    ['customerId=17', 0],
    ['orderNumber=order-7', 1],
    ['orderNumber=order-8', 1],
    ['orderNumber=order-0', 0],
    [`token=card_${'3'.padStart(24, '0')}`, 1],
    ['token=none', 0],
    ['idempotencyKey=none', 0],
    ['createdByKey=none', 0],
    ['batchId=1', 20, ofBatch],
    ['batchId=99', 0],
    ['createdFrom=2030-01-02T00:00:00Z', 20],
    ['createdTo=2030-01-02T00:00:00Z', 20],
    ['createdFrom=2030-01-02T00:00:00Z&createdTo=2030-01-02T00:10:00Z', 10],
    ['q=order-77', 11, rows],
    ['q=ORDER-3999', 1, rows],
    // More than are collected: the newest are looked at.
    ['q=order-', 20],
    // The newest are looked at for an amount and last four digits.
    ['q=1007', 2, rows],
  ] as const) {
    await reads(`/v1/payments?${query}`, count, looksAt);
  }
});

/** Four conversations of each customer; every hundredth waits. */
const conversations = [
  `insert into customers (business_id, id, phone, email, first_name, last_name, address1, address2, city, state_code,
     postal_code, country_code, created_at, status)
   select $1, 900000 + n, '212' || 5550000 + n, '', 'Ann' || n, 'Lee', '', '', '', '', '', 'US', now(), 'active'
   from generate_series(1, ${rows / 4}) n`,
  `insert into conversations (business_id, id, own_number, phone, customer_id, created_at, heard_at, read_at, last_at)
   select $1, 1000 + n, '', '312' || 5550000 + n, 900000 + n / 4, at, at, case when n % 100 > 0 then at end, at
   from generate_series(1, ${rows}) n, lateral (select timestamptz '2030-01-01' + n * interval '1 minute' as at)`,
];

test('a page of conversations reads little of the table, whatever it is filtered by', async (t) => {
  const { reads } = await serveMeasured(t, conversations, ['conversations', 'customers']);
  for (const [query, count, looksAt = count] of [
    ['', 20],
    ['waiting=true', 20, 40],
    ['waiting=false', 20],
    ['phone=3125550007', 1],
    ['phone=3125559999', 0],
    ['customerId=900007', 4],
    ['customerId=17', 0],
    ['lastFrom=2030-01-02T00:00:00Z', 20],
    ['lastTo=2030-01-01T12:00:00Z', 20],
    ['q=3125550007', 1],
    ['q=(312) 555-001', 10],
    ['q=Ann7 Lee', 4],
    ['q=nobody', 0],
    // More than are collected: the newest are looked at.
    ['q=lee', 20],
  ] as const) {
    await reads(`/v1/conversations?${query.replaceAll(' ', '%20')}`, count, looksAt);
  }
});

/** Ten texts of each conversation, two conversations of each customer: those of the first are the oldest. */
const texts = [
  `insert into conversations (business_id, id, own_number, phone, customer_id, created_at, last_at)
   select $1, 1000 + n, '', '312' || 5550000 + n, 900000 + n / 2, now(), now() from generate_series(0, ${rows / 10 - 1}) n`,
  `insert into messages (business_id, id, conversation_id, direction, kind, state, body, created_at)
   select $1, 10000 + n, 1000 + n / 10, 'in', 'chat', 'received', 'Hello.', now() from generate_series(0, ${rows - 1}) n`,
];

test('a page of texts reads little of the table, whosever they are', async (t) => {
  const { reads } = await serveMeasured(t, texts, ['conversations', 'messages']);
  for (const [query, count] of [
    ['', 20],
    ['customerId=900000', 20],
    ['customerId=900000&limit=5', 5],
    ['customerId=900100', 20],
    ['customerId=900000&direction=out', 0],
    ['customerId=17', 0],
    ['conversationId=1000', 10],
  ] as const) {
    await reads(`/v1/messages?${query}`, count, 20);
  }
});

/** Forty of each payer, every tenth failed. As many of twenty other businesses failed within the week. */
const mails = [
  `insert into mails (business_id, id, kind, event_id, recipient, customer_id, state, created_at, finished_at)
   select $1, 1000 + n, 'payment.captured', gen_random_uuid(), 'payer' || n / 40 || '@example.com', 900000 + n / 40,
     case when n % 10 = 0 then 'failed' else 'sent' end, at, at
   from generate_series(0, ${rows - 1}) n, lateral (select timestamptz '2029-06-01' + n * interval '1 hour' as at)`,
  `insert into mails (business_id, id, kind, event_id, recipient, state, created_at, finished_at)
   select $1 + 1 + n % 20, n, 'payment.captured', gen_random_uuid(), 'ada@example.com', 'failed', now(), timestamptz '2030-01-14'
   from generate_series(1, ${rows}) n`,
];

test('a page of mails reads little of the table, whosever they are, and so does the home', async (t) => {
  const { reads, db, take, businessId } = await serveMeasured(t, mails, ['mails']);
  for (const [query, count] of [
    ['', 20],
    ['customerId=900000', 20],
    ['customerId=900099&limit=100', 40],
    ['customerId=900000&status=failed', 4],
    ['customerId=17', 0],
  ] as const) {
    await reads(`/v1/mails?${query}`, count, 20);
  }
  const day = { now: new Date('2030-01-15T15:00Z'), today: Temporal.PlainDate.from('2030-01-15') };
  take();
  const tasks = await readOpenTasks(db, { id: businessId, timeZone: 'America/New_York' }, day);
  assert.equal(tasks.failedMails?.count ?? 0, 0);
  const { rows: looked } = take();
  assert.ok(looked < 300, `${looked} rows`);
});

/** Every other one is open; every hundredth is to be paid by a day, and half of these are overdue. */
const invoices = `insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details,
    created_at)
  select $1, 1000 + n, 900000 + n / 100, null, case when n % 2 = 1 then 'void' else 'open' end,
    500 + n, 'order-' || n, case when n % 100 > 0 then '{"lines":[]}'
      else format('{"lines":[],"bill":{"dueOn":"2030-01-%s"}}', 10 + n / 100 % 2 * 10) end::json, timestamptz '2030-01-01'
  from generate_series(1, ${rows}) n`;

test('overdue invoices are found among many that are open', async (t) => {
  const { reads } = await serveMeasured(t, [invoices], ['invoices']);
  const due = rows / 100;
  await reads('/v1/invoices?overdue=true', due / 2, due);
  await reads('/v1/invoices?overdue=true&limit=5', 5, due);
  await reads('/v1/invoices?overdue=true&orderNumber=order-100', 0, due);
  await reads('/v1/invoices?overdue=false', 20);
});
