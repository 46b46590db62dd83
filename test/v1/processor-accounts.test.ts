import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDouble } from '../../src/cli/gateway-doubles.ts';
import { atEnd } from '../scope.ts';
import { aPayment, serveV1 } from './serve.ts';

const path = '/v1/processor-accounts';

test('accounts at a gateway are connected, chosen, stopped and checked; no key is shown', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const { url, key, close } = await openDouble('nmi', {
    port: 0,
    now: v1.clock.now,
    sleep: async () => {},
  });
  atEnd(t, close);
  const account = { processor: 'nmi', key, address: url };
  const one = await call('POST', path, { body: { ...account, name: 'one' } });
  assert.equal(one.status, 201, one.text);
  assert.equal(one.headers.get('location'), `${path}/one`);
  assert.deepEqual(
    [one.body.status, one.body.takesPayments, one.body.currency],
    ['active', true, 'USD'],
  );
  assert.deepEqual((await call('GET', path)).body.data, [one.body]);
  v1.clock.pass(10_000);
  const paid = await call('POST', '/v1/payments', { body: aPayment });
  assert.deepEqual([paid.body.status, paid.body.processor], ['captured', 'one'], paid.text);

  const found = await call('GET', `${path}/one`);
  const { body: list } = await call('GET', `${path}?processor=nmi&q=ONE`);
  assert.deepEqual(list.data, [found.body]);
  assert.ok(!found.text.includes(key));
  const own = await call('POST', `${path}/one/choose`, { body: { use: 'fallback' } });
  assert.deepEqual([own.status, own.body.code], [409, 'wrong_state']);
  assert.equal((await call('POST', `${path}/one/choose`, { body: {} })).status, 200);

  const late = { headers: { 'If-Match': '"x"' } };
  const because = { body: { reason: 'a dispute' } };
  for (const [verb, sent] of [
    ['choose', { body: {} }],
    ['stop', because],
  ] as const) {
    const { status } = await call('POST', `${path}/one/${verb}`, { ...late, ...sent });
    assert.equal(status, 412, verb);
  }
  const seen = { 'If-Match': (await call('GET', `${path}/one`)).headers.get('etag')! };
  const stopped = await call('POST', `${path}/one/stop`, { headers: seen, ...because });
  assert.deepEqual([stopped.body.status, stopped.body.stoppedBecause], ['stopped', 'a dispute']);
  const checked = await call('POST', `${path}/one/check`);
  assert.deepEqual(
    [checked.body.isGood, checked.body.account.status],
    [true, 'active'],
    checked.text,
  );

  const wrong = await call('POST', path, { body: { ...account, key: 'another', name: 'two' } });
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'wrong_state']);
  assert.equal((await call('GET', `${path}/two`)).status, 404);
});

test('wrong fields are refused, and only the root sets an address', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const account = { processor: 'nmi', key: 'k' };
  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  for (const [body, field] of [
    [{ ...account, name: 'Has Blanks' }, 'name'],
    [{ ...account, key: 'two words' }, 'key'],
    [{ ...account, address: 'http://elsewhere.example.com' }, 'address'],
    [{ ...account, processor: 'other' }, 'processor'],
  ] as const) {
    const { status, body: problem } = await call('POST', path, { body });
    assert.deepEqual([status, problem.errors?.[0]?.field], [400, field]);
  }
  const refused = await call('POST', path, {
    body: { ...account, address: 'http://127.0.0.1:1' },
    as: below,
  });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'address']);
});
