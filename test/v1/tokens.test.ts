import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, card, serveV1 } from './serve.ts';

const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };
const { cvv: _, ...saved } = card;
const bankAccount = { accountNumber: '000126789', routingNumber: '021000021', kind: 'savings' };

test('a card is saved, charged and disabled; its number is nowhere', async (t) => {
  const { call, caller, db } = await serveV1(t);
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

  const path = `/v1/tokens/${token}`;
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

test('a saved card is charged for its own customer alone', async (t) => {
  const { call } = await serveV1(t);
  const own = { ...customer, phone: '3125550142' };
  const made = await call('POST', '/v1/tokens', {
    body: { source: { card: saved }, customer: own },
  });
  const { token, customerId } = made.body;
  const { body: other } = await call('POST', '/v1/customers', {
    body: { email: 'eve@example.com' },
  });
  let amount = 700;
  const pay = async (payer: object) => {
    amount += 1;
    const body = { amount, source: { token }, ...payer };
    return await call('POST', '/v1/payments', { body });
  };
  const his = [
    {},
    { customerId },
    { customer: { email: 'ADA@example.com' } },
    { customer: { phone: own.phone } },
  ];
  for (const payer of his) {
    const { status, body } = await pay(payer);
    assert.deepEqual([status, body.customerId], [201, customerId], JSON.stringify(payer));
  }
  const foreign = [
    [{ customerId: other.id }, 'customerId'],
    [{ customer: { email: 'eve@example.com' } }, 'customer.email'],
    [{ customer: { email: own.email, phone: '3125550143' } }, 'customer.phone'],
    [{ customer: { externalId: 'eve' } }, 'customer.externalId'],
  ] as const;
  for (const [payer, field] of foreign) {
    const { status, body } = await pay(payer);
    assert.deepEqual([status, body.code], [400, 'wrong_fields'], field);
    assert.deepEqual(faultsIn(body), [[field, 'contradictory']]);
  }
  assert.equal((await call('GET', '/v1/customers')).body.data.length, 2, 'nobody was made');

  const body = { amount: 900, source: { token }, customer: { email: own.email } };
  const asked = { body, headers: { 'Idempotency-Key': 'before-the-change' } };
  const paid = await call('POST', '/v1/payments', asked);
  await call('PATCH', `/v1/customers/${customerId}`, { body: { email: 'ada@lovelace.example' } });
  const again = await call('POST', '/v1/payments', asked);
  assert.deepEqual([again.status, again.body.id], [paid.status, paid.body.id], again.text);
});

test('a payer is named by id or by contact, never by both', async (t) => {
  const { call } = await serveV1(t);
  const { body: known } = await call('POST', '/v1/customers', { body: customer });
  const both = { customerId: known.id, customer: { email: 'zzz@example.com' } };
  const asked = {
    '/v1/payments': { ...aPayment, ...both },
    '/v1/tokens': { source: { card: saved }, ...both },
    '/v1/pay-links': { amount: 900, ...both },
  };
  for (const [path, body] of Object.entries(asked)) {
    const refused = await call('POST', path, { body });
    assert.deepEqual([refused.status, refused.body.code], [400, 'wrong_fields'], path);
    assert.deepEqual(
      faultsIn(refused.body),
      [
        ['customerId', 'contradictory'],
        ['customer', 'contradictory'],
      ],
      path,
    );
  }
});

function faultsIn({ errors }: { readonly errors: readonly { field: string; code: string }[] }) {
  return errors.map(({ field, code }) => [field, code]);
}

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
