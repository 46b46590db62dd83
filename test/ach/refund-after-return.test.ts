import assert from 'node:assert/strict';
import { test } from 'node:test';
import { release } from '../../src/ach/files/collect.ts';
import { dropFile } from '../../src/ach/files/file-store.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { beganFile } from './began-file.ts';
import { comesBack, creditOf, lastFile, nothingGiven, why } from './returned-payment.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, newYork, openAchShop } from './returns-fixture.ts';

/** A payment that settled and was refunded, with the refund in no file yet. */
async function refunded(shop: AchShop, amount?: string): Promise<bigint> {
  const id = await shop.pay('1234567', { OrderNumber: 'A-1' });
  await shop.until('2030-01-17 09:00');
  await shop.refund('A-1', amount);
  return id;
}

/** Told as one that was still queued when its payment came back. */
async function isCanceled(shop: AchShop, id: bigint): Promise<void> {
  assert.equal(await creditOf(shop, id), 'canceled');
  assert.equal((await shop.payment(id)).refunded_cents, 0n);
  assert.deepEqual(await shop.ledger(), nothingGiven);
  const [failed, ...more] = await shop.events('payment.refund_failed');
  assert.deepEqual(more, []);
  assert.equal(failed?.data.outcomeCode, 'payment_returned');
  assert.deepEqual(await shop.findings(), []);
}

test('a refund whose file is refused after its payment came back is sent no more', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop);
  await shop.until('2030-01-17 20:30');
  assert.equal(await creditOf(shop, id), 'originated');
  await comesBack(shop, id);
  assert.equal((await shop.payment(id)).refunded_cents, 10_000n, 'it is with the bank');
  const sent = (await bankOf(shop).sent()).length;

  await rejectFile(shop.world, await lastFile(shop), why);
  await isCanceled(shop, id);
  await shop.until('2030-01-30 12:00');
  assert.equal((await bankOf(shop).sent()).length, sent);
  await isCanceled(shop, id);
});

test('a refund whose file is refused while its payment stands is sent with the next', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop, '40.00');
  await shop.until('2030-01-17 20:30');
  await rejectFile(shop.world, await lastFile(shop), why);
  assert.equal(await creditOf(shop, id), 'queued');
  // And when it comes back only then, it is as any other that waits.
  await comesBack(shop, id);
  await isCanceled(shop, id);
});

test('a refund that a file let go again, since its hour was over, is sent no more when its payment came back', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop);
  shop.fixture.clock.setTo(newYork('2030-01-17 20:05'));
  const file = await beganFile(shop.world, shop.businessId);
  assert.equal(await creditOf(shop, id), 'filed');
  await comesBack(shop, id);
  await release(shop.world, file);
  await isCanceled(shop, id);
});

test('a refund that a slow maker put into a file that was gone is sent no more when its payment came back', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop);
  shop.fixture.clock.setTo(newYork('2030-01-17 20:05'));
  const file = await beganFile(shop.world, shop.businessId);
  await dropFile(shop.world.db, file);
  await comesBack(shop, id);
  assert.equal(await creditOf(shop, id), 'filed');
  await shop.until('2030-01-17 20:10');
  await isCanceled(shop, id);
});

for (const amount of [undefined, '40.00']) {
  test(`what was refunded${amount ? ' in part' : ''} is not debited again, also when nothing of that was sent`, async (t) => {
    const shop = await openAchShop(t);
    const id = await refunded(shop, amount);
    const bank = bankOf(shop);
    const debit = (await shop.entries(id)).find(({ kind }) => kind === 'debit')!;
    await bank.post('back.ach', await bank.answerEntry(debit.id, 'R01'));
    await readInboxes(shop.world, shop.businessId);
    await isCanceled(shop, id);
    await shop.until('2030-02-15 12:00');
    assert.deepEqual(
      (await shop.entries(id)).map(({ kind, state }) => [kind, state]),
      [
        ['debit', 'returned'],
        ['credit', 'canceled'],
      ],
    );
    const [told] = await shop.events('payment.returned');
    assert.deepEqual([told?.data.representedAt, told?.data.payerIsAsked], [undefined, undefined]);
    await isCanceled(shop, id);
  });
}
