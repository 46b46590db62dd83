import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card as cardForm, chrome, declinedCard, type Fields } from '../pages/counter.ts';
import { serveV1, type V1 } from './serve.ts';

const session = {
  amount: 4200,
  customer: { email: 'ada@example.com', lastName: 'Byron' },
  description: 'A chair',
  successUrl: 'https://shop.example.com/paid?order=7',
  cancelUrl: 'https://shop.example.com/cart',
};

async function visit({ baseUrl }: V1, address: string, form?: Fields) {
  const { pathname } = new URL(address);
  const response = await fetch(baseUrl + pathname, {
    headers: { 'User-Agent': chrome, Origin: baseUrl },
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

test('a payer pays on our page and comes back; the session and the event say so', async (t) => {
  const v1 = await serveV1(t);
  const { call, db } = v1;
  const made = await call('POST', '/v1/checkout-sessions', {
    body: { ...session, methods: ['card'], saveToken: true },
  });
  assert.equal(made.status, 201, made.text);
  const { address, ...open } = made.body;
  assert.deepEqual([open.status, open.methods, open.paymentId], ['open', ['card'], null]);
  assert.equal(open.expiresAt, '2030-01-16T15:00:00.000Z');
  const path = `/v1/checkout-sessions/${open.id}`;
  assert.deepEqual((await call('GET', path)).body, open);

  const page = await visit(v1, address);
  assert.equal(page.status, 200);
  assert.ok(page.body.includes(`https://shop.example.com/cart?checkoutSession=${open.id}`));
  assert.ok(page.body.includes('is saved with'), 'the payer is told that the card is saved');
  assert.ok(!page.body.includes('name="routing-number"'), 'only the wanted ways are offered');
  await visit(v1, address, declinedCard);
  assert.equal((await call('GET', path)).body.status, 'open');
  assert.equal((await visit(v1, address, cardForm)).status, 303);

  const after = await visit(v1, address);
  const back = `https://shop.example.com/paid?order=7&checkoutSession=${open.id}`;
  assert.ok(after.headers.get('refresh')?.endsWith(`url=${back}`));
  assert.ok(after.body.includes(back.replaceAll('&', '&amp;')));
  const paid = await call('GET', `${path}?expand=payment`);
  assert.deepEqual([paid.body.status, paid.body.payment.status], ['complete', 'captured']);
  assert.equal(typeof paid.body.payment.token, 'string');
  const events = await db.query<{ data: { checkoutSessionId?: string } }>(
    `select data from events where kind = 'payment.captured'`,
  );
  assert.deepEqual(
    events.map(({ data }) => data.checkoutSessionId),
    [open.id],
  );
  const late = await call('POST', `${path}/expire`);
  assert.deepEqual([late.status, late.body.code], [409, 'invoice_ended']);

  const list = await call('GET', '/v1/checkout-sessions?q=byron');
  assert.deepEqual(
    list.body.data.map(({ id }: { id: string }) => id),
    [open.id],
  );
});

test('a session ends by itself or on request, and is made once for a key', async (t) => {
  const v1 = await serveV1(t);
  const { call, clock } = v1;
  const asked = { body: session, headers: { 'Idempotency-Key': 'cart 7' } };
  const made = await call('POST', '/v1/checkout-sessions', asked);
  clock.pass(60_000);
  const again = await call('POST', '/v1/checkout-sessions', asked);
  assert.deepEqual([again.status, again.body], [201, made.body]);
  const other = await call('POST', '/v1/checkout-sessions', { body: session });
  const ended = await call('POST', `/v1/checkout-sessions/${other.body.id}/expire`);
  assert.deepEqual([ended.status, ended.body.status], [200, 'expired'], ended.text);
  assert.equal((await visit(v1, other.body.address)).status, 410);
  clock.pass(25 * 3_600_000);
  const { body } = await call('GET', `/v1/checkout-sessions/${made.body.id}`);
  assert.equal(body.status, 'expired');
  assert.equal((await visit(v1, made.body.address)).status, 410);
});

test('an address to come back to is a whole one of the web', async (t) => {
  const { call } = await serveV1(t);
  const wrong = [
    'shop.example.com',
    'javascript:alert(1)',
    'https://a:b@x.com/',
    '/paid',
    'ftp://x',
  ];
  for (const successUrl of [...wrong, 'https://x.com/4242424242424242']) {
    const told = await call('POST', '/v1/checkout-sessions', { body: { ...session, successUrl } });
    assert.deepEqual([told.status, told.body.errors[0].field], [400, 'successUrl'], successUrl);
  }
  const none = await call('POST', '/v1/checkout-sessions', { body: { ...session, methods: [] } });
  assert.deepEqual([none.status, none.body.errors[0].field], [400, 'methods']);
});
