import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import { databaseOf } from './old-database.ts';

const [own, other] = [100_001n, 100_002n];

test('each mail gets the payer that it went to, or whom that was merged into; a business is no payer', async (t) => {
  const db = await databaseOf(t, 79);
  for (const [business, id, into] of [
    [own, 7n, null],
    [own, 8n, 7n],
    [other, 7n, null],
  ] as const) {
    await db.query(
      `insert into customers (business_id, id, phone, email, first_name, last_name, address1, address2, city, state_code,
         postal_code, country_code, created_at, merged_into)
       values ($1, $2, '', $2::bigint || '@example.com', '', '', '', '', '', '', '', 'US', now(), $3)`,
      [business, id, into],
    );
  }
  const mails = [
    [own, 'payment.captured', '7'],
    [own, 'payment.captured', '8'],
    [own, 'payment.refund_failed', '7'],
    [own, 'subscription.payment_failed', '7'],
    [own, 'endpoint.disabled', null],
    [other, 'payment.captured', '7'],
    // There is no such customer.
    [other, 'payment.captured', '8'],
  ] as const;
  for (const [i, [business, kind, customerId]] of mails.entries()) {
    await db.query(
      `with event as (
         insert into events (business_id, id, kind, object_id, happened_at, data, untold)
         values ($1, gen_random_uuid(), $3, 1, now(), $4, '{}') returning id
       )
       insert into mails (business_id, id, kind, event_id, recipient, state, created_at)
       select $1, $2, $3, id, 'ada@example.com', 'sent', now() from event`,
      [business, i, kind, JSON.stringify({ customerId: customerId ?? undefined })],
    );
  }
  const done = await migrate(db);
  assert.ok(done.some((name) => name.endsWith('_mails_of_customers')));
  const found = await db.query<{ customer: bigint | null }>(
    'select customer_id as customer from mails order by id',
  );
  assert.deepEqual(
    found.map(({ customer }) => customer),
    [7n, 7n, null, 7n, null, 7n, null],
  );
});
