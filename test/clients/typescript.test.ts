import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  ApiError,
  answerOf,
  ConnectionError,
  Quittance,
  QuittanceError,
  type QuittanceOptions,
  verifyWebhook,
  WebhookError,
} from '../../clients/typescript/src/index.ts';
import { sendWebhooks } from '../../src/notify/webhooks/deliver-due.ts';
import { aPayment, card, serveV1 } from '../v1/serve.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { type Fate, openFlakyProxy } from './flaky-proxy.ts';

async function serve(t: TestContext, options: Partial<QuittanceOptions> = {}) {
  const v1 = await serveV1(t);
  const { baseUrl, caller } = v1;
  return { ...v1, client: new Quittance({ baseUrl, apiKey: caller.apiKey, ...options }) };
}

/** A client whose requests meet these fates, one after the other. */
async function serveFlaky(t: TestContext, fates: Fate[], options: Partial<QuittanceOptions> = {}) {
  const v1 = await serveV1(t);
  const { baseUrl, keys } = await openFlakyProxy(t, v1.baseUrl, fates);
  const { apiKey } = v1.caller;
  return { ...v1, keys, client: new Quittance({ baseUrl, apiKey, ...options }) };
}

async function thrownBy(work: PromiseLike<unknown>): Promise<unknown> {
  return await work.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );
}

const payments = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...aPayment,
    amount: (i + 1) * 100,
    orderNumber: `o${i + 1}`,
  }));

test('a payment is made, found, refunded, and a decline is no error', async (t) => {
  const { client } = await serve(t);
  const payment = await client.payments.create(aPayment);
  assert.equal(payment.status, 'captured');
  assert.deepEqual(answerOf(payment)?.status, 201);
  assert.ok(answerOf(payment)?.requestId);
  const whole = await client.payments.retrieve(payment.id, { expand: ['customer'] });
  assert.equal(whole.customer?.email, 'ada@example.com');
  const refund = await client.payments.refund(payment.id, { amount: 250 });
  assert.deepEqual([refund.status, refund.amount], ['succeeded', 250]);
  const source = { card: { ...card, number: '4000000000000002' } };
  const declined = await client.payments.create({ ...aPayment, source });
  assert.equal(declined.status, 'declined');
});

test('a payment of an earlier request for the order is told from the own one', async (t) => {
  const { client } = await serve(t);
  const order = { ...aPayment, orderNumber: 'once' };
  const toldOf = async (idempotencyKey: string) => {
    const { isReplay, isOrderReplay } = answerOf(
      await client.payments.create(order, { idempotencyKey }),
    )!;
    return { isReplay, isOrderReplay };
  };
  assert.deepEqual(await toldOf('mine'), { isReplay: false, isOrderReplay: false });
  assert.deepEqual(await toldOf('mine'), { isReplay: true, isOrderReplay: false });
  assert.deepEqual(await toldOf('another'), { isReplay: false, isOrderReplay: true });
});

test('an error says each rule once, of whichever field', async (t) => {
  const { client } = await serve(t);
  const error = await thrownBy(client.payments.list({ q: 'x'.repeat(300), limit: 0 }));
  assert.ok(error instanceof ApiError);
  assert.deepEqual(
    error.errors.map(({ field }) => field),
    ['limit', 'q'],
  );
  assert.equal(error.message, error.errors.map(({ message }) => message).join(' '));
});

test('a list is read as a page, by iteration in both directions, and as CSV', async (t) => {
  const { client } = await serve(t);
  for (const one of payments(5)) await client.payments.create(one);
  const page = await client.payments.list({ limit: 2 });
  assert.deepEqual([page.data.map(({ amount }) => amount), page.hasMore], [[500, 400], true]);
  const amounts: number[] = [];
  for await (const { amount } of client.payments.list({ limit: 2, amountTo: 400 })) {
    amounts.push(amount);
  }
  assert.deepEqual(amounts, [400, 300, 200, 100]);

  const pages = await Array.fromAsync(client.payments.list({ limit: 2 }).pages());
  assert.deepEqual(
    pages.map(({ data }) => data.length),
    [2, 2, 1],
  );
  const before = pages[2]!.previous!;
  const back = await Array.fromAsync(client.payments.list({ limit: 2, before }).pages());
  const backAmounts = back.map(({ data }) => data.map(({ amount }) => amount));
  assert.deepEqual(backAmounts, [
    [300, 200],
    [500, 400],
  ]);
  const filtered = client.payments.list({ status: ['captured', 'settled'], q: 'o3' });
  assert.deepEqual(
    (await Array.fromAsync(filtered)).map(({ orderNumber }) => orderNumber),
    ['o3'],
  );
  const csv = await (await client.payments.list({ amountFrom: 200 }).csv()).text();
  assert.equal(csv.trim().split('\r\n').length, 5);
});

test('a refusal is an error with its code, and names every wrong field', async (t) => {
  const { client, baseUrl, caller } = await serve(t);
  const wrong = await thrownBy(client.payments.create({ ...aPayment, amount: 0 }));
  assert.ok(wrong instanceof ApiError);
  assert.deepEqual([wrong.status, wrong.code], [400, 'wrong_fields']);
  assert.deepEqual(
    wrong.errors.map(({ field }) => field),
    ['amount'],
  );
  assert.match(wrong.message, /amount must be from 1/);
  assert.ok(wrong.requestId && wrong.type?.endsWith('/problems/wrong_fields'));
  const missing = await thrownBy(client.payments.retrieve('4711'));
  assert.ok(missing instanceof ApiError && missing.code === 'not_found', String(missing));
  const stranger = new Quittance({ baseUrl, apiKey: 'wrong' });
  const unknown = await thrownBy(stranger.payments.list());
  assert.ok(unknown instanceof ApiError && unknown.status === 401, String(unknown));
  for (const id of ['', '.', '..']) {
    assert.throws(() => client.payments.retrieve(id), /An id must not be/);
  }
  const odd = await thrownBy(client.payments.retrieve('../customers?q=1'));
  assert.ok(odd instanceof ApiError && odd.code === 'not_found', String(odd));
  assert.ok(!JSON.stringify([client, wrong]).includes(caller.apiKey));
  for (const bad of ['pay.example.com', 'ftp://a.example', 'https://me:secret@a.example']) {
    assert.throws(() => new Quittance({ baseUrl: bad, apiKey: 'x' }), Error, bad);
  }
});

test('a lost answer is asked for again, and the payment is made once', async (t) => {
  const { client, keys } = await serveFlaky(t, ['lose the answer']);
  const payment = await client.payments.create(aPayment);
  assert.equal(payment.status, 'captured');
  assert.equal(keys.length, 2);
  assert.ok(keys[0] && keys[0] === keys[1], keys.join());
  await client.payments.create({ ...aPayment, orderNumber: 'another' });
  assert.ok(keys[2] && keys[2] !== keys[0], 'each write has a key of its own');
  assert.equal((await Array.fromAsync(client.payments.list())).length, 2);
  assert.equal(keys.at(-1), undefined, 'reading needs no key');
});

test('429 and 503 are tried again, and a pause that is too long is told', async (t) => {
  const fates: Fate[] = [
    (response) => response.writeHead(429, { 'Retry-After': '0' }).end(),
    (response) => response.writeHead(503).end('busy'),
  ];
  const { client, keys } = await serveFlaky(t, fates);
  const payment = await client.payments.create(aPayment);
  assert.equal(payment.status, 'captured');
  assert.equal(new Set(keys).size, 1);
  assert.equal(keys.length, 3);
  fates.push((response) => response.writeHead(503, { 'Retry-After': '3600' }).end());
  const late = await thrownBy(client.payments.list());
  assert.ok(late instanceof ApiError, String(late));
  assert.deepEqual([late.status, late.retryAfterSeconds, keys.length], [503, 3600, 4]);
  fates.push((response) => response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end());
  const elsewhere = await thrownBy(client.payments.list());
  assert.ok(elsewhere instanceof ApiError && elsewhere.status === 307, String(elsewhere));
});

test('a write that was never answered is finished with the key of its error', async (t) => {
  const { client } = await serveFlaky(t, ['lose the answer', 'lose the answer'], { retries: 1 });
  const lost = await thrownBy(client.payments.create(aPayment));
  assert.ok(lost instanceof ConnectionError && lost.idempotencyKey, String(lost));
  const { idempotencyKey } = lost;
  const payment = await client.payments.create(aPayment, { idempotencyKey });
  const again = await client.payments.create(aPayment, { idempotencyKey });
  assert.equal(again.id, payment.id);
  assert.equal((await client.payments.list()).data.length, 1);
  const other = await thrownBy(
    client.payments.create({ ...aPayment, amount: 1 }, { idempotencyKey }),
  );
  assert.ok(other instanceof ApiError && other.code === 'idempotency_key_reused', String(other));
});

test('a call that takes too long is given up, and one that is aborted ends at once', async (t) => {
  const never: Fate = () => {};
  let tries = 0;
  const counting: typeof fetch = async (...asked) => {
    tries += 1;
    return await fetch(...asked);
  };
  const hasty = { timeoutMs: 50, retries: 1, fetch: counting };
  const { client } = await serveFlaky(t, [never, never], hasty);
  assert.ok((await thrownBy(client.payments.list())) instanceof ConnectionError);
  assert.equal(tries, 2);
  const enough = new Error('enough');
  const signal = AbortSignal.abort(enough);
  assert.equal(await thrownBy(client.payments.create(aPayment, { signal })), enough);
  assert.equal(tries, 2, 'nothing was sent');
});

test('a signal ends a file whose answer has begun, and closes its connection', async (t) => {
  const closed = Promise.withResolvers<void>();
  const endless: Fate = (response) => {
    response.on('close', closed.resolve);
    response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id\r\n1\r\n');
  };
  const { client } = await serveFlaky(t, [endless]);
  const enough = new Error('enough');
  const caller = new AbortController();
  const file = await client.payments.list({}, { signal: caller.signal }).csv();
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/csv']);
  const reader = file.body!.getReader();
  assert.equal(new TextDecoder().decode((await reader.read()).value), 'id\r\n1\r\n');
  const next = reader.read();
  caller.abort(enough);
  assert.equal(await thrownBy(next), enough);
  await closed.promise;
});

test('an address that is none is an error of the client', () => {
  for (const baseUrl of ['nonsense', '', 'ftp://pay.example.com', 'https://a:b@pay.example.com']) {
    assert.throws(() => new Quittance({ baseUrl, apiKey: 'qk_test_1' }), QuittanceError, baseUrl);
  }
});

test('what another changed meanwhile is not overwritten', async (t) => {
  const { client } = await serve(t);
  const made = await client.customers.create({ email: 'ada@example.com', firstName: 'Ada' });
  const seen = await client.customers.retrieve(made.id);
  const ifMatch = answerOf(seen)?.etag;
  assert.ok(ifMatch);
  const changed = await client.customers.update(made.id, { firstName: 'Augusta' }, { ifMatch });
  assert.equal(changed.firstName, 'Augusta');
  const late = await thrownBy(client.customers.update(made.id, { firstName: 'A' }, { ifMatch }));
  assert.ok(late instanceof ApiError && late.code === 'changed_meanwhile', String(late));
});

test('calls for a business below are its own', async (t) => {
  const { client, addBusiness, caller } = await serve(t);
  const below = await addBusiness({ ancestors: [caller.business.id] });
  const business = String(below.business.id);
  await client.payments.create(aPayment, { business });
  assert.equal((await client.payments.list()).data.length, 0);
  assert.equal((await client.as(business).payments.list()).data.length, 1);
  assert.equal((await client.payments.list({}, { business })).data.length, 1);
});

test('a delivered webhook is verified, and nothing else is', async (t) => {
  const { client, open, caller } = await serve(t);
  const receiver = await openReceiver(t);
  const { secret } = await client.webhookEndpoints.create({ kind: 'payments', url: receiver.url });
  const payment = await client.payments.create(aPayment);
  const world = await open();
  do {
    await world.flights.landed();
  } while ((await sendWebhooks(world, caller.business.id)) > 0);
  const [{ headers, body } = assert.fail('nothing was posted')] = receiver.received;
  const at = Number(headers['webhook-timestamp']) * 1000;

  const plain = headers as Record<string, string>;
  const webhook = await verifyWebhook(secret, { headers: plain, body }, { now: at });
  assert.equal(webhook.id, headers['webhook-id']);
  assert.equal(webhook.timestamp.getTime(), at);
  assert.equal(webhook.fields.OrderNumber, payment.orderNumber);
  const former = `whsec_${btoa('x'.repeat(32))}`;
  const bytes = new TextEncoder().encode(body);
  const rotated = { headers: new Headers(plain), body: bytes };
  assert.equal((await verifyWebhook([former, secret], rotated, { now: at })).id, webhook.id);

  const refused: [string, Parameters<typeof verifyWebhook>[1], number][] = [
    [former, { headers: plain, body }, at],
    [secret, { headers: plain, body: `${body}&x=1` }, at],
    [secret, { headers: { ...plain, 'webhook-id': 'other' }, body }, at],
    [secret, { headers: { ...plain, 'webhook-signature': 'v1,%%% v1,AAAA v2,x' }, body }, at],
    [secret, { headers: {}, body }, at],
    [secret, { headers: plain, body }, at + 301_000],
    [secret, { headers: plain, body }, at - 301_000],
    ['whsec_', { headers: plain, body }, at],
  ];
  for (const [key, request, now] of refused) {
    assert.ok((await thrownBy(verifyWebhook(key, request, { now }))) instanceof WebhookError);
  }
});
