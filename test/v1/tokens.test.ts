import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, card, serveV1 } from './serve.ts';

const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };
const { cvv: _, ...saved } = card;
const bankAccount = { accountNumber: '000126789', routingNumber: '021000021', kind: 'savings' };

test('a card is saved, charged and disabled; its number is nowhere', async (t) => {
  const { call, caller, db, addBusiness } = await serveV1(t);
  const body = { source: { card: saved }, customer };
  const made = await call('POST', '/v1/tokens', { body });
  assert.equal(made.status, 201, made.text);
  const { token, customerId } = made.body;
  assert.deepEqual(
    [made.body.method, made.body.status, made.body.brand, made.body.last4, made.body.holder],
    ['card', 'active', 'visa', '4242', 'Ada Byron'],
  );
  assert.equal(made.headers.get('location'), `/v1/tokens/${token}`);

  const source = { token };
  const paid = await call('POST', '/v1/payments', { body: { amount: 700, source, customerId } });
  assert.deepEqual([paid.body.status, paid.body.token], ['captured', token], paid.text);
  const found = await call('GET', `/v1/tokens/${token}?expand=customer`);
  assert.equal(found.body.customer.email, customer.email);
  const list = await call('GET', `/v1/tokens?customerId=${customerId}`);
  assert.deepEqual(list.body.data, [made.body]);
  for (const { text } of [made, paid, found, list]) assert.ok(!text.includes(card.number));

  const other = await addBusiness();
  const path = `/v1/tokens/${token}`;
  assert.equal((await call('GET', path, { as: other })).status, 404);
  assert.equal((await call('DELETE', path, { as: other })).status, 404);
  assert.equal((await call('DELETE', path)).status, 204);
  assert.equal((await call('DELETE', path)).status, 204, 'doing it again changes nothing');
  assert.equal((await call('GET', path)).body.status, 'disabled');
  const refused = await call('POST', '/v1/payments', { body: { amount: 800, source, customerId } });
  assert.deepEqual([refused.status, refused.body.code], [409, 'token_disabled']);
  const acts = await db.query(
    `select actor from audit_trail where business_id = $1 and act = 'token.disabled'`,
    [caller.business.id],
  );
  assert.deepEqual(acts, [{ actor: `api:${caller.username}/0` }]);
});

test('tokens are listed by what is behind them', async (t) => {
  const { call } = await serveV1(t);
  await call('POST', '/v1/payments', { body: { ...aPayment, saveToken: true } });
  const bank = await call('POST', '/v1/tokens', { body: { source: { bankAccount }, customer } });
  assert.equal(bank.status, 201, bank.text);
  assert.deepEqual(
    [bank.body.method, bank.body.last4, bank.body.accountKind, bank.body.accountHolder],
    ['bank', '6789', 'savings', 'personal'],
  );
  for (const query of ['method=bank', 'last4=6789', 'q=6789', `q=${bank.body.token}`]) {
    const { body } = await call('GET', `/v1/tokens?${query}`);
    assert.deepEqual(body.data, [bank.body], query);
  }
  assert.equal((await call('GET', '/v1/tokens')).body.data.length, 2);
  const first = await call('GET', '/v1/tokens?limit=1');
  const second = await call('GET', `/v1/tokens?limit=1&after=${first.body.next}`);
  assert.equal(new Set([first, second].map(({ body }) => body.data[0].token)).size, 2);
});

test('the same request under a key is one token, and a wrong one is none', async (t) => {
  const { call } = await serveV1(t);
  const asked = {
    body: { source: { card: saved }, customer },
    headers: { 'Idempotency-Key': 'save' },
  };
  const made = await call('POST', '/v1/tokens', asked);
  assert.deepEqual((await call('POST', '/v1/tokens', asked)).body, made.body);
  const wrong = [
    { source: {}, customer },
    { source: { token: made.body.token }, customer },
    { source: { card: { ...saved, expiryYear: 2001 } }, customer },
    { source: { bankAccount: { ...bankAccount, routingNumber: '123456789' } }, customer },
    { source: { card: saved } },
  ];
  for (const body of wrong) {
    const { status, body: problem } = await call('POST', '/v1/tokens', { body });
    assert.deepEqual([status, problem.code], [400, 'wrong_fields'], JSON.stringify(body));
  }
  const stranger = { source: { card: saved }, customerId: '4711' };
  const nobody = await call('POST', '/v1/tokens', { body: stranger });
  assert.deepEqual([nobody.status, nobody.body.code], [404, 'unknown_customer']);
  assert.equal((await call('GET', '/v1/tokens')).body.data.length, 1);
});
