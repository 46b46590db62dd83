import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { patient } from '../patient.ts';
import { openShop } from './shop.ts';

const fixture = await makeFixture({ after });
const world = patient(await fixture.open());
const tooLateToVoid = { CCNumber: '4000009990000708' };

test('ten refunds of a whole payment under one key at once are answered alike', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture, world });
  const { invoice } = await pay();
  const told = await Promise.all(
    Array.from({ length: 10 }, () => refund({ PaymentID: invoice }, 'one-key')),
  );
  assert.equal(told[0]!.body.Message, 'Voided.');
  for (const { text } of told) assert.equal(text, told[0]!.text);
  assert.equal((await payment(invoice)).state, 'voided');
});

for (const key of ['one-key-too-late', undefined]) {
  const how = key === undefined ? 'without a key' : 'under one key';
  test(`whoever waited ${how} for a void that came too late hears of the refund in its place`, async (t) => {
    const { pay, refund, payment } = await openShop(t, { fixture, world });
    const { invoice } = await pay(tooLateToVoid);
    const told = await Promise.all(
      Array.from({ length: 5 }, () => refund({ PaymentID: invoice }, key)),
    );
    told.push(await refund({ PaymentID: invoice }, key));
    assert.equal(told[0]!.body.Message, 'Refunded.');
    for (const { text } of told) assert.equal(text, told[0]!.text);
    assert.equal((await payment(invoice)).refunded, 10000n);
  });
}
