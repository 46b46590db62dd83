import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, card, serveV1, type Told, type V1 } from './serve.ts';

const bill = {
  amount: 4200,
  orderNumber: 'A-1',
  customer: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' },
  lines: [{ name: 'Chair', amount: 4200 }],
};
/** Makes a token, but never pays. */
const neverPays = { ...card, number: '4000000000000341' };

async function found({ call }: Pick<V1, 'call'>, query: string): Promise<string[]> {
  const { status, body, text } = await call('GET', `/v1/invoices?${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ id }: { id: string }) => id);
}

async function good(v1: Pick<V1, 'call'>, path: string, body?: object): Promise<Told['body']> {
  const told = await v1.call('POST', path, body === undefined ? {} : { body });
  assert.ok(told.status < 300, told.text);
  return told.body;
}

test('invoices of payments and links are found by all that names them', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const paid = await good(v1, '/v1/payments', {
    ...aPayment,
    orderNumber: 'B-1',
    description: 'A desk',
    invoiceExternalId: 'INV-7',
  });
  const declined = await good(v1, '/v1/payments', {
    ...aPayment,
    amount: 900,
    orderNumber: 'B-2',
    source: { card: neverPays },
  });
  const { address: _, ...link } = await good(v1, '/v1/pay-links', bill);

  const { body: one } = await call('GET', `/v1/invoices/${paid.invoiceId}`);
  assert.deepEqual(
    [one.status, one.number, one.paymentId, one.amount, one.description, one.externalId],
    ['paid', paid.invoiceNumber, paid.id, 1250, 'A desk', 'INV-7'],
  );
  const whole = await call(
    'GET',
    `/v1/invoices/${link.invoiceId}?expand=customer,payment,payLinks`,
  );
  assert.deepEqual(
    [whole.body.status, whole.body.paymentId, whole.body.payment, whole.body.customer.lastName],
    ['open', null, null, 'Hopper'],
  );
  assert.deepEqual(whole.body.payLinks, [link]);
  assert.deepEqual(whole.body.lines, [{ name: 'Chair', amount: 4200, kind: 'other' }]);
  const expanded = await call('GET', `/v1/invoices/${paid.invoiceId}?expand=payment`);
  assert.deepEqual(expanded.body.payment, paid);

  const [a, b, c] = [paid.invoiceId, declined.invoiceId, link.invoiceId];
  const queries: [string, string[]][] = [
    ['', [c, b, a]],
    ['status=paid', [a]],
    ['status=open', [c, b]],
    ['status=paid,void', [a]],
    [`customerId=${link.customerId}`, [c]],
    ['orderNumber=B-1', [a]],
    ['orderNumber=A-1', [c]],
    [`paymentId=${declined.id}`, [b]],
    [`payLinkId=${link.id}`, [c]],
    ['amountFrom=1000&amountTo=2000', [a]],
    ['createdTo=2030-01-15T14:00:00Z', []],
    [`q=${a}`, [a]],
    [`q=${paid.invoiceNumber}`, [a]],
    ['q=B-2', [b]],
    ['q=A-1', [c]],
    ['q=ADA%40example.com', [b, a]],
    ['q=hopper', [c]],
    ['q=12.50', [a]],
    ['q=nobody', []],
    ['limit=1&status=open', [c]],
  ];
  for (const [query, wanted] of queries) assert.deepEqual(await found(v1, query), wanted, query);
  const stranger = await v1.addBusiness();
  assert.equal((await call('GET', `/v1/invoices/${a}`, { as: stranger })).status, 404);
});

test('the status of an invoice follows its payment', async (t) => {
  const v1 = await serveV1(t);
  const statusOf = async (id: string) => (await v1.call('GET', `/v1/invoices/${id}`)).body.status;
  const reserved = await good(v1, '/v1/payments', { ...aPayment, capture: false });
  assert.equal(await statusOf(reserved.invoiceId), 'reserved');
  await good(v1, `/v1/payments/${reserved.id}/void`);
  assert.equal(await statusOf(reserved.invoiceId), 'canceled');
  const debit = await good(v1, '/v1/payments', {
    ...aPayment,
    source: { bankAccount: { accountNumber: '9876543', routingNumber: '021000021' } },
  });
  assert.equal(await statusOf(debit.invoiceId), 'paying');
  for (const status of ['canceled', 'paying']) {
    const [id, ...others] = await found(v1, `status=${status}`);
    assert.deepEqual([await statusOf(id!), others], [status, []]);
  }
});

test('an invoice that nobody pays is voided with its link, and no other', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const paid = await good(v1, '/v1/payments', aPayment);
  const held = await call('POST', `/v1/invoices/${paid.invoiceId}/void`);
  assert.deepEqual([held.status, held.body.code], [409, 'wrong_state']);
  assert.match(held.body.detail, /A payment holds it/);

  const link = await good(v1, '/v1/pay-links', bill);
  const path = `/v1/invoices/${link.invoiceId}/void`;
  assert.equal((await call('POST', path, { as: await v1.addBusiness() })).status, 404);
  assert.equal((await good(v1, path)).status, 'void');
  assert.equal((await call('GET', `/v1/pay-links/${link.id}`)).body.status, 'revoked');
  assert.equal((await good(v1, path)).status, 'void', 'once more changes nothing');
  const { data } = (await call('GET', '/v1/audit-log')).body;
  assert.deepEqual(
    data.map(({ act }: { act: string }) => act),
    ['invoice.voided', 'pay_link.revoked'],
  );

  const declined = await good(v1, '/v1/payments', { ...aPayment, source: { card: neverPays } });
  assert.equal((await good(v1, `/v1/invoices/${declined.invoiceId}/void`)).status, 'void');
  assert.equal((await call('POST', '/v1/invoices/4711/void')).status, 404);
});

test('with the invoice of a period the period is waived, and the subscription goes on', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const { token, customerId } = await good(v1, '/v1/tokens', {
    source: { card },
    customer: aPayment.customer,
  });
  const bad = await good(v1, '/v1/tokens', { source: { card: neverPays }, customerId });
  await good(v1, '/v1/plans', { code: 'weekly', amount: 900, interval: 'weekly' });
  const { id } = await good(v1, '/v1/subscriptions', { token, planCode: 'weekly' });
  await good(v1, `/v1/subscriptions/${id}/source`, { token: bad.token });
  await good(v1, '/v1/sandbox/clock/advance', { hours: 24 * 7 + 1 });
  const subscription = async () => (await call('GET', `/v1/subscriptions/${id}`)).body.status;
  assert.equal(await subscription(), 'past_due');

  const { data } = (await call('GET', `/v1/invoices?subscriptionId=${id}`)).body;
  assert.deepEqual(
    data.map(({ status, period, subscriptionId }: Told['body']) => [
      status,
      period,
      subscriptionId,
    ]),
    [
      ['open', 2, id],
      ['paid', 1, id],
    ],
  );
  assert.deepEqual(await found(v1, `orderNumber=SUB-${id}-2`), [data[0].id]);
  await good(v1, `/v1/invoices/${data[0].id}/void`);
  const periods = (await call('GET', `/v1/subscriptions/${id}/periods`)).body.data;
  assert.deepEqual(
    periods.map(({ status, invoiceId }: Told['body']) => [status, invoiceId]),
    [
      ['void', data[0].id],
      ['paid', data[1].id],
    ],
  );
  assert.equal(await subscription(), 'active');
});
