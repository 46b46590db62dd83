import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { bankOf } from './returns-bank.ts';
import { openAchShop } from './returns-fixture.ts';

test('a debit that nobody had authorized comes back on banking day 45, long after it could be paid out', async (t) => {
  const shop = await openAchShop(t, { terms: { returnFeeCents: 500 } });
  const { pay, until, payment, entries, ledger, cases, events, token } = shop;
  const id = await pay(simulatedNumber('return_always', 'R10', 45), { CreateToken: true });
  await until('2030-01-18 18:00');
  assert.equal((await payment(id)).state, 'available');
  await until('2030-03-22 08:29');
  assert.deepEqual(await ledger(), { clearing: 10_000n, sales: -10_000n });
  await until('2030-03-22 08:30');
  const now = await payment(id);
  assert.deepEqual([now.state, now.holds_order, now.invoice], ['returned', false, 'open']);
  const [entry, ...more] = await entries(id);
  assert.deepEqual([entry?.state, entry?.return_code], ['late_returned', 'R10']);
  assert.deepEqual(more, []);
  // What was paid for cannot be taken from what is held any more.
  assert.deepEqual(await ledger(), {
    clearing: -500n,
    platform_fees: 500n,
    returns: 10_000n,
    sales: -10_000n,
  });
  assert.equal((await token(now.token!)).state, 'disabled');
  const [told] = await events('payment.returned');
  assert.equal(told?.data.wasAvailable, true);
  assert.equal(told?.data.isUnauthorized, true);
  // 45 banking days are more than sixty calendar days.
  const [openCase] = await cases();
  assert.deepEqual(openCase?.evidence.why, ['it came after the time within which it may']);
  assert.deepEqual(await shop.findings(), []);
});

test('forty banking days are within the sixty days, and nobody is asked', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, cases } = shop;
  const id = await pay(simulatedNumber('return_always', 'R10', 40));
  await until('2030-03-30 12:00');
  assert.equal((await payment(id)).state, 'returned');
  assert.deepEqual(await cases(), []);
  assert.deepEqual(await shop.findings(), []);
});

test('a code with two banking days that comes on the third is booked, and asked about', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, entries, cases } = shop;
  const id = await pay(simulatedNumber('return_always', 'R02', 3));
  await until('2030-01-22 12:00');
  assert.equal((await payment(id)).state, 'returned');
  assert.equal((await entries(id))[0]!.state, 'late_returned');
  const [openCase] = await cases();
  assert.deepEqual(openCase?.evidence.why, ['it came after the time within which it may']);
  assert.deepEqual(await shop.findings(), []);
});

test('a return after a refund is booked both ways, and opens a case', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, ledger, cases } = shop;
  const id = await pay(simulatedNumber('return_always', 'R10', 20), { OrderNumber: 'A-1' });
  await until('2030-01-22 12:00');
  await shop.refund('A-1');
  await until('2030-01-25 12:00');
  assert.deepEqual(await ledger(), { refunds: 10_000n, sales: -10_000n });
  await until('2030-02-15 12:00');
  const now = await payment(id);
  assert.deepEqual([now.state, now.refunded_cents], ['returned', 10_000n]);
  assert.deepEqual(await ledger(), {
    clearing: -10_000n,
    refunds: 10_000n,
    returns: 10_000n,
    sales: -10_000n,
  });
  const [openCase] = await cases();
  assert.deepEqual(openCase?.evidence.why, ['it had been refunded already, in whole or in part']);
  assert.deepEqual(await shop.findings(), []);
});

test('a refund that is in no file yet is not sent once its payment came back', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, ledger, cases, entries, events } = shop;
  const id = await pay(simulatedNumber('return_always', 'R02'), { OrderNumber: 'A-1' });
  await until('2030-01-17 21:00');
  await shop.refund('A-1', '40.00');
  assert.equal((await payment(id)).refunded_cents, 4000n);
  await until('2030-01-18 08:30');
  const now = await payment(id);
  assert.deepEqual([now.state, now.refunded_cents], ['returned', 0n]);
  assert.deepEqual(
    (await entries(id)).map(({ kind, state }) => [kind, state]),
    [
      ['debit', 'returned'],
      ['credit', 'canceled'],
    ],
  );
  assert.deepEqual(await ledger(), { returns: 10_000n, sales: -10_000n });
  const [failed] = await events('payment.refund_failed');
  assert.equal(failed?.data.outcomeCode, 'payment_returned');
  assert.deepEqual(await cases(), []);
  assert.deepEqual(await shop.findings(), []);
});

test('a refund that came back, or was never sent, is answered as it was, under its key', async (t) => {
  const shop = await openAchShop(t);
  await shop.pay(simulatedNumber('return_credits', 'R02'), { OrderNumber: 'A-1' });
  const late = await shop.pay('1234567', { OrderNumber: 'A-2' });
  await shop.until('2030-01-22 12:00');
  const part = await shop.refund('A-1', '40.00', 'key-1');
  const bank = bankOf(shop);
  const unsent = await shop.refund('A-2', '', 'key-2');
  assert.deepEqual([part.state, unsent.state], ['succeeded', 'succeeded']);
  await bank.post('a.ach', await bank.answer([[late, 'R10']]));
  await readInboxes(shop.world, shop.businessId);
  await shop.until('2030-01-25 12:00');
  const rows = await shop.fixture.db.query<{ state: string }>(
    'select state from followups where business_id = $1 order by id',
    [shop.businessId],
  );
  assert.deepEqual(rows, [{ state: 'returned' }, { state: 'returned' }]);
  for (const [first, order, amount, key] of [
    [part, 'A-1', '40.00', 'key-1'],
    [unsent, 'A-2', '', 'key-2'],
  ] as const) {
    const again = await shop.refund(order, amount, key);
    assert.deepEqual(again, { text: first.text, state: 'returned' });
  }
  assert.deepEqual(await shop.findings(), []);
});

test('all of it is refunded anew, also without an amount, when it came back before', async (t) => {
  const shop = await openAchShop(t);
  const id = await shop.pay(simulatedNumber('return_credits', 'R02'), { OrderNumber: 'A-1' });
  await shop.until('2030-01-22 12:00');
  const first = await shop.refund('A-1');
  await shop.until('2030-01-25 12:00');
  assert.equal((await shop.payment(id)).refunded_cents, 0n);
  const second = await shop.refund('A-1');
  assert.notEqual(JSON.parse(second.text).Data.RefundID, JSON.parse(first.text).Data.RefundID);
  assert.equal((await shop.payment(id)).refunded_cents, 10_000n);
  assert.deepEqual(await shop.findings(), []);
});

test('a refund that comes back can be made anew', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, ledger, events, cases } = shop;
  const id = await pay(simulatedNumber('return_credits', 'R02'), {
    OrderNumber: 'A-1',
    CreateToken: true,
  });
  await until('2030-01-22 12:00');
  await shop.refund('A-1');
  assert.deepEqual(await ledger(), { refunds: 10_000n, sales: -10_000n });
  await until('2030-01-25 12:00');
  const now = await payment(id);
  assert.deepEqual([now.state, now.refunded_cents], ['available', 0n]);
  assert.deepEqual(await ledger(), { clearing: 10_000n, sales: -10_000n });
  const [failed] = await events('payment.refund_failed');
  assert.equal(failed?.data.outcomeCode, 'R02');
  assert.deepEqual(failed?.untold, []);
  assert.equal((await shop.token(now.token!)).state, 'disabled');
  assert.deepEqual(await cases(), []);
  await shop.refund('A-1', '25.00');
  assert.equal((await payment(id)).refunded_cents, 2500n);
  assert.deepEqual(await shop.findings(), []);
});

test('an entry that came twice is put before a person with what our books have of it', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, cases, entries } = shop;
  const bank = bankOf(shop);
  const [one, two] = [await pay('1234567'), await pay('1234567')];
  await pay('1234567', { Amount: '99.99' });
  await until('2030-01-17 09:00');
  await bank.post('a.ach', await bank.answer([[two, 'R24']]));
  await readInboxes(shop.world, shop.businessId);
  const [openCase] = await cases();
  const [first] = await entries(one);
  assert.deepEqual(openCase?.evidence.alike, [
    { entryId: String(first!.id), paymentId: String(one), traceNumber: first!.trace_number },
  ]);
  assert.deepEqual(await shop.findings(), []);
});
