import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCase } from '../../src/records/case-store.ts';
import { aPayment, serveV1 } from './serve.ts';

test('the acts of people on a case are listed in order', async (t) => {
  const { call, caller, open } = await serveV1(t);
  const { id: paymentId } = (await call('POST', '/v1/payments', { body: aPayment })).body;
  const object = { kind: 'payment', id: BigInt(paymentId) } as const;
  const evidence = { why: 'a test' };
  const { id: businessId } = caller.business;
  await openCase(await open(), { businessId, kind: 'outcome_unknown', object, evidence });
  const [found] = (await call('GET', '/v1/cases')).body.data;
  const path = `/v1/cases/${found.id}`;
  assert.deepEqual((await call('GET', `${path}/history`)).body.data, []);
  for (const note of ['one', 'two', 'three']) {
    const body = { decision: 'charged', note };
    assert.equal((await call('POST', `${path}/propose`, { body })).status, 200);
    assert.equal((await call('POST', `${path}/reject`, { body: { note: 'no' } })).status, 200);
  }
  const all = (await call('GET', `${path}/history`)).body.data;
  assert.deepEqual(
    all.map(({ act, facts }: { act: string; facts: { note: string } }) => [act, facts.note]),
    ['one', 'two', 'three'].flatMap((note) => [
      ['question.proposed', note],
      ['question.rejected', 'no'],
    ]),
  );
  const first = (await call('GET', `${path}/history?limit=4`)).body;
  const rest = (await call('GET', `${path}/history?limit=4&after=${first.next}`)).body;
  assert.deepEqual([...first.data, ...rest.data], all);
  const rejected = (await call('GET', `${path}/history?act=question.rejected`)).body;
  assert.equal(rejected.data.length, 3);
});
