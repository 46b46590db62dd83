import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import type { Database } from '../src/runtime/sql.ts';
import { databaseOf } from './old-database.ts';

type Attempt = {
  readonly payment: string;
  readonly attempt: string;
  readonly called?: string;
  readonly answeredAt?: string;
  readonly resolveAt?: string;
  readonly inquiries?: number;
};

const sentAt = '2030-01-15 15:00:00+00';
const answeredAt = '2030-01-15 15:00:01+00';
const resolveAt = '2030-01-16 15:00:00+00';

/** By their ids. */
const attempts: Readonly<Record<string, Attempt>> = {
  11: { payment: 'captured', attempt: 'approved', called: 'sim_1', answeredAt },
  12: { payment: 'declined', attempt: 'declined', called: 'sim_2', answeredAt },
  13: { payment: 'declined', attempt: 'rejected', answeredAt },
  14: { payment: 'canceled', attempt: 'not_sent', answeredAt },
  15: { payment: 'canceled', attempt: 'reversed', answeredAt },
  16: { payment: 'processing', attempt: 'sending', resolveAt },
  17: { payment: 'processing', attempt: 'sending', resolveAt, inquiries: 1 },
  18: { payment: 'unknown', attempt: 'unknown', answeredAt, resolveAt, inquiries: 9 },
  19: { payment: 'canceled', attempt: 'not_found', answeredAt, resolveAt, inquiries: 12 },
  // Looked at for a week, and no longer.
  20: { payment: 'canceled', attempt: 'not_found', answeredAt, inquiries: 16 },
};

const businessId = 100_001n;

test('what a charge had in a row of its own is in its payment and its watch after 0010', async (t) => {
  const db = await databaseOf(t, 9);
  for (const [id, one] of Object.entries(attempts)) await insert(db, BigInt(id), one);
  // The same numbers in another business.
  await insert(db, 11n, { ...attempts[18]!, called: 'sim_3' }, businessId + 1n);
  assert.ok((await migrate(db)).includes('0010_watches'));

  const called = await db.query(
    `select business_id, id, processor_id from payments where processor_id is not null
     order by business_id, id`,
  );
  assert.deepEqual(called, [
    { business_id: businessId, id: 11n, processor_id: 'sim_1' },
    { business_id: businessId, id: 12n, processor_id: 'sim_2' },
    { business_id: businessId + 1n, id: 11n, processor_id: 'sim_3' },
  ]);
  const watches = await db.query(
    `select business_id, kind, id, payment_ids, asked_at, look_at, looks from payment_watches
     order by business_id, id`,
  );
  const watch = (kind: string, id: bigint, askedAt: string, looks: number) => ({
    business_id: businessId,
    kind,
    id,
    payment_ids: [id],
    asked_at: new Date(askedAt),
    look_at: new Date(resolveAt),
    looks,
  });
  assert.deepEqual(watches, [
    watch('unknown', 16n, sentAt, 0),
    watch('unknown', 17n, sentAt, 1),
    watch('unknown', 18n, sentAt, 9),
    // From here on somebody looks for a week.
    watch('decided', 19n, answeredAt, 12),
    { ...watch('unknown', 11n, sentAt, 9), business_id: businessId + 1n },
  ]);
  assert.deepEqual(await db.query(`select to_regclass('payment_attempts') as old`), [
    { old: null },
  ]);
});

async function insert(db: Database, id: bigint, one: Attempt, business = businessId) {
  const took = one.payment === 'captured' ? 1250n : 0n;
  await db.query(
    `insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents,
       approved_cents, captured_cents, order_number, holds_order, fingerprint, last4, wants_token, processor,
       epoch, lease_until, created_at)
     values ($1, $2::bigint, 1, $2::bigint, $3, 'card', true, 1250, $4, $4, 'order ' || $2::bigint, true, '\\x00',
       '4242', false, 'simulator', 1, $5::timestamptz, $5::timestamptz)`,
    [business, id, one.payment, took, sentAt],
  );
  await db.query(
    `insert into payment_attempts (business_id, payment_id, n, reference, state, amount_cents, processor_id,
       sent_at, answered_at, resolve_at, inquiries)
     values ($1, $2::bigint, 1, 'r-' || $2::bigint, $3, 1250, $4, $5, $6, $7, $8)`,
    [
      business,
      id,
      one.attempt,
      one.called,
      sentAt,
      one.answeredAt,
      one.resolveAt,
      one.inquiries ?? 0,
    ],
  );
}
