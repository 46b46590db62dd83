import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

/** The money of the first refund of a payment is back at the business. */
async function comesBack(shop: AchShop, paymentId: bigint): Promise<void> {
  const bank = bankOf(shop);
  const [credit] = (await shop.entries(paymentId)).filter(({ kind }) => kind === 'credit');
  await bank.post('back.ach', await bank.answerEntry(credit!.id, 'R03'));
  await readInboxes(shop.world, shop.businessId);
}

async function refundsOf(shop: AchShop, paymentId: bigint): Promise<bigint[]> {
  const rows = await shop.fixture.db.query<{ amount_cents: bigint }>(
    `select amount_cents from followups
     where business_id = $1 and payment_id = $2 and kind = 'refund' and state <> 'returned' order by id`,
    [shop.businessId, paymentId],
  );
  return rows.map(({ amount_cents: cents }) => cents);
}

test('all that is left is refunded once more when a part before it came back', async (t) => {
  const shop = await openAchShop(t);
  const paid = await shop.pay('1234567', { OrderNumber: 'A-1' });
  await shop.until('2030-01-17 09:00');
  await shop.refund('A-1', '40.00');
  await shop.until('2030-01-22 12:00');
  await shop.refund('A-1');
  assert.deepEqual(await refundsOf(shop, paid), [4000n, 6000n]);
  await comesBack(shop, paid);
  assert.deepEqual(await refundsOf(shop, paid), [6000n]);
  // Before that it would be the same request, from a caller that heard no answer.
  await shop.until('2030-01-22 12:30');
  await shop.refund('A-1');
  assert.deepEqual(await refundsOf(shop, paid), [6000n, 4000n]);
  await shop.refund('A-1');
  assert.deepEqual(await refundsOf(shop, paid), [6000n, 4000n], 'that is all of it');
  assert.deepEqual(await shop.findings(), []);
});

test('a second key of a full refund keeps its answer when the money came back', async (t) => {
  const shop = await openAchShop(t);
  const paid = await shop.pay('1234567', { OrderNumber: 'A-1' });
  await shop.until('2030-01-17 09:00');
  const [first, second] = [await shop.refund('A-1', '', 'k1'), await shop.refund('A-1', '', 'k2')];
  assert.equal(second.text, first.text);
  await shop.until('2030-01-22 12:00');
  await comesBack(shop, paid);
  for (const key of ['k1', 'k2']) {
    assert.equal((await shop.refund('A-1', '', key)).text, first.text, key);
  }
  assert.deepEqual(await refundsOf(shop, paid), []);
  await shop.pay('1234567', { OrderNumber: 'B-1' });
  await assert.rejects(shop.refund('B-1', '', 'k2'), /was used before/);
  await shop.refund('A-1', '', 'k3');
  assert.deepEqual(await refundsOf(shop, paid), [10000n]);
});
