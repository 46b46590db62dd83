import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { after, atEnd } from '../scope.ts';

/* Whoever lost an answer asks again, and is told what came of it, whatever has changed since. */

const fixture = await makeFixture({ after });
const world = await fixture.open();
const door = await openDoor(world);
atEnd({ after }, () => door.close());

const lateApproval = { CCNumber: '4000009990000211' };

function payer(caller: Caller) {
  const api = client(door.baseUrl, caller);
  after(() => api.close());
  return async (more: Fields = {}, key?: string) => {
    const fields = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1', ...more };
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    return await api.call('CreatePayment', fields, headers);
  };
}

/** Callers are remembered for some seconds. */
async function becomes(caller: Caller, state: string): Promise<void> {
  await fixture.db.query('update businesses set state = $2 where business_id = $1', [
    caller.business.id,
    state,
  ]);
  fixture.clock.pass(6000);
}

for (const state of ['suspended', 'closed', 'payments_pending']) {
  test(`of a business that is ${state}, what was paid before is told to the byte, and nothing new is paid`, async () => {
    const caller = await fixture.addBusiness();
    const pay = payer(caller);
    const first = await pay({}, 'k');
    assert.equal(first.status, 200);
    await becomes(caller, state);
    for (const again of [await pay(), await pay({}, 'k')]) {
      assert.deepEqual([again.status, again.body], [200, first.body]);
    }
    assert.equal((await pay({ OrderNumber: 'A-2' })).status, 403);
    assert.equal((await pay({ OrderNumber: '' })).status, 403);
    assert.equal((await pay({ Amount: '13.00' })).status, 409);
    assert.equal((await pay({ Amount: 'x' })).status, 403);
  });
}

test('and what was not known is told when it is', async () => {
  const caller = await fixture.addBusiness();
  const pay = payer(caller);
  assert.equal((await pay(lateApproval)).status, 202);
  await becomes(caller, 'suspended');
  fixture.clock.pass(3 * 60_000);
  await resolveDue(world);
  const told = await pay(lateApproval);
  assert.deepEqual([told.status, told.headers['x-payment-state']], [200, 'captured']);
});

test('a card that has expired since is no reason not to tell what it paid', async () => {
  const caller = await fixture.addBusiness();
  const pay = payer(caller);
  const card = { ExpirationMonth: '01', ExpirationYear: '30' };
  const first = await pay(card, 'k');
  const byKey = await pay({ ...card, OrderNumber: '' }, 'k2');
  assert.deepEqual([first.status, byKey.status], [200, 200]);
  fixture.clock.pass(20 * 24 * 3_600_000);
  assert.equal((await pay(card, 'k')).body, first.body);
  assert.equal((await pay(card)).body, first.body);
  assert.equal((await pay({ ...card, OrderNumber: '' }, 'k2')).body, byKey.body);

  const anew = await pay({ ...card, OrderNumber: 'A-2' });
  assert.equal(anew.status, 400);
  assert.deepEqual(
    JSON.parse(anew.body).Errors.map(({ Field, Code }: { Field: string; Code: string }) => [
      Field,
      Code,
    ]),
    [['ExpirationYear', 'expired']],
  );
  const alsoWrong = await pay({ ...card, Amount: 'x' });
  assert.deepEqual(
    JSON.parse(alsoWrong.body).Errors.map(({ Field }: { Field: string }) => Field),
    ['Amount', 'ExpirationYear'],
  );
});

test('who tries one number after the other learns of none which one an order was paid with', async () => {
  const caller = await fixture.addBusiness({ limited: true });
  const pay = payer(caller);
  assert.equal((await pay({}, 'k')).status, 200);
  const wrong = { CCNumber: '4000056655665556' };
  for (let times = 0; times < 10; times += 1) {
    assert.equal((await pay(wrong)).status, 409);
    assert.equal((await pay({ ...wrong, OrderNumber: '' }, 'k')).status, 409);
  }
  for (const more of [{}, wrong]) {
    assert.equal((await pay(more)).status, 429);
    assert.equal((await pay(more, 'k')).status, 429);
  }
  fixture.clock.pass(60_000);
  assert.equal((await pay({}, 'k')).status, 200);
});
