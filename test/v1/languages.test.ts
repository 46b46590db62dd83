import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveV1 } from './serve.ts';

test('the language of a customer is unknown until it is said, and can be unsaid', async (t) => {
  const { call } = await serveV1(t);
  const made = await call('POST', '/v1/customers', { body: { email: 'ada@example.com' } });
  assert.equal(made.body.language, null);
  const path = `/v1/customers/${made.body.id}`;
  const version = { 'If-Match': made.headers.get('etag')! };
  const spanish = await call('PATCH', path, { body: { language: 'es' }, headers: version });
  assert.deepEqual([spanish.status, spanish.body.language], [200, 'es'], spanish.text);
  assert.equal((await call('PATCH', path, { body: {}, headers: version })).status, 412);
  const moved = await call('PATCH', path, { body: { city: 'Boston' } });
  assert.deepEqual([moved.body.city, moved.body.language], ['Boston', 'es']);
  assert.equal((await call('PATCH', path, { body: { language: null } })).body.language, null);
  for (const language of ['de', 'ES', '', 7]) {
    const refused = await call('PATCH', path, { body: { language } });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'language']);
  }
  const french = { email: 'grace@example.com', language: 'fr' };
  assert.equal((await call('POST', '/v1/customers', { body: french })).body.language, 'fr');
});

test('a business says in which language it speaks to payers', async (t) => {
  const { call, caller } = await serveV1(t);
  const path = `/v1/businesses/${caller.business.id}`;
  const before = await call('GET', path);
  assert.equal(before.body.language, null);
  const headers = { 'If-Match': before.headers.get('etag')! };
  const changed = await call('PATCH', path, { body: { language: 'es' }, headers });
  assert.deepEqual([changed.status, changed.body.language], [200, 'es'], changed.text);
  assert.equal((await call('PATCH', path, { body: { language: 'fr' }, headers })).status, 412);
  const moved = await call('PATCH', path, { body: { businessCity: 'Boston' } });
  assert.equal(moved.body.language, 'es', 'what is not sent stays');
  assert.equal((await call('PATCH', path, { body: { language: 'xx' } })).status, 400);

  assert.equal((await call('PATCH', path, { body: { language: null } })).body.language, null);
});

test('the usual text of a pay link speaks the language of the customer', async (t) => {
  const { call, caller, db } = await serveV1(t);
  const language = 'fr';
  const ada = { email: 'ada@example.com', phone: '6175550123', language };
  const made = await call('POST', '/v1/customers', { body: ada });
  const body = { amount: 1250, customerId: made.body.id, send: 'text' };
  const link = await call('POST', '/v1/pay-links', { body });
  assert.equal(link.status, 201, link.text);
  const [text] = await db.query<{ body: string }>(
    'select body from messages where business_id = $1',
    [caller.business.id],
  );
  assert.match(text!.body, /: veuillez payer 12,50 \$ US ici: \[PBTLINK\]$/);
  const byPhone = { amount: 1250, customer: { phone: '6175550123' }, send: 'text' };
  assert.equal((await call('POST', '/v1/pay-links', { body: byPhone })).status, 201);
  const texts = await db.query<{ body: string }>(
    'select body from messages where business_id = $1 order by id',
    [caller.business.id],
  );
  assert.equal(texts[1]!.body, text!.body);
});
