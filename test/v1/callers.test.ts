import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BusinessState } from '../../src/parties/businesses/business.ts';
import { aPayment, serveV1, type V1 } from './serve.ts';

async function family(v1: V1, state: BusinessState) {
  const parent = await v1.addBusiness({ state });
  const child = await v1.addBusiness({ ancestors: [parent.business.id] });
  const headers = { 'Quittance-Business': String(child.business.id) };
  return { child, asked: { as: parent, headers } };
}

test('a suspended business does not charge in the name of one below it, but reads and refunds', async (t) => {
  const v1 = await serveV1(t);
  const { child, asked } = await family(v1, 'suspended');
  const refused = await v1.call('POST', '/v1/payments', { ...asked, body: aPayment });
  assert.deepEqual([refused.status, refused.body.code], [403, 'business_suspended']);
  assert.equal((await v1.call('GET', '/v1/payments', asked)).body.data.length, 0);
  const paid = await v1.call('POST', '/v1/payments', { as: child, body: aPayment });
  assert.equal(paid.status, 201, paid.text);
  const path = `/v1/payments/${paid.body.id}/refunds`;
  assert.equal((await v1.call('POST', path, { ...asked, body: {} })).status, 201);
});

test('a closed business does nothing more, neither for itself nor for one below it', async (t) => {
  const v1 = await serveV1(t);
  const { child, asked } = await family(v1, 'closed');
  for (const [method, path, body] of [
    ['GET', '/v1/payments', undefined],
    ['GET', '/v1/api-keys', undefined],
    ['POST', '/v1/payments', aPayment],
    ['POST', '/v1/api-keys', { name: 'x' }],
  ] as const) {
    for (const one of [asked, { as: asked.as }]) {
      const refused = await v1.call(method, path, { ...one, ...(body && { body }) });
      assert.deepEqual([refused.status, refused.body?.code], [403, 'business_suspended'], path);
    }
  }
  assert.equal((await v1.call('GET', '/v1/payments', { as: child })).status, 200);
});

test('a closed business is still read by the one above it', async (t) => {
  const v1 = await serveV1(t);
  const ancestors = [v1.caller.business.id];
  const { business } = await v1.addBusiness({ ancestors, state: 'closed' });
  const headers = { 'Quittance-Business': String(business.id) };
  assert.equal((await v1.call('GET', '/v1/payments', { headers })).status, 200);
  const refused = await v1.call('POST', '/v1/payments', { headers, body: aPayment });
  assert.deepEqual([refused.status, refused.body.code], [403, 'business_suspended']);
});

test('the limit stands beside what is left of it', async (t) => {
  const v1 = await serveV1(t, { settings: { REQUESTS_PER_SECOND: '5' } });
  const as = await v1.addBusiness({ limited: true });
  const { headers } = await v1.call('GET', '/v1/payments', { as });
  assert.deepEqual(
    [headers.get('ratelimit-policy'), headers.get('ratelimit')],
    ['"default";q=10;w=2', '"default";r=9;t=1'],
  );
  const free = await v1.call('GET', '/v1/payments');
  assert.equal(free.headers.get('ratelimit-policy'), null);
});
