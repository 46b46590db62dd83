import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { makeFixture } from '../fixture.ts';
import { after } from '../scope.ts';
import { bankOf } from './returns-bank.ts';
import { newYork, openAchShop } from './returns-fixture.ts';

const settled = { clearing: 10_000n, sales: -10_000n };

test('too little money the first time, and paid when it is presented again', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, entries, ledger, events, cases } = shop;
  const id = await pay(simulatedNumber('return_first', 'R01'), { OrderNumber: 'A-1' });
  await until('2030-01-18 08:29');
  assert.deepEqual(await ledger(), { held: 10_000n, sales: -10_000n });
  await until('2030-01-18 08:30');
  assert.deepEqual(await ledger(), { returns: 10_000n, sales: -10_000n });
  const [told] = await events('payment.returned');
  assert.equal(told?.data.payerIsAsked, 'to_pay_otherwise');
  assert.equal(told?.data.representedAt, '2030-01-25T01:00:00.000Z');
  assert.equal((await payment(id)).state, 'returned');

  await until('2030-01-24 20:00');
  assert.equal((await payment(id)).state, 'originated');
  assert.deepEqual(await ledger(), { 'receivable:ach': 10_000n, sales: -10_000n });
  await until('2030-01-29 18:00');
  const { state, holds_order, invoice, captured_cents } = await payment(id);
  assert.deepEqual(
    [state, holds_order, invoice, captured_cents],
    ['available', true, 'held', 10_000n],
  );
  assert.deepEqual(await ledger(), settled);
  const states = (await entries(id)).map((entry) => [entry.presentment, entry.state]);
  assert.deepEqual(states, [
    [1, 'returned'],
    [2, 'available'],
  ]);
  assert.deepEqual(await cases(), []);
  assert.deepEqual(await shop.findings(), []);
});

test('too little money three times is the end of it', async (t) => {
  const shop = await openAchShop(t, {
    terms: { returnFeeCents: 300 },
  });
  const { pay, until, payment, entries, ledger, events } = shop;
  const id = await pay(simulatedNumber('return_always', 'R01'), { OrderNumber: 'A-1' });
  await until('2030-03-01 12:00');
  const { state, holds_order, invoice } = await payment(id);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  const all = await entries(id);
  assert.deepEqual(
    all.map((entry) => [entry.presentment, entry.state, entry.return_code, entry.effective_on]),
    [
      [1, 'returned', 'R01', '2030-01-16'],
      // The fourth is that of January 18, +3 banking days.
      [2, 'returned', 'R01', '2030-01-25'],
      // Of January 29, +7 banking days.
      [3, 'returned', 'R01', '2030-02-08'],
    ],
  );
  assert.deepEqual(await ledger(), {
    clearing: -900n,
    platform_fees: 900n,
    returns: 10_000n,
    sales: -10_000n,
  });
  const told = await events('payment.returned');
  assert.deepEqual(
    told.map(({ data }) => [data.presentment, data.representedAt !== undefined]),
    [
      [1, true],
      [2, true],
      [3, false],
    ],
  );
  // The order number is free again.
  const anew = await pay('1234567', { OrderNumber: 'A-1' });
  assert.notEqual(anew, id);
  assert.deepEqual(await shop.findings(), []);
});

test('a business that does not want it presents nothing again', async (t) => {
  const shop = await openAchShop(t, { terms: { represents: false } });
  const { pay, until, payment, entries } = shop;
  const id = await pay(simulatedNumber('return_always', 'R09'));
  await until('2030-01-18 12:00');
  const { state, holds_order, invoice } = await payment(id);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  assert.equal((await entries(id)).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('while it is to be presented again, its order is not paid a second time', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until } = shop;
  const fields = { OrderNumber: 'A-1' };
  const id = await pay(simulatedNumber('return_first', 'R01'), fields);
  await until('2030-01-19 12:00');
  assert.equal(await pay(simulatedNumber('return_first', 'R01'), fields), id);
  assert.deepEqual(await shop.findings(), []);
});

test('what waits to be presented again is let go when its account is closed', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, entries } = shop;
  const bank = bankOf(shop);
  const first = await pay('1234567', { CreateToken: true });
  const { token } = await payment(first);
  const byToken = { ACHToken: token, AccountNumber: undefined, RoutingNumber: undefined };
  const second = await pay('', byToken);
  await until('2030-01-17 09:00');
  await bank.post('a.ach', await bank.answer([[first, 'R01']]));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await payment(first)).holds_order, true);
  await bank.post('b.ach', await bank.answer([[second, 'R02']]));
  await readInboxes(shop.world, shop.businessId);
  const { state, holds_order, invoice } = await payment(first);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  assert.deepEqual(
    (await entries(first)).map((entry) => entry.state),
    ['returned', 'canceled'],
  );
  assert.deepEqual(await shop.findings(), []);
});

test('an operator presents again what came back, where the rules allow it', async (t) => {
  const fixture = await makeFixture(t);
  const shop = await openAchShop(t, {
    fixture,
    terms: { represents: false },
  });
  const { pay, until, payment, entries, world, businessId, cases } = shop;
  const request = { businessId, amountCents: undefined, actor: 'operator:ada' };
  const ask = async (id: bigint, amountCents?: bigint) =>
    await representByHand(world, { ...request, id, amountCents });
  const poor = await pay(simulatedNumber('return_first', 'R01'), { OrderNumber: 'A-1' });
  const wrong = await pay(simulatedNumber('return_first', 'R11'), { CreateToken: true });
  const dead = await pay(simulatedNumber('return_always', 'R02'));
  await until('2030-01-18 12:00');
  const entryOf = async (id: bigint) => (await entries(id))[0]!.id;

  assert.deepEqual(await ask(await entryOf(dead)), {
    refused: 'what came back as R02 must not be sent again',
  });
  assert.deepEqual(await ask(await entryOf(poor), 5000n), {
    refused: 'what came back as R01 is sent again as it was',
  });
  assert.deepEqual(await ask(999n), { refused: 'there is no such entry of a payment' });
  assert.deepEqual(await ask(await entryOf(wrong), 10_001n), {
    refused: 'more than the payer agreed to',
  });

  const again = await ask(await entryOf(poor));
  assert.ok('id' in again);
  assert.equal((await payment(poor)).holds_order, true);
  assert.equal((await payment(poor)).invoice, 'held');
  assert.deepEqual(await ask(await entryOf(poor)), { refused: 'it is presented again already' });

  // Corrected: what the payer had agreed to. Its token stays disabled.
  const { token } = await payment(wrong);
  assert.ok('id' in (await ask(await entryOf(wrong), 9000n)));
  await until('2030-01-24 18:00');
  assert.equal((await payment(poor)).state, 'available');
  const corrected = await payment(wrong);
  assert.deepEqual([corrected.state, corrected.captured_cents], ['available', 9000n]);
  assert.equal((await entries(wrong))[1]!.amount_cents, 9000n);
  assert.equal((await shop.token(token!)).state, 'disabled');
  assert.deepEqual(await cases(), []);
  const acts = await fixture.db.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and actor = 'operator:ada'`,
    [businessId],
  );
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['payment.represented', 'payment.represented'],
  );
  assert.deepEqual(await shop.findings(), []);
});

test('what was taken out before it was presented again is said to be, and is not presented', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, payment, entries, world, businessId } = shop;
  const id = await pay(simulatedNumber('return_first', 'R01'), { OrderNumber: 'A-1' });
  await until('2030-01-18 12:00');
  await shop.refund('A-1');
  const request = { businessId, amountCents: undefined, actor: 'operator:ada' };
  assert.deepEqual(await representByHand(world, { ...request, id: (await entries(id))[0]!.id }), {
    refused: 'it was taken out before it was presented again, and that is for good',
  });
  const { state, holds_order, invoice } = await payment(id);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  assert.deepEqual(await shop.findings(), []);
});

test('what came back from an account that takes no more is not presented again', async (t) => {
  const shop = await openAchShop(t, { terms: { represents: false } });
  const { pay, until, payment, entries, world, businessId, fixture } = shop;
  const id = await pay(simulatedNumber('return_first', 'R01'), { CreateToken: true });
  await until('2030-01-18 12:00');
  const { token } = await payment(id);
  await fixture.db.query(`update tokens set state = 'disabled' where token = $1`, [token]);
  const request = { businessId, amountCents: undefined, actor: 'operator:ada' };
  assert.deepEqual(await representByHand(world, { ...request, id: (await entries(id))[0]!.id }), {
    refused: 'its account takes no more payments',
  });
});

test('a correction may follow within sixty days, and no later', async (t) => {
  const shop = await openAchShop(t);
  const { pay, until, entries, world, businessId, fixture } = shop;
  const id = await pay(simulatedNumber('return_always', 'R11'));
  await until('2030-01-18 12:00');
  const entry = (await entries(id))[0]!.id;
  fixture.clock.setTo(newYork('2030-03-20 09:00'));
  const request = { businessId, id: entry, amountCents: undefined, actor: 'operator:ada' };
  assert.deepEqual(await representByHand(world, request), {
    refused: 'that had to be within 60 days of its return',
  });
  assert.deepEqual(await shop.findings(), []);
});

test('an order that is being paid otherwise is not presented again', async (t) => {
  const shop = await openAchShop(t, {
    terms: { represents: false },
  });
  const { pay, until, entries, payment, world, businessId } = shop;
  const id = await pay(simulatedNumber('return_always', 'R01'), { OrderNumber: 'A-1' });
  await until('2030-01-18 12:00');
  await pay('1234567', { OrderNumber: 'A-1' });
  const entry = (await entries(id))[0]!.id;
  const request = { businessId, id: entry, amountCents: undefined, actor: 'operator:ada' };
  assert.deepEqual(await representByHand(world, request), {
    refused: 'its order or its invoice is being paid otherwise',
  });
  assert.equal((await payment(id)).holds_order, false);
  assert.deepEqual(await shop.findings(), []);
});

test('two requests at once present it once', async () => {
  const shop = await openAchShop({ after }, { terms: { represents: false } });
  const { pay, until, entries, world, businessId } = shop;
  const id = await pay(simulatedNumber('return_always', 'R01'));
  await until('2030-01-18 12:00');
  const entry = (await entries(id))[0]!.id;
  const request = { businessId, id: entry, amountCents: undefined, actor: 'operator:ada' };
  const both = await Promise.all([
    representByHand(world, request),
    representByHand(world, request),
  ]);
  assert.equal(both.filter((one) => 'id' in one).length, 1);
  assert.equal((await entries(id)).length, 2);
  assert.deepEqual(await shop.findings(), []);
});
