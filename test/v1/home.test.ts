import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aPayment, card, serveV1 } from './serve.ts';

const v1 = await serveV1({ after });

test('the home screen names what waits, and nothing where nothing does', async () => {
  const quiet = await v1.call('GET', '/v1/home', { as: await v1.addBusiness() });
  const none = { count: 0, oldestAt: null };
  assert.deepEqual(quiet.body, {
    unknownPayments: none,
    bankReturns: none,
    waitingConversations: none,
    openCases: none,
    openDisputes: { count: 0, answerUntil: null },
    failingEndpoints: [],
    application: null,
    payout: null,
  });
  // The simulated bank does not answer this card.
  const source = { card: { ...card, number: '4000009990000112' } };
  const made = await v1.call('POST', '/v1/payments', { body: { ...aPayment, source } });
  assert.equal(made.status, 202, made.text);
  const { body } = await v1.call('GET', '/v1/home');
  assert.equal(body.unknownPayments.count, 1);
  assert.notEqual(body.unknownPayments.oldestAt, null);
  const { body: asked } = await v1.call('GET', `/v1/payments/${made.body.id}/attempts`);
  const [charge, ...others] = asked.data;
  assert.deepEqual([charge.kind, charge.outcome, others], ['charge', 'unknown', []]);
  assert.match(charge.reference, /-1$/);
  assert.notEqual(charge.knowledge.nextLookAt, null);
});

test('a payment shows what was asked of the bank, in order', async () => {
  const { body: made } = await v1.call('POST', '/v1/payments', { body: aPayment });
  const refunded = await v1.call('POST', `/v1/payments/${made.id}/refunds`, { body: {} });
  assert.equal(refunded.status, 201, refunded.text);
  const { body } = await v1.call('GET', `/v1/payments/${made.id}/attempts`);
  const [charge, after, ...others] = body.data;
  assert.deepEqual([charge.kind, charge.outcome], ['charge', 'approved']);
  assert.deepEqual([after.outcome, others], ['approved', []]);
  assert.match(after.reference, /-2$/);
  assert.notEqual(after.finishedAt, null);
});
