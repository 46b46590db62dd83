import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { aPayment, card, serveV1 } from './serve.ts';

/* What the simulated bank was asked, as people see it: written from what is stored where all went well, else kept. */

const v1 = await serveV1({ after });
const { call, clock, db } = v1;

type Exchange = {
  readonly kind: string;
  readonly status: number | null;
  readonly request: string;
  readonly answer: string;
  readonly isDerived: boolean;
};

async function pay(changes: object = {}) {
  const { body } = await call('POST', '/v1/payments', { body: { ...aPayment, ...changes } });
  return body as { id: string; status: string; authorizationCode: string };
}

async function exchangesOf(paymentId: string): Promise<Exchange[]> {
  const { body, text } = await call('GET', `/v1/payments/${paymentId}/attempts`);
  // The whole number and its security code are in none of them.
  assert.doesNotMatch(text, /4242424242424242|4000009990000112|\b937\b/);
  return body.data.flatMap(({ exchanges }: { exchanges: Exchange[] }) => exchanges);
}

const kept = async () => (await db.query('select 1 from gateway_conversations')).length;

test('a charge that goes well, a decline and a refund are shown, and nothing is kept for them', async () => {
  const before = await kept();
  const paid = await pay({ statementDescriptor: 'OURS' });
  const refund = { body: { amount: 250 } };
  assert.equal((await call('POST', `/v1/payments/${paid.id}/refunds`, refund)).status, 201);
  const [charge, refunded, ...others] = await exchangesOf(paid.id);
  assert.deepEqual(others, []);
  assert.deepEqual([charge!.kind, charge!.status, charge!.isDerived], ['charge', 200, true]);
  assert.deepEqual(JSON.parse(charge!.request), {
    ask: 'charge',
    amount: '12.50 USD',
    capture: true,
    descriptor: 'OURS',
    card: '•••• •••• •••• 4242',
    cvv: 'not kept',
  });
  const answer = JSON.parse(charge!.answer);
  assert.deepEqual(
    [answer.outcome, answer.amount, answer.approval],
    ['approved', '12.50 USD', paid.authorizationCode],
  );
  assert.equal(JSON.parse(refunded!.request).amount, '2.50 USD');
  assert.equal(JSON.parse(refunded!.answer).outcome, 'approved');

  const declined = await pay({ source: { card: { ...card, number: '4000000000000002' } } });
  const [asked] = await exchangesOf(declined.id);
  assert.equal(JSON.parse(asked!.answer).outcome, 'declined', asked!.answer);
  assert.equal(await kept(), before);
});

test('exchanges after the charge name their author and reason', async () => {
  const paid = await pay({ orderNumber: 'asked-by' });
  const body = { amount: 250, reason: 'Came back: broken' };
  const { body: refund } = await call('POST', `/v1/payments/${paid.id}/refunds`, { body });
  const { body: found } = await call('GET', `/v1/payments/${paid.id}/attempts`);
  assert.deepEqual(
    found.data.map(({ kind, actor, reason }: Record<string, unknown>) => [kind, actor, reason]),
    [
      ['charge', null, null],
      ['refund', refund.actor, 'Came back: broken'],
    ],
  );
  assert.equal(refund.actor, `api:${v1.caller.username}/0`);
});

test('a charge whose answer was lost is kept as it was, with each inquiry about it', async () => {
  const lost = await pay({ source: { card: { ...card, number: '4000009990000112' } } });
  assert.equal(lost.status, 'unknown');
  const [charge, ...none] = await exchangesOf(lost.id);
  assert.deepEqual(none, []);
  assert.deepEqual([charge!.kind, charge!.status, charge!.isDerived], ['charge', null, false]);
  assert.match(charge!.answer, /^\(no answer: /);
  assert.match(charge!.request, /•••• •••• •••• 0112/);

  clock.pass(3_000);
  await resolveDue(await v1.open());
  const [, inquiry] = await exchangesOf(lost.id);
  assert.deepEqual([inquiry!.kind, inquiry!.isDerived], ['inquiry', false]);
  assert.equal(JSON.parse(inquiry!.request).ask, 'inquire');
  const { outcome, amount } = JSON.parse(inquiry!.answer);
  assert.deepEqual([outcome, amount], ['approved', '12.50 USD']);
});

test('exchanges beyond their retention are not shown', async () => {
  const paid = await pay();
  assert.equal((await exchangesOf(paid.id)).length, 1);
  clock.pass(v1.config.gatewayConversationDays * 24 * 3_600_000);
  assert.deepEqual(await exchangesOf(paid.id), []);
});

test('a charge whose process died shows only its inquiry', async () => {
  const paid = await pay();
  const [charge] = await exchangesOf(paid.id);
  // As it is found: unknown until an inquiry a moment later.
  await db.query(
    `update payments set finished_at = created_at + interval '2 seconds' where id = $1`,
    [paid.id],
  );
  const { body } = await call('GET', `/v1/payments/${paid.id}/attempts`);
  await db.query(
    `insert into gateway_conversations (business_id, id, account, reference, kind, at, took_ms, request, answer, status)
     select business_id, gen_random_uuid(), processor, $2, 'inquiry', created_at + interval '1 second', 1, '{}', '{}', 200
     from payments where id = $1`,
    [paid.id, body.data[0].reference],
  );
  assert.ok(charge);
  assert.deepEqual(
    (await exchangesOf(paid.id)).map(({ kind, isDerived }) => [kind, isDerived]),
    [['inquiry', false]],
  );
});

test('an outcome that took longer than an answer may take was found out, and is no answer', async () => {
  const paid = await pay();
  await db.query(
    `update payments set finished_at = created_at + interval '10 minutes' where id = $1`,
    [paid.id],
  );
  assert.deepEqual(await exchangesOf(paid.id), []);
});
