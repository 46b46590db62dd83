import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, card, serveV1 } from './serve.ts';
import { signIn } from './signed-in.ts';

test('a payment names who asked for it, and the last month of its card', async (t) => {
  const v1 = await serveV1(t);
  const made = await v1.call('POST', '/v1/payments', { body: aPayment });
  const { actor, expiresOn, securityCodeCheck } = made.body;
  assert.match(actor, /^api:.+\/\d+$/);
  assert.ok(actor.startsWith(`api:${v1.caller.username}/`));
  assert.equal(
    expiresOn,
    `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`,
    made.text,
  );
  // The simulated bank checks neither.
  assert.equal(securityCodeCheck, null);
  const cashier = await signIn(v1, v1.caller, 'cashier');
  const body = { ...aPayment, orderNumber: 'at the counter' };
  const taken = await v1.call('POST', '/v1/payments', { body, as: cashier });
  assert.equal(taken.status, 201, taken.text);
  assert.equal(taken.body.actor, `user:cashier-of-${v1.caller.business.id}@example.com`);
  const account = { bankAccount: { accountNumber: '98765432', routingNumber: '021000021' } };
  const debit = await v1.call('POST', '/v1/payments', { body: { ...aPayment, source: account } });
  assert.equal(debit.body.expiresOn, null, debit.text);
});
