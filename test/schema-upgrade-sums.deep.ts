import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import { priceOf } from '../src/invoicing/subscriptions/price.ts';
import { databaseOf } from './old-database.ts';

const business = 100_001n;
const at = '2030-01-15 15:00:00+00';

test('a period of before 0012 stands at the price of its subscription', async (t) => {
  const db = await databaseOf(t, 11);
  // To the cent where a half is rounded up, where rounding would take all, and where all is taken.
  const terms = [
    [1000n, 0n, 0n],
    [1001n, 5000n, 7n],
    [1n, 9999n, 0n],
    [2999n, 10_000n, 100n],
    [99_999_999n, 3333n, 0n],
  ] as const;
  for (const [i, [amountCents, discount, taxCents]] of terms.entries()) {
    await db.query(
      `insert into subscriptions (business_id, id, customer_id, token, plan_code, state, amount_cents,
         billing_interval, discount, tax_cents, starts_on, first_on, request_fingerprint, created_at)
       values ($1, $2::bigint, 1, 'card', 'gold', 'active', $3, 'monthly', $4, $5, '2030-01-15', '2030-01-15', int8send($2), $6)`,
      [business, i, amountCents, discount, taxCents, at],
    );
    await db.query(
      `insert into subscription_periods (business_id, subscription_id, n, invoice_id, state, amount_cents,
         starts_on, ends_on, created_at)
       values ($1, $2, 0, 1, 'paid', 5, '2030-01-15', '2030-02-15', $3)`,
      [business, i, at],
    );
  }
  assert.ok((await migrate(db)).includes('0012_period_prices'));

  const prices = await db.query<{ price: bigint }>(
    'select price_cents as price from subscription_periods order by subscription_id',
  );
  const expected = terms.map(
    ([amountCents, discount, taxCents]) => priceOf({ amountCents, discount, taxCents }).dueCents,
  );
  assert.deepEqual(
    prices.map(({ price }) => price),
    expected,
  );
});

type Former = {
  readonly kind: string;
  readonly state: string;
  readonly remaining?: number;
  /** Of 1250 that were captured: refunded, and being refunded. */
  readonly sums: readonly [refunded: number, refunding: number];
  readonly isAll: boolean;
};

const over = { kind: 'refund', state: 'succeeded' } as const;
const underWay = { kind: 'refund', state: 'unknown' } as const;
const formers: readonly Former[] = [
  { kind: 'capture', state: 'succeeded', remaining: 0, sums: [0, 0], isAll: false },
  { kind: 'void', state: 'processing', sums: [0, 0], isAll: true },
  { kind: 'give_back', state: 'processing', sums: [0, 0], isAll: true },
  { ...over, remaining: 0, sums: [1250, 0], isAll: true },
  { ...over, remaining: 750, sums: [500, 0], isAll: false },
  { ...over, state: 'failed', sums: [0, 0], isAll: false },
  { ...underWay, sums: [0, 1250], isAll: true },
  { ...underWay, state: 'processing', sums: [750, 500], isAll: true },
  { ...underWay, sums: [0, 500], isAll: false },
];

test('what was requested of all there was is known of follow-ups of before 0013, also of those under way', async (t) => {
  const db = await databaseOf(t, 12);
  for (const [i, { kind, state, remaining, sums }] of formers.entries()) {
    await db.query(
      `insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents,
         approved_cents, captured_cents, refunded_cents, refunding_cents, order_number, holds_order, fingerprint,
         last4, wants_token, processor, epoch, lease_until, created_at)
       values ($1, $2::bigint, 1, 1, 'captured', 'card', true, 1250, 1250, 1250, $3, $4, $2::text, true, '\\x00',
         '4242', false, 'simulator', 1, $5, $5)`,
      [business, i, ...sums, at],
    );
    await db.query(
      `insert into followups (business_id, id, payment_id, n, kind, state, amount_cents, reference, processor,
         actor, remaining_cents, epoch, lease_until, created_at, sent_at)
       values ($1, $2::bigint, $2::bigint, 2, $3, $4, 500, 'r-' || $2::text, 'simulator', 'api', $5, 1, $6, $6, $6)`,
      [business, i, kind, state, remaining, at],
    );
  }
  assert.ok((await migrate(db)).includes('0013_all_that_is_left'));

  const rows = await db.query<{ isAll: boolean }>(
    'select is_all as "isAll" from followups order by id',
  );
  assert.deepEqual(
    rows.map(({ isAll }) => isAll),
    formers.map(({ isAll }) => isAll),
  );
});
