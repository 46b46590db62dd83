import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDoor } from '../caller.ts';
import { patient } from '../patient.ts';
import { bindings, type Sent } from './bindings.ts';
import { openSubscriptions } from './subscriptions.ts';

const { fixture, ask, enter, made, payments } = await openSubscriptions({ after });
const name = 'CreateCustomerSubscription';
const monthly = { Amount: '10.00', Interval: 'Monthly' };
const once = { Amount: '2.00', Interval: 'Daily', StartDate: '03-01-2030' };

test('the same call again, by whichever binding, is the same subscription and charges nothing', async () => {
  const { shop, token } = await enter();
  const texts = [];
  for (const binding of bindings) {
    texts.push(
      JSON.stringify(await ask(shop, name, { ...monthly, CardToken: token }, { binding })),
    );
  }
  assert.equal(new Set(texts).size, 1);
  assert.equal((await made(shop)).length, 1);
  assert.equal((await payments(shop)).length, 1);
});

test('two at the same moment are one', async () => {
  const { shop, token } = await enter();
  const sent = { ...monthly, CardToken: token };
  const door = await openDoor(patient(await fixture.open()));
  const said = await Promise.all(Array.from({ length: 6 }, () => ask(shop, name, sent, door)));
  await door.close();
  assert.equal(new Set(said.map(({ Data }) => Data.SubscriptionID)).size, 1);
  assert.equal((await made(shop)).length, 1);
  assert.equal((await payments(shop)).length, 1);
});

test('when it has ended, the same call makes another one', async () => {
  const { shop, token } = await enter();
  const sent = { ...once, CardToken: token };
  await ask(shop, name, sent);
  await fixture.db.query(
    `update subscriptions set state = 'canceled', ended_at = created_at, due_at = null, notice_at = null
     where business_id = $1`,
    [shop.business.id],
  );
  await ask(shop, name, sent);
  assert.equal((await made(shop)).length, 2);
});

test('under an Idempotency-Key it is made once, and another key makes another one', async () => {
  const { shop, token } = await enter();
  const call = (key: string, more: Sent = {}) =>
    ask(
      shop,
      name,
      { ...once, CardToken: token, ...more },
      { headers: { 'Idempotency-Key': key } },
    );
  const first = await call('one');
  assert.deepEqual(await call('one'), first);
  const second = await call('two');
  assert.notEqual(second.Data.SubscriptionID, first.Data.SubscriptionID);
  const { Message } = await call('one', { Amount: '3.00' });
  assert.match(Message, /Idempotency-Key was used before/);
  assert.equal((await made(shop)).length, 2);
  fixture.clock.pass(31 * 24 * 3_600_000);
  const later = await call('one', { StartDate: '06-01-2030' });
  assert.equal(later.IsSuccess, true, 'a key is kept thirty days');
  assert.equal((await made(shop)).length, 3);
});
