import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveV1 } from './serve.ts';

test('the audit log is listed with filters and search', async (t) => {
  const { call } = await serveV1(t);
  const made = await call('POST', '/v1/api-keys', { body: { name: 'till', rights: ['read'] } });
  await call('POST', `/v1/api-keys/${made.body.id}/revoke`);
  const { body } = await call('GET', '/v1/audit-log');
  assert.deepEqual(
    body.data.map(({ id, act, object }: Record<string, string>) => [id, act, object]),
    [
      ['2', 'key.revoked', `key:${made.body.id}`],
      ['1', 'key.created', `key:${made.body.id}`],
    ],
  );
  const { madeBy, ...facts } = body.data[1].facts;
  assert.deepEqual([facts, typeof madeBy], [{ name: 'till', rights: 'read' }, 'string']);
  assert.ok(!JSON.stringify(body).includes(made.body.secret));
  for (const [query, ids] of [
    ['act=key.created', ['1']],
    ['q=REVOKED', ['2']],
    ['actor=operator', []],
    ['createdFrom=2031-01-01T00:00:00Z', []],
    ['limit=1', ['2']],
  ] as const) {
    const page = await call('GET', `/v1/audit-log?${query}`);
    assert.deepEqual(
      page.body.data.map(({ id }: { id: string }) => id),
      ids,
      query,
    );
  }
});

test('a changed entry is found', async (t) => {
  const { call, db, caller } = await serveV1(t);
  for (const name of ['one', 'two', 'three']) {
    await call('POST', '/v1/api-keys', { body: { name } });
  }
  const whole = await call('GET', '/v1/audit-log/verification');
  assert.deepEqual(whole.body, { isWhole: true, entries: 3, breaks: [], unreported: 0 });
  await db.query(`update audit_trail set actor = 'x' where business_id = $1 and n = 2`, [
    caller.business.id,
  ]);
  const broken = await call('GET', '/v1/audit-log/verification');
  assert.deepEqual(broken.body.breaks, [{ from: '2', to: '2', kind: 'changed' }]);
  assert.equal(broken.body.isWhole, false);
});
