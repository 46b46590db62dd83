import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { openClub } from '../subscriptions/club.ts';
import { triesOf } from '../subscriptions/member.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

const poor = simulatedNumber('return_first', 'R01');

function requestOf(
  { businessId }: Pick<AchShop, 'businessId'>,
  paymentId: bigint,
  kind: 'void' | 'refund' = 'void',
) {
  const asker = { idempotencyKey: undefined, actor: 'operator:ada', reason: 'the payer called' };
  return { businessId, paymentId, kind, amountCents: undefined, ...asker };
}

async function isStopped(shop: AchShop, id: bigint): Promise<void> {
  const { state, holds_order, invoice } = await shop.payment(id);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  const entries = (await shop.entries(id)).map((one) => [one.presentment, one.state, one.next_at]);
  assert.deepEqual(entries, [
    [1, 'returned', null],
    [2, 'canceled', null],
  ]);
  assert.deepEqual(await shop.ledger(), { returns: 10_000n, sales: -10_000n });
  const [told, ...more] = await shop.events('payment.voided');
  assert.deepEqual(more, []);
  assert.deepEqual([told?.object_id, told?.data.state], [id, 'returned']);
  assert.deepEqual(await shop.findings(), []);
}

test('an operator voids what waits to be presented again, and it is as after its last return', async (t) => {
  const shop = await openAchShop(t);
  const id = await shop.pay(poor, { OrderNumber: 'A-1' });
  await shop.until('2030-01-18 12:00');
  const done = await followUp(shop.world, requestOf(shop, id));
  assert.deepEqual(
    [done.kind, done.state, done.message, done.amountCents, done.remainingCents],
    ['void', 'succeeded', 'Voided.', 10_000n, 0n],
  );
  await isStopped(shop, id);
  const again = await followUp(shop.world, requestOf(shop, id));
  assert.equal(again.id, done.id, 'whoever asks once more hears the same');

  // The order is free, and nothing of the first one goes out any more.
  const anew = await shop.pay('1234567', { OrderNumber: 'A-1' });
  assert.notEqual(anew, id);
  await shop.until('2030-02-20 12:00');
  assert.equal((await shop.payment(anew)).state, 'available');
  assert.equal((await bankOf(shop).sent()).length, 2);
  const first = (await shop.entries(id))[0]!.id;
  const request = { businessId: shop.businessId, id: first, amountCents: undefined };
  assert.ok(
    'refused' in (await representByHand(shop.world, { ...request, actor: 'operator:ada' })),
  );
  assert.deepEqual(await shop.findings(), []);
});

test('a full refund of what waits to be presented again takes it out, and a part of it is refused', async (t) => {
  const shop = await openAchShop(t);
  const id = await shop.pay(poor, { OrderNumber: 'A-1' });
  await shop.until('2030-01-18 12:00');
  await assert.rejects(shop.refund('A-1', '10.00'), /waits to be presented again/);
  const { text, state } = await shop.refund('A-1', undefined, 'key-1');
  assert.equal(state, 'succeeded');
  assert.equal(JSON.parse(text).Message, 'Voided.');
  await isStopped(shop, id);
  assert.equal((await shop.refund('A-1', undefined, 'key-1')).text, text);
});

test('a corrected debit that waits to be presented again for less can be taken out too', async (t) => {
  const shop = await openAchShop(t);
  const id = await shop.pay(simulatedNumber('return_first', 'R11'), { OrderNumber: 'A-1' });
  await shop.until('2030-01-18 12:00');
  const request = { businessId: shop.businessId, id: (await shop.entries(id))[0]!.id };
  await representByHand(shop.world, { ...request, amountCents: 3000n, actor: 'operator:ada' });
  const done = await followUp(shop.world, requestOf(shop, id));
  assert.deepEqual([done.kind, done.amountCents], ['void', 3000n]);
  await isStopped(shop, id);
});

for (const [when, day, until] of [
  ['while its period is on its way', 2, '2030-02-05 12:00'],
  ['after its period was paid', 5, '2030-02-09 12:00'],
] as const) {
  test(`what is voided ${when} is asked for no more, and the books agree`, async (t) => {
    const club = await openClub(t);
    await club.until('2030-01-31 12:00');
    const account = simulatedNumber('return_always', 'R01', day);
    const id = await club.join({ CardToken: await club.bankToken(account) });
    await club.until(until);
    const [payment] = await club.fixture.db.query<{ id: bigint }>(
      `select id from payments where business_id = $1 and state = 'returned' and holds_order`,
      [club.id],
    );
    await followUp(club.world, requestOf({ businessId: club.id }, payment!.id));
    await club.until('2030-02-25 12:00');
    assert.deepEqual(await club.states(), ['active']);
    assert.deepEqual(await triesOf(club, id), ['01-31 12:00 1000 returned']);
    assert.deepEqual(await club.findings(), []);
  });
}

test('what came back for good, or is with the bank once more, can be taken out no more', async (t) => {
  const shop = await openAchShop(t, { terms: { represents: false } });
  const gone = await shop.pay(poor);
  await shop.until('2030-01-18 12:00');
  const isRefused = (error: unknown) => error instanceof Refusal && error.code === 'not_voidable';
  await assert.rejects(followUp(shop.world, requestOf(shop, gone)), isRefused);
  const request = { businessId: shop.businessId, id: (await shop.entries(gone))[0]!.id };
  await representByHand(shop.world, { ...request, amountCents: undefined, actor: 'operator:ada' });
  await shop.until('2030-01-18 20:30');
  assert.equal((await shop.payment(gone)).state, 'originated');
  await assert.rejects(followUp(shop.world, requestOf(shop, gone)), isRefused);
  assert.deepEqual(await shop.findings(), []);
});

test('whoever takes it out may die at any moment: it is done once or not at all', async (t) => {
  const first = await openAchShop(t);
  const shops: { shop: AchShop; id: bigint }[] = [];
  for (let i = 0; i < 20; i += 1) {
    const shop = i === 0 ? first : await openAchShop(t, { beside: first });
    shops.push({ shop, id: await shop.pay(poor, { OrderNumber: 'A-1' }) });
  }
  await first.until('2030-01-18 12:00');
  const ask = async (world: World, shop: AchShop, id: bigint) =>
    await followUp(world, requestOf(shop, id, 'refund'));
  await everyLife(
    { name: 'ach/presented-no-more', size: 'usual' },
    {
      open: first.fixture.open,
      before: async (n) => shops[n - 1]!,
      act: (crashing, { shop, id }) => ask(crashing, shop, id),
      // Just after a statement is just before the next.
      alike: 2,
      async judge({ shop, id }) {
        assert.equal((await ask(shop.world, shop, id)).message, 'Voided.');
        assert.equal((await shop.events('payment.voided')).length, 1);
        assert.equal((await shop.payment(id)).holds_order, false);
      },
    },
  );
  assert.deepEqual(await first.findings(), []);
});

test('the void and the file at once: it is taken out or presented, and never both', async (t) => {
  const shop = await openAchShop(t);
  const id = await shop.pay(poor, { OrderNumber: 'A-1' });
  await shop.until('2030-01-24 19:59');
  const [voided] = await Promise.all([
    followUp(shop.world, requestOf(shop, id)).catch((error) => error),
    shop.until('2030-01-24 20:01'),
  ]);
  const { state } = await shop.payment(id);
  assert.equal(state, voided instanceof Refusal ? 'originated' : 'returned');
  assert.deepEqual(await shop.findings(), []);
});
