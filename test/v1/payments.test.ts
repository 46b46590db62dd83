import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { insertApiKey } from '../../src/parties/businesses/keys.ts';
import { makeApiKey } from '../../src/ports/vault/api-key.ts';
import { aPayment, card, serveV1, type V1 } from './serve.ts';

test('the answer to a new payment equals the stored payment', async (t) => {
  const { call } = await serveV1(t);
  const fresh = { ...aPayment, externalId: 'ours-1', description: 'Two tickets' };
  const invalid = { card: { ...card, number: '4000000000000002' } };
  const account = { bankAccount: { accountNumber: '98765432', routingNumber: '021000021' } };
  const kinds = {
    captured: { statementDescriptor: 'OURS', invoiceExternalId: 'inv-1' },
    authorized: { capture: false, saveToken: true },
    declined: { source: invalid },
    queued: { source: account, saveToken: true },
  };
  for (const [status, more] of Object.entries(kinds)) {
    const body = { ...fresh, ...more, orderNumber: status };
    const headers = { 'Idempotency-Key': status };
    const made = await call('POST', '/v1/payments', { body, headers });
    assert.equal(made.body.status, status, made.text);
    const { body: found } = await call('GET', `/v1/payments/${made.body.id}`);
    assert.deepEqual(made.body, found);
    const again = await call('POST', '/v1/payments', { body, headers });
    assert.deepEqual(again.body, found);
  }
});

test('a card is charged, found again and refunded', async (t) => {
  const { call } = await serveV1(t);
  const made = await call('POST', '/v1/payments', { body: aPayment });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.status, 'captured');
  assert.equal(made.body.amountCaptured, 1250);
  assert.equal(made.headers.get('location'), `/v1/payments/${made.body.id}`);

  const found = await call('GET', `/v1/payments/${made.body.id}`);
  assert.deepEqual(found.body, made.body);
  const whole = await call('GET', `/v1/payments/${made.body.id}?expand=customer`);
  assert.equal(whole.body.customer.email, 'ada@example.com');

  const refund = await call('POST', `/v1/payments/${made.body.id}/refunds`, {
    body: { amount: 250, reason: 'too late' },
  });
  assert.equal(refund.status, 201, refund.text);
  assert.equal(refund.body.status, 'succeeded');
  assert.equal(refund.body.amount, 250);
  const refunds = await call('GET', `/v1/refunds?paymentId=${made.body.id}`);
  assert.deepEqual(refunds.body.data, [refund.body]);
  const tooMuch = await call('POST', `/v1/payments/${made.body.id}/refunds`, {
    body: { amount: 5000 },
  });
  assert.equal(tooMuch.status, 409);
  assert.equal(tooMuch.body.code, 'refund_too_large');
  assert.equal(tooMuch.headers.get('content-type'), 'application/problem+json; charset=utf-8');
});

test('an authorization is captured in part, another is voided', async (t) => {
  const { call } = await serveV1(t);
  const body = { ...aPayment, capture: false };
  const [one, other] = await Promise.all([
    call('POST', '/v1/payments', { body: { ...body, orderNumber: 'one' } }),
    call('POST', '/v1/payments', { body: { ...body, orderNumber: 'other', amount: 900 } }),
  ]);
  assert.equal(one.body.status, 'authorized');
  const captured = await call('POST', `/v1/payments/${one.body.id}/capture`, {
    body: { amount: 1000 },
  });
  assert.equal(captured.status, 200, captured.text);
  assert.deepEqual([captured.body.status, captured.body.amountCaptured], ['captured', 1000]);
  const voided = await call('POST', `/v1/payments/${other.body.id}/void`);
  assert.equal(voided.body.status, 'voided', voided.text);
  const again = await call('POST', `/v1/payments/${one.body.id}/capture`, {
    body: { amount: 900 },
  });
  assert.equal(again.status, 409, again.text);
});

test('a payment without the payer needs a saved card', async (t) => {
  const { call } = await serveV1(t);
  const faultsOf = async (more: object) => {
    const { status, body } = await call('POST', '/v1/payments', { body: { ...aPayment, ...more } });
    return [status, ...(body.errors ?? []).map(({ field }: { field: string }) => field)];
  };
  assert.deepEqual(await faultsOf({ initiatedBy: 'merchant' }), [400, 'initiatedBy']);
  assert.deepEqual(await faultsOf({ initiatedBy: 'nobody' }), [400, 'initiatedBy']);
  assert.deepEqual(await faultsOf({ initiationReason: 'recurring' }), [400, 'initiationReason']);
  const { body: saved } = await call('POST', '/v1/tokens', {
    body: { source: { card }, customer: aPayment.customer },
  });
  const source = { token: saved.token };
  assert.deepEqual(await faultsOf({ source, initiatedBy: 'customer' }), [201]);
  assert.deepEqual(await faultsOf({ source, initiatedBy: 'merchant' }), [201]);
});

test('a decline is a payment, and says why', async (t) => {
  const { call } = await serveV1(t);
  const source = { card: { ...card, number: '4000000000000002' } };
  const { status, body } = await call('POST', '/v1/payments', { body: { ...aPayment, source } });
  assert.equal(status, 201);
  assert.equal(body.status, 'declined');
  assert.equal(typeof body.decline.code, 'string');
});

test('every wrong field is named, and what is unknown is refused', async (t) => {
  const { call } = await serveV1(t);
  const body = {
    amount: '12.50',
    source: { card: { ...card, number: '4242424242424241', cvc: '123' } },
    customer: { email: 'nobody' },
    colour: 'red',
  };
  const { status, body: problem } = await call('POST', '/v1/payments', { body });
  assert.equal(status, 400);
  assert.equal(problem.code, 'wrong_fields');
  const fields = problem.errors.map(({ field }: { field: string }) => field);
  assert.deepEqual(fields, [
    'amount',
    'source.card.number',
    'source.card.cvc',
    'customer.email',
    'colour',
  ]);
  const odd = await call('GET', '/v1/payments?limit=0&status=paid&page=2');
  assert.deepEqual(
    odd.body.errors.map(({ field }: { field: string }) => field),
    ['limit', 'status.0', 'page'],
  );
  for (const text of ['{', '[]', '"x"', 'null']) {
    const { status: code } = await call('POST', '/v1/payments', { body: text });
    assert.equal(code, 400, text);
  }
});

test('a card number beside the card is masked or refused', async (t) => {
  const { call } = await serveV1(t);
  const body = { ...aPayment, description: `paid with ${card.number}`, orderNumber: 'a' };
  const made = await call('POST', '/v1/payments', { body });
  assert.equal(made.status, 201, made.text);
  assert.ok(!made.text.includes(card.number) && made.body.description.startsWith('paid with '));
  const refused = await call('POST', '/v1/payments', {
    body: { ...aPayment, orderNumber: card.number },
  });
  assert.equal(refused.status, 400);
  const key = await call('POST', '/v1/payments', {
    body: aPayment,
    headers: { 'Idempotency-Key': card.number },
  });
  assert.equal(key.status, 400);
});

test('pages go both ways and filters hold', async (t) => {
  const { call } = await serveV1(t);
  for (let i = 1; i <= 5; i += 1) {
    await call('POST', '/v1/payments', {
      body: { ...aPayment, amount: i * 100, orderNumber: `o${i}` },
    });
  }
  const first = await call('GET', '/v1/payments?limit=2');
  const amounts = (told: { body: { data: { amount: number }[] } }) =>
    told.body.data.map(({ amount }) => amount);
  assert.deepEqual(amounts(first), [500, 400]);
  assert.deepEqual([first.body.hasMore, first.body.previous], [true, null]);
  const second = await call('GET', `/v1/payments?limit=2&after=${first.body.next}`);
  assert.deepEqual(amounts(second), [300, 200]);
  const back = await call('GET', `/v1/payments?limit=2&before=${second.body.previous}`);
  assert.deepEqual(amounts(back), [500, 400]);
  assert.equal(back.body.previous, null);
  const last = await call('GET', `/v1/payments?limit=2&after=${second.body.next}`);
  assert.deepEqual([amounts(last), last.body.hasMore, last.body.next], [[100], false, null]);
  const some = await call(
    'GET',
    '/v1/payments?amountFrom=200&amountTo=300&status=captured,settled',
  );
  assert.deepEqual(amounts(some), [300, 200]);
  for (const q of ['o3', '3.00', 'ada@example.com']) {
    const found = await call('GET', `/v1/payments?q=${encodeURIComponent(q)}`);
    assert.ok(amounts(found).includes(300), q);
  }
  for (const cursor of [
    'x',
    'eyJ4IjoxfQ',
    Buffer.from('["payments.list","a"]').toString('base64url'),
  ]) {
    const wrong = await call('GET', `/v1/payments?after=${cursor}`);
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'wrong_fields'], cursor);
  }
  const csv = await call('GET', '/v1/payments?amountFrom=200', { headers: { Accept: 'text/csv' } });
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(csv.text.trim().split('\r\n').length, 5);
});

test('a payment is found by the name of its payer, however it is written and wherever it is divided', async (t) => {
  const { call } = await serveV1(t);
  const pay = async (firstName: string, lastName: string) => {
    const customer = { firstName, lastName, email: `${lastName.length}@example.com` };
    const { body } = await call('POST', '/v1/payments', { body: { ...aPayment, customer } });
    return body.id;
  };
  const ana = await pay('Ana María', 'de la Cruz');
  const other = await pay('Ana', 'Cruz2');
  for (const [q, found] of [
    ['DE LA CRUZ', [ana]],
    ['ana maría de la cruz', [ana]],
    ['ana cruz2', [other]],
    ['cruz2', [other]],
    ['cruz', [other]],
    ['cruz2, ana', [other]],
    ['de la cruz ana m', [ana]],
    ['de la', [ana]],
    ['ana', [other, ana]],
    ['maría', []],
  ] as const) {
    const { body } = await call('GET', `/v1/payments?q=${encodeURIComponent(q)}`);
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      found,
      q,
    );
  }
});

test('a key calls as its business or one below, and at the other interfaces only if it is whole', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  await call('POST', '/v1/payments', { body: aPayment });
  const reader = await addKey(v1, 'read');
  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  const headers = { 'Quittance-Business': String(below.business.id) };
  assert.equal((await call('GET', '/v1/payments', { headers })).body.data.length, 0);
  const above = { 'Quittance-Business': String(v1.caller.business.id) };
  const told = await call('GET', '/v1/payments', { headers: above, as: below });
  assert.deepEqual([told.status, told.body.code], [404, 'unknown_business']);
  const nobody = await call('GET', '/v1/payments', { as: { apiKey: 'wrong' } });
  assert.equal(nobody.status, 401);
  const legacy = await fetch(`${v1.baseUrl}/api/Default/RetrievePayment`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${v1.caller.username}:${reader.apiKey}`)}` },
    body: Buffer.from('{"OrderNumber":"x"}'),
  });
  assert.equal(
    legacy.status,
    403,
    'the other interfaces know no rights: they take whole keys only',
  );
});

async function addKey({ db, caller, open }: V1, rights: string) {
  const world = await open();
  const apiKey = makeApiKey('sandbox', world.randomBytes);
  await insertApiKey(db, {
    keyHash: world.vault.hashApiKey(new Secret(apiKey))[0]!,
    businessId: caller.business.id,
    hint: apiKey.slice(0, 12),
    createdAt: world.now(),
    id: 77n,
    name: 'reader',
    rights,
  });
  return { apiKey };
}
