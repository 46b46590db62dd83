import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateByHooks } from '../../src/ach/validation/ask-hooks.ts';
import { removeHook, setHook } from '../../src/ach/validation/hook.ts';
import { isSignedBy } from '../../src/runtime/http-out/sign.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { Scope } from '../scope.ts';
import { type Answer, openReceiver } from '../webhooks/receiver.ts';
import { openValidatingShop } from './validation-fixture.ts';

const says =
  (answer: string): Answer =>
  (response) => {
    response.writeHead(200).end(`{"answer":"${answer}"}`);
  };

async function openHookShop(scope: Scope, ...answers: Answer[]) {
  const service = await openReceiver(scope, ...answers);
  const shop = await openValidatingShop(scope, 'hook');
  const secret = await setHook(shop.world, shop.businessId, service.url, 'operator:ada');
  /** Whatever is asked is answered, or nobody answers it in time. */
  const work = async () => {
    for (;;) {
      const done = await workOnce(shop.world);
      const flown = await shop.world.flights.landed();
      if (done + flown === 0) return;
    }
  };
  return { ...shop, service, secret, work };
}

test('a service that says yes lets the debit go the same evening; it is asked with the whole number, signed', async (t) => {
  const shop = await openHookShop(t, says('yes'));
  const id = await shop.pay('1234567');
  await shop.work();
  const [asked, ...more] = shop.service.received;
  assert.deepEqual(more, []);
  const { AccountNumber, LastFour, PaymentID } = asked!.form;
  assert.deepEqual([AccountNumber, LastFour, PaymentID], ['1234567', '4567', String(id)]);
  const header = (name: string) => String(asked!.headers[name]);
  const signed = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    body: asked!.body,
  };
  assert.ok(isSignedBy([shop.secret], signed, header('webhook-signature')));
  await shop.until('2030-01-15 21:00');
  assert.equal((await shop.payment(id)).state, 'originated');
  await shop.pay('1234567');
  await shop.work();
  assert.equal(shop.service.received.length, 1);
  const opened = await shop.fixture.db.query(
    `select from audit_trail where business_id = $1 and act = 'number.opened'
       and facts ->> 'reason' = 'asked of the validation service'`,
    [shop.businessId],
  );
  assert.equal(opened.length, 1);
  assert.doesNotMatch(shop.fixture.logged.join('\n'), /1234567/);
  assert.deepEqual(await shop.findings(), []);
});

test('a service that says no withdraws the payment; the next payment is asked about anew', async (t) => {
  const shop = await openHookShop(t, says('no'), says('yes'));
  const id = await shop.pay('1234567');
  await shop.work();
  assert.equal((await shop.payment(id)).state, 'voided');
  const [told] = await shop.events('payment.voided');
  assert.equal(told?.data.outcomeCode, 'account_not_validated');
  const again = await shop.pay('1234567');
  await shop.work();
  await shop.until('2030-01-15 21:00');
  assert.equal((await shop.payment(again)).state, 'originated');
  assert.deepEqual(await shop.findings(), []);
});

test('what is not understood is later: asked again under the same id, with growing pauses', async (t) => {
  const odd: Answer = (response) => response.writeHead(200).end('yes');
  const shop = await openHookShop(t, 500, odd, says('later'), 302, says('yes'));
  const id = await shop.pay('1234567');
  await shop.work();
  for (const minutes of [1, 2, 4, 8]) {
    shop.fixture.clock.pass(minutes * 60_000 - 1000);
    await shop.work();
    const before = shop.service.received.length;
    assert.equal((await shop.validations())[0]?.state, 'pending');
    shop.fixture.clock.pass(1000);
    await shop.work();
    assert.equal(shop.service.received.length, before + 1);
  }
  assert.equal(new Set(shop.service.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal((await shop.validations())[0]?.state, 'validated');
  assert.equal((await shop.payment(id)).state, 'queued');
  assert.deepEqual(await shop.findings(), []);
});

test('a service that is gone for ten days withdraws the payment', async (t) => {
  const shop = await openHookShop(t, says('later'));
  const id = await shop.pay('1234567');
  await removeHook(shop.world, shop.businessId, 'operator:ada');
  await shop.work();
  await shop.until('2030-01-26 12:00');
  assert.deepEqual(
    [(await shop.validations())[0]?.state, (await shop.payment(id)).state],
    ['expired', 'voided'],
  );
  assert.equal(shop.service.received.length, 0);
  assert.deepEqual(await shop.findings(), []);
});

test('an answer that comes after the same was asked again does not count', async (t) => {
  const held = Promise.withResolvers<void>();
  const slow: Answer = (response) => {
    void held.promise.then(() => response.writeHead(200).end('{"answer":"no"}'));
  };
  const shop = await openHookShop(t, slow, says('yes'));
  const id = await shop.pay('1234567');
  while ((await workOnce(shop.world)) > 0);
  await asked(shop.service, 1);
  // As if the first had been asked by a process that stands still.
  shop.fixture.clock.pass(60_000);
  const other = await shop.fixture.open();
  await validateByHooks(other);
  await other.flights.landed();
  held.resolve();
  await shop.world.flights.landed();
  assert.equal((await shop.validations())[0]?.state, 'validated');
  assert.equal((await shop.payment(id)).state, 'queued');
  assert.deepEqual(await shop.findings(), []);
});

async function asked(service: { readonly received: readonly unknown[] }, times: number) {
  while (service.received.length < times) await new Promise((done) => setImmediate(done));
}
