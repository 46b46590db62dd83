import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { deleteOldFieldSessions } from '../../src/payments/field-sessions/field-session.ts';
import { account, make, post, shop, typed } from './fields-of-pages.ts';
import { serveV1 } from './serve.ts';

test('a card typed into the fields becomes one token, which is charged; nothing shows its number', async (t) => {
  const v1 = await serveV1(t);
  const { call, db } = v1;
  const { clientSecret, ...open } = await make(v1);
  assert.deepEqual([open.status, open.token, open.customerId], ['open', null, null]);
  assert.equal(open.expiresAt, '2030-01-15T15:30:00.000Z');
  const path = `/v1/field-sessions/${open.id}`;
  assert.deepEqual((await call('GET', path)).body, open, 'the secret is shown once');

  const made = await post(v1, clientSecret, typed);
  assert.equal(made.status, 200, made.text);
  const { token, ...shown } = made.body;
  assert.deepEqual(shown, { kind: 'card', brand: 'visa', last4: '4242', expiry: '2039-12' });
  const after = await call('GET', path);
  assert.deepEqual([after.body.status, after.body.token], ['complete', token]);
  const saved = (await call('GET', `/v1/tokens/${token}?expand=customer`)).body;
  assert.deepEqual(
    [saved.holder, saved.customer.externalId, saved.customer.postalCode],
    ['Ada Park', `field-session ${open.id}`, '02101'],
  );
  const { customerId } = saved;
  const paid = await call('POST', '/v1/payments', {
    body: { amount: 700, source: { token }, customerId },
  });
  assert.deepEqual([paid.body.status, paid.body.token], ['captured', token], paid.text);

  const again = await post(v1, clientSecret, typed);
  assert.deepEqual(again.body, made.body, 'who did not hear the answer is told it once more');
  const other = { ...typed, number: '5555555555554444' };
  const refused = await post(v1, clientSecret, other);
  assert.deepEqual([refused.status, refused.body], [409, { error: { code: 'session_complete' } }]);
  const tokens = await db.query('select token from tokens');
  assert.equal(tokens.length, 1);
  const hashes = await db.query<{ tokenHash: Buffer }>(
    `select token_hash as "tokenHash" from page_addresses where kind = 'field_session'`,
  );
  assert.deepEqual(
    hashes.map(({ tokenHash }) => tokenHash),
    [hash('sha256', clientSecret, 'buffer')],
  );
});

test('one of two concurrent cards is saved', async (t) => {
  const v1 = await serveV1(t);
  const { clientSecret } = await make(v1);
  const numbers = ['4242424242424242', '5555555555554444', '4000056655665556'];
  const told = await Promise.all(
    numbers.map((number) => post(v1, clientSecret, { ...typed, number })),
  );
  assert.deepEqual(told.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.equal((await v1.db.query('select 1 from tokens')).length, 1);
});

test('a bank account of a customer who is known is saved under its name', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const customer = { email: 'bob@example.com', firstName: 'Bob', lastName: 'Lee' };
  const { id: customerId } = (await call('POST', '/v1/customers', { body: customer })).body;
  const { clientSecret } = await make(v1, { kind: 'bank', customerId });
  const page = await (await fetch(`${v1.baseUrl}/fields/${clientSecret}`)).text();
  assert.ok(!page.includes('name="name"'), 'what is known is not asked for');
  const { name: _, ...asked } = account;
  const made = await post(v1, clientSecret, asked);
  assert.deepEqual(made.body.kind, 'bank', made.text);
  const saved = (await call('GET', `/v1/tokens/${made.body.token}`)).body;
  assert.deepEqual(
    [saved.customerId, saved.holder, saved.accountKind, saved.last4],
    [customerId, 'Bob Lee', 'savings', '6789'],
  );
});

test('wrong input is named by field, and makes no token', async (t) => {
  const v1 = await serveV1(t);
  const { clientSecret } = await make(v1);
  const wrong: [Record<string, string>, Record<string, string>][] = [
    [{}, { number: 'missing', expiry: 'missing', name: 'missing', 'postal-code': 'missing' }],
    [{ ...typed, number: '4242424242424241' }, { number: 'wrong' }],
    [{ ...typed, expiry: '12/20' }, { expiry: 'past' }],
    [{ ...typed, expiry: '13/39' }, { expiry: 'wrong' }],
    [{ ...typed, expiry: '12/90' }, { expiry: 'wrong' }],
    [{ ...typed, name: typed.number }, { name: 'wrong' }],
    [{ ...typed, 'postal-code': '?' }, { 'postal-code': 'wrong' }],
  ];
  for (const [fields, faults] of wrong) {
    const told = await post(v1, clientSecret, fields);
    assert.deepEqual(
      [told.status, told.body],
      [422, { error: { code: 'wrong_fields', fields: faults } }],
    );
  }
  const bank = await make(v1, { kind: 'bank' });
  const told = await post(v1, bank.clientSecret, {
    ...account,
    'routing-number': '021000022',
    'account-number-again': '000126780',
  });
  assert.deepEqual(told.body.error.fields, {
    'routing-number': 'wrong',
    'account-number-again': 'wrong',
  });
  assert.deepEqual(await v1.db.query('select token from tokens'), []);
});

test('a session ends after half an hour, and its traces after a month', async (t) => {
  const v1 = await serveV1(t);
  const { call, clock, db } = v1;
  const { clientSecret, id } = await make(v1);
  clock.pass(31 * 60_000);
  assert.equal((await call('GET', `/v1/field-sessions/${id}`)).body.status, 'expired');
  const late = await post(v1, clientSecret, typed);
  assert.deepEqual([late.status, late.body.error.code], [410, 'session_expired']);
  const page = await fetch(`${v1.baseUrl}/fields/${clientSecret}`);
  assert.equal(page.status, 410);
  assert.ok(!(await page.text()).includes('name="number"'));
  const world = await v1.open();
  await deleteOldFieldSessions(world);
  assert.equal((await db.query('select 1 from field_sessions')).length, 1);
  clock.pass(30 * 24 * 3_600_000);
  await deleteOldFieldSessions(world);
  assert.equal((await db.query('select 1 from field_sessions')).length, 0);
  assert.equal((await db.query('select 1 from page_addresses')).length, 0);
  assert.equal((await call('GET', `/v1/field-sessions/${id}`)).status, 404);
});

test('the secret of a replay is not repeated, and an unknown customer is refused', async (t) => {
  const v1 = await serveV1(t);
  const asked = {
    body: { kind: 'card', origins: [shop] },
    headers: { 'Idempotency-Key': 'fields' },
  };
  await v1.call('POST', '/v1/field-sessions', asked);
  const again = await v1.call('POST', '/v1/field-sessions', asked);
  assert.deepEqual([again.status, again.body.code], [409, 'shown_once']);
  const { status, body } = await v1.call('POST', '/v1/field-sessions', {
    body: { ...asked.body, customerId: '4711' },
  });
  assert.deepEqual([status, body.code], [404, 'unknown_customer']);
});

test('where a business cannot take payments any more its fields make nothing', async (t) => {
  const v1 = await serveV1(t);
  const { clientSecret } = await make(v1);
  await v1.db.query(`update businesses set state = 'suspended'`);
  const told = await post(v1, clientSecret, typed);
  assert.deepEqual([told.status, told.body.error.code], [410, 'session_closed']);
});

test('a payer of a Canadian business is asked for a postal code', async (t) => {
  const v1 = await serveV1(t);
  const canadian = await v1.addBusiness({ currency: 'CAD' });
  for (const [as, label] of [
    [v1.caller, 'ZIP code'],
    [canadian, 'Postal code'],
  ] as const) {
    const { clientSecret } = await make(v1, {}, as);
    const answer = await fetch(`${v1.baseUrl}/fields/${clientSecret}`, {
      headers: { Connection: 'close' },
    });
    assert.match(await answer.text(), new RegExp(`<label for="postal-code">${label}<`));
  }
});
