import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, serveV1 } from './serve.ts';

test('whoever has neither phone nor mail is nobody else, also once such a customer was merged or lost its mail', async (t) => {
  const { call } = await serveV1(t);
  const make = async (body: object) => (await call('POST', '/v1/customers', { body })).body.id;
  const merge = (to: string, from: string) =>
    call('POST', `/v1/customers/${to}/merge`, { body: { from } });
  const ann = await make({ firstName: 'Ann', email: 'ann@example.com' });
  assert.equal((await merge(ann, await make({ externalId: 'A-1' }))).status, 200);
  const second = await make({ externalId: 'A-2' });
  assert.notEqual(second, ann);
  const emptied = await make({ email: 'bob@example.com' });
  const blank = await call('PATCH', `/v1/customers/${emptied}`, { body: { email: null } });
  assert.equal(blank.status, 200, blank.text);
  const third = await make({ externalId: 'A-3' });
  assert.ok(![ann, second, emptied].includes(third));
  const pay = { ...aPayment, customer: { externalId: 'A-4' } };
  const paid = await call('POST', '/v1/payments', { body: pay });
  assert.ok(![ann, second, emptied, third].includes(paid.body.customerId));
});
