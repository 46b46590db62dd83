import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptReader, unscriptedMs } from '../../src/payments/bank-scripts.ts';
import { firstAttempt, referenceOf } from '../../src/payments/payment.ts';
import { aPayment, serveV1, type Told, type V1 } from './serve.ts';

const path = '/v1/sandbox/bank-scripts';

async function script({ call }: V1, body: object): Promise<Told['body']> {
  const told = await call('POST', path, { body });
  assert.equal(told.status, 201, told.text);
  assert.equal(told.headers.get('location'), `${path}/${told.body.id}`);
  return told.body;
}

async function pay({ call }: V1, more: object = {}, asked: object = {}): Promise<Told['body']> {
  return (await call('POST', '/v1/payments', { body: { ...aPayment, ...more }, ...asked })).body;
}

test('the bank does with the next charges what it was told, and then what their cards say', async (t) => {
  const v1 = await serveV1(t);
  const declined = await script(v1, { exchange: 'charge', does: 'insufficient_funds', times: 2 });
  const named = { exchange: 'charge', does: 'lost_card', orderNumber: 'A-1' };
  const forOrder = await script(v1, named);
  assert.deepEqual((await v1.call('GET', path)).body.data, [forOrder, declined]);
  assert.deepEqual((await v1.call('GET', `${path}?orderNumber=A-1`)).body.data, [forOrder]);
  assert.deepEqual((await v1.call('GET', `${path}/${declined.id}`)).body, declined);

  const codes = [];
  for (const orderNumber of ['A-0', 'A-1', 'A-2', 'A-3']) {
    codes.push((await pay(v1, { orderNumber })).decline?.code);
  }
  assert.deepEqual(codes, ['insufficient_funds', 'lost_card', 'insufficient_funds', undefined]);
  assert.deepEqual((await v1.call('GET', path)).body.data, []);
});

test('a lost answer of a charge, and what follows a charge, are scripted too', async (t) => {
  const v1 = await serveV1(t);
  await script(v1, { exchange: 'charge', does: 'timeout_after_booking' });
  const lost = await v1.call('POST', '/v1/payments', { body: aPayment });
  assert.deepEqual([lost.status, lost.body.status], [202, 'unknown'], lost.text);
  await v1.call('POST', '/v1/sandbox/clock/advance', { body: { hours: 1 } });
  const found = await v1.call('GET', `/v1/payments/${lost.body.id}`);
  assert.equal(found.body.status, 'captured');

  await script(v1, { exchange: 'refund', does: 'card_declined' });
  await script(v1, { exchange: 'batch', does: 'mismatch' });
  const refunds = `/v1/payments/${lost.body.id}/refunds`;
  // It is voided where that is possible, which is no refund.
  const part = { body: { amount: 100 } };
  const refused = await v1.call('POST', refunds, part);
  assert.deepEqual([refused.status, refused.body.status], [201, 'failed'], refused.text);
  assert.equal((await v1.call('POST', refunds, part)).body.status, 'succeeded');
  const { data } = (await v1.call('POST', '/v1/batches', { body: {} })).body;
  assert.deepEqual(
    data.map(({ status }: Told['body']) => status),
    ['mismatch'],
  );
});

test('nobody scripts the payments of another, and a script that is deleted does nothing', async (t) => {
  const v1 = await serveV1(t);
  const as = await v1.addBusiness();
  const one = await script(v1, { exchange: 'charge', does: 'lost_card', times: 100 });
  const theirs = await pay(v1, { orderNumber: 'B-1' }, { as });
  assert.equal(theirs.status, 'captured');
  assert.equal((await pay(v1)).decline.code, 'lost_card');
  assert.equal((await v1.call('DELETE', `${path}/${one.id}`)).status, 204);
  assert.equal((await pay(v1)).status, 'captured');
});

test('an impossible script is refused by its fields', async (t) => {
  const v1 = await serveV1(t);
  for (const [body, ...fields] of [
    [{ exchange: 'charge', does: 'mismatch' }, 'does'],
    [{ exchange: 'refund', does: 'capture_declined' }, 'does'],
    [{ exchange: 'batch', does: 'mismatch', orderNumber: 'A' }, 'orderNumber'],
    [{ exchange: 'deposit', does: 'rob', times: 0 }, 'exchange', 'does', 'times'],
    [{}, 'exchange', 'does'],
  ] as const) {
    const told = await v1.call('POST', path, { body });
    const wrong = told.body.errors?.map(({ field }: { field: string }) => field);
    assert.deepEqual([told.status, wrong], [400, fields], told.text);
  }
});

test('only fifty of many concurrent scripts are made', async (t) => {
  const v1 = await serveV1(t);
  const body = { exchange: 'charge', does: 'approve' };
  const told = await Promise.all(
    Array.from({ length: 60 }, async () => await v1.call('POST', path, { body })),
  );
  const codes = told.filter(({ status }) => status !== 201).map((one) => one.body.code);
  assert.deepEqual(codes, Array(10).fill('wrong_state'));
});

test('charges that arrive together share one read, and one that failed is not remembered', async (t) => {
  const v1 = await serveV1(t);
  const { db, clock, caller } = v1;
  const take = scriptReader({ db, now: clock.now });
  const charge = (paymentId: bigint) =>
    take({ kind: 'charge', reference: referenceOf(caller.business.id, paymentId, firstAttempt) });
  assert.equal(await charge(1n), undefined);
  await script(v1, { exchange: 'charge', does: 'lost_card', times: 3 });
  assert.deepEqual(await Promise.all([charge(2n), charge(3n)]), ['lost_card', 'lost_card']);

  clock.pass(unscriptedMs);
  await db.query('alter table bank_scripts rename to bank_scripts_elsewhere');
  const failed = await Promise.allSettled([charge(4n), charge(5n)]);
  await db.query('alter table bank_scripts_elsewhere rename to bank_scripts');
  assert.deepEqual(
    failed.map((one) => one.status),
    ['rejected', 'rejected'],
  );
  assert.equal(await charge(6n), 'lost_card');
});
