import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { aPayment, serveV1, type Told, type V1 } from './serve.ts';

const etagOf = ({ headers }: Told) => headers.get('etag')!;

async function inviteAnn({ call }: V1) {
  const body = { email: 'ann@example.com', name: 'Ann', role: 'viewer' };
  const made = await call('POST', '/v1/users', { body });
  assert.equal(made.status, 201, made.text);
  return { path: `/v1/users/${made.body.id}`, etag: etagOf(made) };
}

test('a reader with the current version gets 304, by lists, weak tags and the star', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const { path, etag } = await inviteAnn(v1);
  const read = async (known: string) =>
    await call('GET', path, { headers: { 'If-None-Match': known } });
  for (const known of [etag, `W/${etag}`, `"a,b", ${etag}`, `,"x" ,\t${etag},`, '*', ' * ']) {
    const { status, text, headers } = await read(known);
    assert.deepEqual([status, text, headers.get('etag')], [304, '', etag], known);
    assert.equal(headers.get('content-length'), null);
  }
  for (const known of ['"x"', `"x${etag.slice(1)}`, 'W/"x", "y"']) {
    assert.equal((await read(known)).status, 200, known);
  }
  const head = await call('HEAD', path, { headers: { 'If-None-Match': etag } });
  assert.equal(head.status, 304);

  const change = async (known: string) =>
    await call('PATCH', path, { body: { name: 'Bea' }, headers: { 'If-None-Match': known } });
  for (const known of ['*', `W/${etag}`]) {
    const refused = await change(known);
    assert.deepEqual([refused.status, refused.body.code], [412, 'changed_meanwhile'], known);
  }
  const changed = await change('"x"');
  assert.deepEqual([changed.status, changed.body.name], [200, 'Bea']);
  // The new one: what the change answers with is never "not modified".
  assert.equal((await change(etagOf(changed))).status, 412);
});

test('a change names one of several versions, none of them weak, and in quotes', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const { path, etag } = await inviteAnn(v1);
  const change = async (wanted: string) =>
    await call('PATCH', path, { body: { name: 'Ann' }, headers: { 'If-Match': wanted } });
  for (const wanted of [etag, `"x", ${etag}`, `W/"y",${etag}`, '*']) {
    assert.equal((await change(wanted)).status, 200, wanted);
  }
  for (const wanted of [`W/${etag}`, '"x"', '"x", "y"', `"x,${etag.slice(1)}`]) {
    assert.equal((await change(wanted)).status, 412, wanted);
  }
  for (const wanted of [etag.slice(1, -1), `${etag} ${etag}`, `w/${etag}`, `${etag}, *`, ',']) {
    const { status, body } = await change(wanted);
    assert.deepEqual([status, body.errors?.[0].field], [400, 'If-Match'], wanted);
  }
});

test('a condition that nothing would be compared with is refused', async (t) => {
  const { call } = await serveV1(t);
  const headers = { 'If-Match': '"x"' };
  for (const [method, path, body] of [
    ['POST', '/v1/payments', aPayment],
    ['POST', '/v1/users', { email: 'a@example.com', name: 'A', role: 'viewer' }],
    ['POST', '/v1/api-keys', { name: 'x' }],
    ['GET', '/v1/users', undefined],
  ] as const) {
    const refused = await call(method, path, { headers, ...(body && { body }) });
    assert.deepEqual([refused.status, refused.body.errors?.[0].field], [400, 'If-Match'], path);
  }
  const body = { name: 'x' };
  const known = await call('POST', '/v1/api-keys', { headers: { 'If-None-Match': '*' }, body });
  assert.deepEqual([known.status, known.body.errors?.[0].field], [400, 'If-None-Match']);
});

test('each object that is changed by its version can be read with it', () => {
  const versioned = endpoints.filter(({ isVersioned }) => isVersioned);
  const read = new Set(versioned.filter((one) => one.method === 'GET').map(({ path }) => path));
  for (const { id, path, method } of versioned) {
    const object = path.split('/').slice(0, 4).join('/');
    const isRead = read.has(path) || read.has(object) || !path.includes('{');
    assert.ok(isRead, `${method} ${id}: nothing shows its ETag`);
  }
});
