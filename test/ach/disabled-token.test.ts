import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { lastFile, why } from './returned-payment.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

type Voided = {
  readonly actor: string;
  readonly state: string;
  readonly reason: string;
  readonly amount_cents: bigint;
};

async function voidsOf({ fixture, businessId }: AchShop, paymentId: bigint): Promise<Voided[]> {
  return await fixture.db.query<Voided>(
    `select actor, state, reason, amount_cents from followups
     where business_id = $1 and payment_id = $2 and kind = 'void'`,
    [businessId, paymentId],
  );
}

/** A payment that saved its account, and came through; its token. */
async function saved(shop: AchShop, more = {}): Promise<{ id: bigint; token: string }> {
  const id = await shop.pay('1234567', { CreateToken: true, ...more });
  return { id, token: (await shop.payment(id)).token! };
}

const byToken = (token: string, OrderNumber: string) => ({
  AccountNumber: undefined,
  RoutingNumber: undefined,
  AccountType: undefined,
  ACHToken: token,
  OrderNumber,
});

test('what waits for an account that came back as closed is voided, and may be paid otherwise', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const { id, token } = await saved(shop);
  const other = await saved(shop);
  await shop.until('2030-01-17 09:00');
  const waits = await shop.pay('', byToken(token, 'A-7'));
  const spared = await shop.pay('', byToken(other.token, 'A-8'));
  await bank.post('a.ach', await bank.answer([[id, 'R02']]));
  await readInboxes(shop.world, shop.businessId);

  assert.equal((await shop.token(token)).state, 'disabled');
  const now = await shop.payment(waits);
  assert.deepEqual([now.state, now.holds_order, now.invoice], ['voided', false, 'open']);
  assert.deepEqual(
    (await shop.entries(waits)).map(({ state, next_at }) => [state, next_at]),
    [['canceled', null]],
  );
  const [voided, ...more] = await voidsOf(shop, waits);
  assert.deepEqual(more, []);
  const { reason, ...facts } = voided!;
  assert.deepEqual(facts, { actor: 'system', state: 'succeeded', amount_cents: 10_000n });
  assert.match(reason, /R02/);
  const [told, ...again] = await shop.events('payment.voided');
  assert.deepEqual(again, []);
  assert.deepEqual([told?.object_id, told?.untold], [waits, ['email', 'sms']]);
  assert.equal(told?.data.outcomeCode, 'R02');
  assert.equal((await shop.payment(spared)).state, 'queued');
  assert.deepEqual(await shop.findings(), []);

  // The same order, from another account.
  const anew = await shop.pay('7654321', { OrderNumber: 'A-7' });
  await shop.until('2030-01-30 12:00');
  assert.equal((await shop.payment(anew)).state, 'available');
  assert.equal((await shop.payment(spared)).state, 'available');
  assert.equal((await bank.sent()).length, 4);
  assert.deepEqual(await shop.findings(), []);
});

test('what stood in a file that was refused afterwards does not go out with the next', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const { id, token } = await saved(shop);
  await shop.until('2030-01-17 09:00');
  const filed = await shop.pay('', byToken(token, 'A-7'));
  await shop.until('2030-01-17 20:30');
  await bank.post('a.ach', await bank.answer([[id, 'R02']]));
  await readInboxes(shop.world, shop.businessId);
  // It is on its way.
  assert.equal((await shop.payment(filed)).state, 'originated');
  const [last] = await shop.fixture.db.query<{ id: bigint }>(
    `select id from ach_files where business_id = $1 and direction = 'out' order by id desc limit 1`,
    [shop.businessId],
  );
  const key = { scope: shop.businessId, id: last!.id };
  await rejectFile(shop.world, key, { actor: 'operator:ada', reason: 'the bank said no' });
  await shop.until('2030-01-18 20:30');
  assert.equal((await shop.payment(filed)).state, 'voided');
  assert.match((await voidsOf(shop, filed))[0]!.reason, /R02/);
  assert.deepEqual(await shop.findings(), []);
});

test('what waited to be presented again does not go out either', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const { id, token } = await saved(shop);
  await shop.until('2030-01-17 09:00');
  const poor = await shop.pay('', byToken(token, 'A-7'));
  await shop.until('2030-01-18 12:00');
  await bank.post('a.ach', await bank.answer([[poor, 'R01']]));
  await readInboxes(shop.world, shop.businessId);
  // Its second presentment is on its way when the account turns out to be closed.
  await shop.until('2030-01-24 20:30');
  assert.equal((await shop.payment(poor)).state, 'originated');
  await bank.post('b.ach', await bank.answer([[id, 'R02']]));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.token(token)).state, 'disabled');
  const sent = (await bank.sent()).length;
  await rejectFile(shop.world, await lastFile(shop), why);
  await shop.until('2030-01-25 20:30');
  assert.equal((await bank.sent()).length, sent);
  assert.deepEqual(
    (await shop.entries(poor)).map((one) => [one.presentment, one.state]),
    [
      [1, 'returned'],
      [2, 'canceled'],
    ],
  );
  const { state, holds_order, invoice } = await shop.payment(poor);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  const told = (await shop.events('payment.returned')).filter((one) => one.object_id === poor);
  assert.deepEqual(
    told.map(({ data }) => [data.outcomeCode, data.isGivenUp]),
    [
      ['R01', undefined],
      ['R02', true],
    ],
  );
  assert.deepEqual(await shop.findings(), []);
});

test('what a person corrected and presents to it all the same goes out, also from a refused file', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const { id, token } = await saved(shop);
  await shop.until('2030-01-17 09:00');
  await bank.post('a.ach', await bank.answer([[id, 'R11']]));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.token(token)).state, 'disabled');
  const [{ id: entry } = { id: 0n }] = await shop.entries(id);
  const request = { businessId: shop.businessId, id: entry, amountCents: 9000n };
  assert.ok('id' in (await representByHand(shop.world, { ...request, actor: why.actor })));
  await shop.until('2030-01-17 20:30');
  await rejectFile(shop.world, await lastFile(shop), why);
  await shop.until('2030-01-18 20:30');
  assert.equal((await shop.payment(id)).state, 'originated');
  assert.deepEqual(await shop.findings(), []);
});
