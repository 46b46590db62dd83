import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serveV1 } from './serve.ts';

const v1 = await serveV1({ after });
const path = '/v1/sandbox/inbox/texts';
const from = '6175550100';

test('a payer of the sandbox writes, and the business reads it in a conversation of its own number', async () => {
  const shop = await v1.addBusiness();
  const written = await v1.call('POST', path, { as: shop, body: { from, body: 'Are you open?' } });
  assert.equal(written.status, 201, written.text);
  const { id, direction, status, body, phone, conversationId } = written.body;
  assert.deepEqual([direction, status, body, phone], ['in', 'received', 'Are you open?', from]);
  assert.equal(written.headers.get('location'), `/v1/messages/${id}`);
  const heard = await v1.call('GET', `/v1/conversations/${conversationId}`, { as: shop });
  assert.match(heard.body.ownNumber, /^\d{10}$/);
  assert.equal(heard.body.heardAt, heard.body.lastAt);
  const { body: log } = await v1.call('GET', '/v1/audit-log?act=inbox.written', { as: shop });
  assert.equal(log.data.length, 1);
});

test('a process that dies before its answer is stored leaves one text', async () => {
  const shop = await v1.addBusiness();
  const asked = {
    ...{ as: shop, body: { from, body: 'Is my car ready?' } },
    headers: { 'Idempotency-Key': 'another key' },
  };
  const first = await v1.call('POST', path, asked);
  await v1.db.query('delete from kept_answers where business_id = $1', [shop.business.id]);
  const again = await v1.call('POST', path, asked);
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  const { body } = await v1.call('GET', '/v1/messages', { as: shop });
  assert.equal(body.data.length, 1);
});

test('a moved clock dates it once', async () => {
  const shop = await v1.addBusiness();
  const hours = 5;
  const moved = await v1.call('POST', '/v1/sandbox/clock/advance', { as: shop, body: { hours } });
  assert.equal(moved.status, 200, moved.text);
  const written = await v1.call('POST', path, { as: shop, body: { from, body: 'Good evening.' } });
  const at = new Date(v1.clock.now().getTime() + hours * 3_600_000);
  assert.equal(written.body.createdAt, at.toISOString());
});

test('a live business and a wrong phone are refused', async () => {
  const live = await v1.addBusiness({ environment: 'live' });
  const told = await v1.call('POST', path, { as: live, body: { from, body: 'Hello?' } });
  assert.equal(told.status, 403, told.text);
  for (const body of [{ from: '617555', body: 'Hello?' }, { from, body: '' }, { from }]) {
    const refused = await v1.call('POST', path, { body });
    assert.deepEqual([refused.status, refused.body.code], [400, 'wrong_fields']);
  }
});
