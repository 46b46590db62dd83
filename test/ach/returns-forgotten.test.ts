import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

/** The payer of this payment wants to be forgotten: its number leaves the vault. */
async function forget({ fixture, world, businessId }: AchShop, paymentId: bigint): Promise<void> {
  const [row] = await fixture.db.query<{ customer_id: bigint }>(
    'select customer_id from payments where business_id = $1 and id = $2',
    [businessId, paymentId],
  );
  const key = { businessId, id: row!.customer_id };
  assert.equal((await forgetCustomer(world, key, 'operator:ada')).outcome, 'forgotten');
}

async function numbersOf({ fixture, businessId }: AchShop): Promise<unknown[]> {
  return await fixture.db.query(
    `select owner from vault_records where business_id = $1 and field = 'account_number'`,
    [businessId],
  );
}

async function answersOf({ fixture, businessId }: AchShop): Promise<unknown[]> {
  return await fixture.db.query(
    'select kind, code, is_applied from ach_answers where business_id = $1 order by id',
    [businessId],
  );
}

for (const [what, more] of [
  ['a saved account', { CreateToken: true }],
  ['the account of one payment', {}],
] as const) {
  test(`a correction of ${what} that comes when its payer was forgotten is kept, and changes nothing`, async (t) => {
    const shop = await openAchShop(t);
    const bank = bankOf(shop);
    const id = await shop.pay('1234567', more);
    await shop.until('2030-01-30 12:00');
    const text = await bank.answer([
      [id, { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' }],
    ]);
    await forget(shop, id);
    const token = (await shop.payment(id)).token;
    const before = token && (await shop.token(token));
    await bank.post('late.ach', text);
    await readInboxes(shop.world, shop.businessId);

    assert.deepEqual(await bank.names('inbox'), []);
    assert.deepEqual(await answersOf(shop), [
      { kind: 'correction', code: 'C03', is_applied: false },
    ]);
    assert.equal((await shop.entries(id))[0]?.correction_code, 'C03');
    assert.deepEqual(await numbersOf(shop), [], 'the new number is not kept either');
    assert.deepEqual(token && (await shop.token(token)), before);
    assert.deepEqual(await shop.cases(), []);
    assert.deepEqual(await shop.findings(), []);
  });
}

test('what comes back when its payer was forgotten is not presented again: its number is gone', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567', { OrderNumber: 'A-1' });
  await shop.until('2030-01-30 12:00');
  const text = await bank.answer([[id, 'R01']]);
  await forget(shop, id);
  await bank.post('late.ach', text);
  await readInboxes(shop.world, shop.businessId);
  const { state, holds_order, invoice } = await shop.payment(id);
  assert.deepEqual([state, holds_order, invoice], ['returned', false, 'open']);
  assert.equal((await shop.entries(id)).length, 1);
  const [told] = await shop.events('payment.returned');
  assert.equal(told?.data.representedAt, undefined);
  const [entry] = await shop.entries(id);
  const request = { businessId: shop.businessId, id: entry!.id, amountCents: undefined };
  assert.deepEqual(await representByHand(shop.world, { ...request, actor: 'operator:ada' }), {
    refused: 'its account takes no more payments',
  });
  assert.deepEqual(await shop.findings(), []);
});

test('nor does a person present to a saved account whose number is gone', async (t) => {
  const shop = await openAchShop(t);
  const id = await shop.pay(simulatedNumber('return_always', 'R11'), { CreateToken: true });
  await shop.until('2030-01-30 12:00');
  assert.equal((await shop.payment(id)).state, 'returned');
  await forget(shop, id);
  const [entry] = await shop.entries(id);
  const request = { businessId: shop.businessId, id: entry!.id, amountCents: 9000n };
  assert.ok(
    'refused' in (await representByHand(shop.world, { ...request, actor: 'operator:ada' })),
  );
  assert.equal((await shop.entries(id)).length, 1);
});
