import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillOne } from '../demo/filling.ts';
import { aPayment, card, serveV1 } from './serve.ts';

const v1 = await serveV1({ after });

test('the home screen names what waits, and nothing where nothing does', async () => {
  const quiet = await v1.call('GET', '/v1/home', { as: await v1.addBusiness() });
  const none = { count: 0, first: null };
  assert.deepEqual(quiet.body, {
    unknownPayments: none,
    bankReturns: none,
    waitingConversations: none,
    overdueInvoices: none,
    failedMails: none,
    openCases: none,
    openDisputes: none,
    failingEndpoints: [],
    application: null,
    payout: null,
    nextPayoutAt: null,
  });
  // The simulated bank does not answer this card.
  const source = { card: { ...card, number: '4000009990000112' } };
  const made = await v1.call('POST', '/v1/payments', { body: { ...aPayment, source } });
  assert.equal(made.status, 202, made.text);
  const { body } = await v1.call('GET', '/v1/home');
  assert.equal(body.unknownPayments.count, 1);
  const { at, ...first } = body.unknownPayments.first;
  assert.deepEqual(first, {
    id: made.body.id,
    what: '',
    payer: 'Ada Byron',
    amount: 1250,
    currency: 'USD',
  });
  assert.notEqual(at, null);
  const { body: asked } = await v1.call('GET', `/v1/payments/${made.body.id}/attempts`);
  const [charge, ...others] = asked.data;
  assert.deepEqual([charge.kind, charge.outcome, others], ['charge', 'unknown', []]);
  assert.match(charge.reference, /-1$/);
  assert.notEqual(charge.knowledge.nextLookAt, null);
});

test('a task names the one that has waited longest, and counts the others', async () => {
  const shop = await v1.addBusiness();
  await fillOne(v1, shop.business.id, { days: 21 });
  const { body } = await v1.call('GET', '/v1/home', { as: shop });
  const oldest = {
    openCases: `open_questions where business_id = $1 and state <> 'closed' order by created_at, id`,
    openDisputes: `disputes where business_id = $1 and state = 'open' order by answer_until, id`,
    waitingConversations: `conversations where business_id = $1 and heard_at is not null and read_at is null order by heard_at, id`,
    overdueInvoices: `invoices where business_id = $1 and state = 'open' and details -> 'bill' ->> 'dueOn' < '2030-01-15'
      order by details -> 'bill' ->> 'dueOn', id`,
  } as const;
  for (const [task, rows] of Object.entries(oldest)) {
    const { count, first } = body[task];
    const found = await v1.db.query<{ id: bigint }>(`select id from ${rows}`, [shop.business.id]);
    assert.deepEqual([count, first?.id], [found.length, String(found[0]?.id)], task);
    assert.notEqual(first.what, '', task);
  }
  const dispute = await v1.call('GET', `/v1/disputes/${body.openDisputes.first.id}`, { as: shop });
  assert.equal(body.openDisputes.first.at, dispute.body.answerUntil);
  assert.equal(body.openDisputes.first.amount, dispute.body.amount);
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
