import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readDisputes } from '../../src/payments/disputes/read-disputes.ts';
import { makeBank } from '../settlement/till.ts';
import { dayMs, openDisputedShop, reconciled, telling } from './disputed-shop.ts';

/* What processors tell of disputes: the record, the ledger, the event and the case. */

const fixture = await makeBank({ after });

test('an open dispute takes its money, is told, and asks a person; won, the money comes back', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const before = await shop.ledger();
  await shop.tell([await shop.row(sold, { state: 'open' })]);
  const taken = await shop.ledger();
  assert.equal(taken.disputes, 10_000n);
  assert.equal((taken.clearing ?? 0n) - (before.clearing ?? 0n), -10_000n);
  assert.equal(await shop.remaining(sold), 0n);
  assert.deepEqual(await shop.cases(), ['dispute']);
  await shop.isSound();
  await shop.tell([await shop.row(sold, { state: 'won', day: 20 })]);
  assert.deepEqual(await shop.ledger(), before);
  assert.equal(await shop.remaining(sold), 10_000n);
  assert.deepEqual(await shop.events(), ['dispute.opened', 'dispute.won']);
  await shop.isSound();
});

test('the same row any number of times, also by two readers at once, is one dispute', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const row = await shop.row(sold, {});
  await Promise.all([shop.tell([row, row]), shop.tell([row]), shop.tell([row])]);
  await shop.tell([row]);
  const stored = await fixture.db.query<{ charge: string }>(
    'select charge_id as charge from disputes where business_id = $1',
    [shop.businessId],
  );
  assert.deepEqual(stored, [{ charge: row.chargeId }]);
  assert.equal((await shop.ledger()).disputes, 10_000n);
  assert.deepEqual(await shop.events(), ['dispute.opened']);
  assert.deepEqual(await shop.cases(), ['dispute']);
  await shop.isSound();
});

test('rows in any order, in one reading or in several, end in the latest state', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const [one, other] = [await shop.sell(), await shop.sell()];
  const rowsOf = async (of: typeof one) => [
    await shop.row(of, { state: 'lost', day: 30 }),
    await shop.row(of, { state: 'inquiry', day: 1 }),
    await shop.row(of, { state: 'open', day: 9 }),
  ];
  await shop.tell(await rowsOf(one));
  for (const row of await rowsOf(other)) await shop.tell([row]);
  const states = (await shop.disputes()).map(({ state }) => state);
  assert.deepEqual(states, ['lost', 'lost']);
  assert.deepEqual(await shop.events(), [
    ...['dispute.inquired', 'dispute.opened', 'dispute.lost'],
    'dispute.lost',
  ]);
  assert.equal((await shop.ledger()).disputes, 20_000n);
  await shop.isSound();
});

test('an inquiry takes nothing, and may be lost, won or opened at once', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  for (const [state, taken] of [
    ['lost', 10_000n],
    ['won', 0n],
    ['open', 10_000n],
  ] as const) {
    const sold = await shop.sell();
    await shop.tell([await shop.row(sold, { state: 'inquiry', day: 1 })]);
    assert.equal((await shop.disputes()).at(-1)!.taken_cents, 0n);
    await shop.tell([await shop.row(sold, { state, day: 2 })]);
    assert.equal((await shop.disputes()).at(-1)!.taken_cents, taken);
    assert.equal(await shop.remaining(sold), 10_000n - taken);
  }
  await shop.isSound();
});

test('two disputes of one payment, of parts, each take and return their own', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const first = { id: 'first', cents: 3000n };
  const second = { id: 'second', cents: 2000n };
  await shop.tell([await shop.row(sold, first), await shop.row(sold, second)]);
  assert.equal(await shop.remaining(sold), 5000n);
  await shop.tell([await shop.row(sold, { ...first, state: 'won', day: 3 })]);
  await shop.tell([await shop.row(sold, { ...second, state: 'lost', day: 4 })]);
  assert.equal(await shop.remaining(sold), 8000n);
  assert.equal((await shop.ledger()).disputes, 2000n);
  assert.deepEqual(await shop.cases(), ['dispute', 'dispute']);
  await shop.isSound();
});

test('more than was captured is booked as it was taken, and nothing is left', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  await shop.tell([await shop.row(sold, { state: 'lost', cents: 12_000n })]);
  assert.equal((await shop.ledger()).disputes, 12_000n);
  const refused = await shop.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.match(refused.text, /Nothing is left/);
  const [asked] = await fixture.db.query<{ evidence: Record<string, string> }>(
    `select evidence from open_questions where business_id = $1 and kind = 'dispute'`,
    [shop.businessId],
  );
  assert.equal(asked?.evidence.disputedCents, '12000');
  assert.equal(asked?.evidence.capturedCents, '10000');
  await shop.isSound();
});

test('a part that comes back, another amount, and money that is taken once more', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const taken = async () => (await shop.disputes())[0]!.taken_cents;
  await shop.tell([await shop.row(sold, { day: 1 })]);
  await shop.tell([await shop.row(sold, { day: 2, cents: 8000n })]);
  assert.equal(await taken(), 8000n);
  await shop.tell([await shop.row(sold, { state: 'won', day: 3, cents: 5000n })]);
  assert.equal(await taken(), 3000n);
  await shop.tell([await shop.row(sold, { day: 4, cents: 8000n })]);
  assert.equal(await taken(), 8000n);
  await shop.tell([await shop.row(sold, { state: 'lost', day: 5, cents: 8000n })]);
  assert.deepEqual(await shop.events(), [
    ...['dispute.opened', 'dispute.changed', 'dispute.won', 'dispute.opened', 'dispute.lost'],
  ]);
  assert.equal((await shop.ledger()).disputes, 8000n);
  await shop.isSound();
});

test('after the end another state changes nothing, and a person is asked once', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  await shop.tell([await shop.row(sold, { state: 'lost', day: 1 })]);
  const late = await shop.row(sold, { state: 'won', day: 2 });
  await shop.tell([late]);
  assert.deepEqual(await shop.cases(), ['dispute', 'dispute_contradicted']);
  await fixture.db.query(
    `update open_questions set state = 'closed', proposed_by = 'operator:ann', closed_by = 'operator:ben', closed_at = now()
     where business_id = $1 and object_kind = 'dispute'`,
    [shop.businessId],
  );
  await shop.tell([late]);
  assert.deepEqual(await shop.cases(), []);
  assert.equal((await shop.disputes())[0]!.state, 'lost');
  await shop.isSound();
});

test('a charge of nobody here moves nothing and is a case, until its payment is known', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const other = { chargeId: 'of-another-system' };
  await shop.tell([
    await shop.row(sold, { id: 'a', ...other, reference: '' }),
    await shop.row(sold, { id: 'b', ...other, reference: 'INV 4111111111111111' }),
    // Executed a second time under one reference.
    await shop.row(sold, { id: 'c', ...other }),
    await shop.row(sold, { id: 'd', reference: 'zz-zz-1' }),
  ]);
  const unmatched = await shop.disputes();
  assert.deepEqual(
    unmatched.map(({ payment_id }) => payment_id),
    [null, null, null, null],
  );
  assert.deepEqual(await shop.cases(), new Array(4).fill('dispute_unmatched'));
  assert.equal((await shop.ledger()).disputes, undefined);
  assert.deepEqual(await shop.events(), []);
  const evidence = await fixture.db.query<{ text: string }>(
    'select evidence::text as text from open_questions where business_id = $1',
    [shop.businessId],
  );
  assert.ok(evidence.every(({ text }) => !text.includes('4111111111111111')));
  await shop.isSound();
  await shop.tell([await shop.row(sold, { id: 'a', reference: '' })]);
  assert.equal((await shop.disputes())[0]!.payment_id, sold.id);
  assert.deepEqual(await shop.events(), ['dispute.opened']);
  assert.equal((await shop.ledger()).disputes, 10_000n);
  await shop.isSound();
});

test('the feed is read on from where it ended, a week over; without an answer, or a row that cannot be written, anew', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const feed = { businessId: shop.businessId, processor: 'simulator' };
  const spans: number[] = [];
  const read = async (answer: 'unknown' | 'empty' | 'too_long') => {
    const bad = await shop.row(sold, { id: 'x'.repeat(101) });
    const world = telling(shop.world, async (since, until) => {
      spans.push((until.getTime() - since.getTime()) / dayMs);
      if (answer === 'unknown') return { outcome: 'unknown', reason: 'lost' };
      return { outcome: 'disputes', rows: answer === 'empty' ? [] : [bad] };
    });
    await readDisputes(world, feed);
    fixture.clock.pass(dayMs);
  };
  for (const answer of ['unknown', 'empty', 'unknown', 'too_long', 'empty', 'empty'] as const) {
    await read(answer);
  }
  assert.deepEqual(spans, [7, 7, 8, 9, 10, 8]);
  assert.deepEqual(await shop.disputes(), []);
});

test('the first reading begins when the account was connected, and a person is asked when none succeeds', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const { businessId } = shop;
  await fixture.db.query(
    `insert into processor_accounts (business_id, name, processor, environment, state, address,
       key_number, created_at, checked_at)
     values ($1, 'simulator', 'stripe', 'sandbox', 'active', 'http://127.0.0.1:1', 1, $2, $2)`,
    [businessId, fixture.clock.now()],
  );
  fixture.clock.pass(12 * dayMs);
  let span = 0;
  const world = telling(shop.world, async (since, until) => {
    span = (until.getTime() - since.getTime()) / dayMs;
    return { outcome: 'unknown', reason: 'lost' };
  });
  await readDisputes(world, { businessId, processor: 'simulator' });
  assert.equal(span, 12 + 7);
  const cases = await fixture.db.query<{ kind: string }>(
    `select kind from open_questions where business_id = $1 and object_kind = 'business'`,
    [businessId],
  );
  assert.deepEqual(cases, [{ kind: 'no_report' }]);
});

test('a row that no rule reads is put before a person once, and stops no other one', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const [sold, other] = [await shop.sell(), await shop.sell()];
  const { reference, chargeId, at } = await shop.row(other, {});
  const reason = 'a dispute that cannot be read';
  const oddRows = [{ reference, processorId: chargeId, settledAt: at, reason }];
  const rows = [await shop.row(sold, {})];
  const asked: Date[] = [];
  const world = telling(shop.world, async (since) => {
    asked.push(since);
    return { outcome: 'disputes', rows, oddRows };
  });
  const { businessId } = shop;
  for (const _ of [1, 2, 3]) {
    await readDisputes(world, { businessId, processor: 'simulator' });
    fixture.clock.pass(dayMs);
  }
  assert.deepEqual(await shop.cases(), ['dispute']);
  assert.ok(asked[1]! < asked[2]!, 'the next reading begins where this one ended');
  const cases = await fixture.db.query<{ id: bigint; evidence: object }>(
    `select object_id as id, evidence from open_questions
     where business_id = $1 and kind = 'odd_row' and object_kind = 'payment'`,
    [businessId],
  );
  const evidence = { processor: 'simulator', row: chargeId, reference, reason };
  assert.deepEqual(cases, [
    { id: other.id, evidence: { ...evidence, settledAt: at.toISOString() } },
  ]);
});

test('the reconciliation finds what does not fit', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  await shop.tell([await shop.row(sold, {})]);
  const damage = async (text: string) => {
    await fixture.db.query(text, [shop.businessId]);
    const rules = (await reconciled(fixture, shop.world)).map((line) => line.split(' ')[0]);
    return [...new Set(rules)];
  };
  const found = {
    dispute_sum: await damage(
      'update payments set disputed_cents = 1 where business_id = $1 and disputed_cents > 0',
    ),
    dispute_row: await damage('update disputes set amount_cents = 1 where business_id = $1'),
    dispute_ledger: await damage('update disputes set taken_cents = 1 where business_id = $1'),
    nobody_was_asked: await damage('delete from open_questions where business_id = $1'),
    dispute_untold: await damage(
      `delete from events where business_id = $1 and kind like 'dispute.%'`,
    ),
  };
  for (const [rule, rules] of Object.entries(found)) {
    assert.ok(
      rules.some((line) => line?.includes(rule)),
      `${rule}: ${rules.join(', ')}`,
    );
  }
  await fixture.db.query('delete from disputes where business_id = $1', [shop.businessId]);
});
