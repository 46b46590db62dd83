import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceOf } from '../../src/payments/payment.ts';
import { openDoor } from '../caller.ts';
import { patient } from '../patient.ts';
import { aPayment, serveV1 } from './serve.ts';

test('an answer tells the payment of this request from that of an earlier one for its order', async (t) => {
  const { call, open } = await serveV1(t);
  const { baseUrl: patiently, close } = await openDoor(patient(await open()));
  t.after(close);
  const pay = async (orderNumber: string, key?: string, at?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    const body = { ...aPayment, orderNumber };
    const {
      status,
      headers: told,
      body: made,
    } = await call('POST', '/v1/payments', { body, headers, ...(at && { at }) });
    assert.equal(status, 201);
    const replayed = ['idempotent-replayed', 'order-replayed'].filter((name) => told.has(name));
    return { id: made.id, replayed, values: replayed.map((name) => told.get(name)) };
  };
  const first = await pay('A-1', 'first');
  assert.deepEqual(first.replayed, []);
  const anew = await pay('A-1', 'first');
  assert.deepEqual(anew, { id: first.id, replayed: ['idempotent-replayed'], values: ['true'] });
  const before = { id: first.id, replayed: ['order-replayed'], values: ['true'] };
  assert.deepEqual(await pay('A-1', 'second'), before);
  assert.deepEqual(await pay('A-1', 'second'), before, 'its lost answer, asked for again');
  assert.deepEqual(await pay('A-1'), before);
  const atOnce = await Promise.all([pay('A-2', 'one', patiently), pay('A-2', 'other', patiently)]);
  assert.deepEqual(
    atOnce.flatMap(({ replayed }) => replayed),
    ['order-replayed'],
  );

  const idsOf = async (query: string) => {
    const { body } = await call('GET', `/v1/payments?${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await idsOf('createdByKey=first'), [first.id]);
  assert.deepEqual(await idsOf('createdByKey=second'), []);
});

test('a request in another currency is another one, for an order that was paid and for one that was declined', async (t) => {
  const { call } = await serveV1(t);
  const pay = async (orderNumber: string, currency: string, changes: object = {}) => {
    const body = { ...aPayment, ...changes, orderNumber, currency };
    const { status, headers, body: made } = await call('POST', '/v1/payments', { body });
    return { status, code: made.code ?? made.status, isReplayed: headers.has('order-replayed') };
  };
  const paid = { status: 201, code: 'captured', isReplayed: false };
  assert.deepEqual(await pay('A-1', 'USD'), paid);
  const refused = { status: 409, code: 'order_number_reused', isReplayed: false };
  assert.deepEqual(await pay('A-1', 'CAD'), refused);
  assert.deepEqual(await pay('A-1', 'USD'), { ...paid, isReplayed: true });

  const source = { card: { ...aPayment.source.card, number: '4000000000000002' } };
  const declined = { status: 201, code: 'declined', isReplayed: false };
  assert.deepEqual(await pay('A-2', 'USD', { source }), declined);
  assert.deepEqual(await pay('A-2', 'CAD', { source }), declined);
});

test('the key of a void that came too late is not taken by another request', async (t) => {
  const { call, bank, caller } = await serveV1(t);
  bank.script({ reference: referenceOf(caller.business.id, 1n, 1) }, 'void_declined');
  const pay = async () => (await call('POST', '/v1/payments', { body: aPayment })).body.id;
  const [first, other] = [await pay(), await pay()];
  assert.equal(first, '1');
  const headers = { 'Idempotency-Key': 'key' };
  const codeOf = async (path: string, body?: object) => {
    const { status, body: told } = await call('POST', `/v1/payments/${path}`, { body, headers });
    return `${status} ${told.code}`;
  };
  assert.equal(await codeOf(`${first}/void`), '409 wrong_state');
  assert.equal(await codeOf(`${other}/refunds`, { amount: 500 }), '409 idempotency_key_reused');
  assert.equal(await codeOf(`${first}/void`), '409 wrong_state');
});

test('a card that has expired since gets its first answer again, and no new charge', async (t) => {
  const { call, clock } = await serveV1(t);
  const today = clock.now();
  const month = { expiryMonth: today.getUTCMonth() + 1, expiryYear: today.getUTCFullYear() };
  const nextMonth = Date.UTC(month.expiryYear, month.expiryMonth, 2);
  const { number, cvv } = aPayment.source.card;
  const device = { number, ...month, cryptogram: 'A'.repeat(28), eci: '05' };
  const sources = [{ card: { number, cvv, ...month } }, { wallet: { kind: 'apple_pay', device } }];
  const pay = async (source: object, key: string) => {
    const headers = { 'Idempotency-Key': key };
    const asked = { body: { ...aPayment, source }, headers };
    const { status, headers: told, body } = await call('POST', '/v1/payments', asked);
    return { status, id: body.id, code: body.code, isReplay: told.has('idempotent-replayed') };
  };
  const first = await Promise.all(sources.map((source, n) => pay(source, `key-${n}`)));
  // A key is remembered for 30 days.
  clock.pass(nextMonth - today.getTime());
  for (const [n, source] of sources.entries()) {
    const { id } = first[n]!;
    const again = { status: 201, id, code: undefined, isReplay: true };
    assert.deepEqual(await pay(source, `key-${n}`), again);
    const refused = { status: 400, id: undefined, code: 'wrong_fields', isReplay: false };
    assert.deepEqual(await pay(source, `new-${n}`), refused);
  }
});

test('refunds, captures, voids and saved cards say that they are those of an earlier request', async (t) => {
  const { call } = await serveV1(t);
  const make = async (changes: object = {}) =>
    (await call('POST', '/v1/payments', { body: { ...aPayment, ...changes } })).body.id;
  const { source } = aPayment;
  const customer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
  const requests = [
    [`/v1/payments/${await make()}/refunds`, { amount: 100 }],
    [`/v1/payments/${await make({ capture: false })}/capture`, {}],
    [`/v1/payments/${await make()}/void`, undefined],
    ['/v1/tokens', { source, customer }],
  ] as const;
  for (const [path, body] of requests) {
    const headers = { 'Idempotency-Key': path };
    const ask = async () => await call('POST', path, { body, headers });
    const first = await ask();
    assert.ok(first.status < 300, first.text);
    assert.equal(first.headers.get('idempotent-replayed'), null, path);
    const again = await ask();
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true', path);
  }
});
