import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginValidations } from '../../src/ach/validation/begin.ts';
import { openCase } from '../../src/records/case-store.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import type { Caller } from '../fixture.ts';
import { aPayment, card, serveV1, type Told, type V1 } from './serve.ts';

const grace = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' };

async function good({ call }: V1, path: string, body: object, as?: Caller): Promise<Told['body']> {
  const told = await call('POST', path, { body, ...(as && { as }) });
  assert.ok(told.status < 300, told.text);
  return told.body;
}

/** Each query finds exactly these. */
async function finds(
  { call }: V1,
  path: string,
  wanted: Readonly<Record<string, readonly unknown[]>>,
  { name = 'id', as }: { readonly name?: string; readonly as?: Caller } = {},
): Promise<void> {
  for (const [query, ids] of Object.entries(wanted)) {
    const told = await call('GET', `${path}?${query}`, as ? { as } : {});
    assert.equal(told.status, 200, told.text);
    const found = told.body.data.map((one: Readonly<Record<string, unknown>>) => one[name]);
    assert.deepEqual(found, ids, `${path}?${query}`);
  }
}

test('refunds, cases and the ledger are searched by what people know of a payment', async (t) => {
  const v1 = await serveV1(t);
  const pay = (more: object) => good(v1, '/v1/payments', { ...aPayment, ...more });
  const one = await pay({ orderNumber: 'B-1' });
  const visa = { ...card, number: '4111111111111111' };
  const two = await pay({
    orderNumber: 'B-2',
    amount: 5000,
    customer: grace,
    source: { card: visa },
  });
  const first = await good(v1, `/v1/payments/${one.id}/refunds`, { amount: 250 });
  const second = await good(v1, `/v1/payments/${two.id}/refunds`, { amount: 700 });
  await finds(v1, '/v1/refunds', {
    [`q=${first.id}`]: [first.id],
    [`q=${two.id}`]: [second.id],
    'q=B-1': [first.id],
    'q=grace%40example.com': [second.id],
    'q=HOPPER': [second.id],
    'q=2.50': [first.id],
    'q=4242': [first.id],
    'q=1111': [second.id],
    'q=nobody': [],
    'amount=700': [second.id],
    'q=7&limit=1': [second.id],
    [`actor=api:${v1.caller.username}/0`]: [second.id, first.id],
  });

  const world = await v1.open();
  const { id: businessId } = v1.caller.business;
  const about = [
    ['outcome_unknown', 'payment', one.id],
    ['followup_unknown', 'followup', second.id],
  ] as const;
  for (const [kind, object, id] of about) {
    const evidence = { why: 'a test' };
    await openCase(world, {
      businessId,
      kind,
      object: { kind: object, id: BigInt(id) },
      evidence,
    });
  }
  await finds(
    v1,
    '/v1/cases',
    {
      'q=B-1': [one.id],
      'q=B-2': [second.id],
      'q=byron': [one.id],
      [`q=${second.id}`]: [second.id],
      'objectKind=followup': [second.id],
      'q=nobody': [],
    },
    { name: 'objectId' },
  );

  const { data } = (await v1.call('GET', '/v1/ledger/transfers')).body;
  const ofTwo = data.filter((row: Told['body']) => row.paymentId === two.id);
  const idsOf = (rows: readonly Told['body'][]) => rows.map(({ id }) => id);
  const ofSecond = data.filter((row: Told['body']) => row.refundId === second.id);
  assert.ok(ofSecond.length > 0 && ofTwo.length > ofSecond.length);
  await finds(v1, '/v1/ledger/transfers', {
    'q=B-2': idsOf(ofTwo),
    [`q=${second.id}`]: idsOf(ofSecond),
    [`q=${data[0].id}`]: [data[0].id],
    'q=50.00': idsOf(data.filter((row: Told['body']) => row.amount === 5000)),
    'q=refunds': idsOf(data.filter((row: Told['body']) => row.debit === 'refunds')),
    'q=nothing': [],
  });
});

test('the validation of an account is found by the payments from it', async (t) => {
  const v1 = await serveV1(t);
  const shop = await v1.addBusiness();
  const change = { accountValidation: 'prenote' } as const;
  const world = await v1.open();
  await changeTerms(world, shop.business.id, change, 'operator:ada');
  const account = (accountNumber: string) => ({
    amount: 5000,
    source: { bankAccount: { accountNumber, routingNumber: '021000021' } },
  });
  const one = { ...account('98765432'), customer: aPayment.customer, orderNumber: 'A-1' };
  const first = await good(v1, '/v1/payments', { ...one, saveToken: true }, shop);
  const again = { ...one, source: { token: first.token }, orderNumber: 'A-2' };
  await good(v1, '/v1/payments', again, shop);
  const other = { ...account('11223344'), customer: grace, orderNumber: 'B-1' };
  const second = await good(v1, '/v1/payments', other, shop);
  assert.equal(await beginValidations(world), 3);
  await finds(
    v1,
    '/v1/account-validations',
    {
      '': [second.id, first.id],
      'q=A-1': [first.id],
      'q=A-2': [first.id],
      'q=hopper': [second.id],
      'q=5432': [first.id],
      'q=021000021': [second.id, first.id],
      [`q=${second.id}`]: [second.id],
      'last4=3344': [second.id],
      'method=hook': [],
      'q=nobody': [],
    },
    { name: 'paymentId', as: shop },
  );
});

test('periods and moves are searched within what they belong to', async (t) => {
  const v1 = await serveV1(t);
  const { token } = await good(v1, '/v1/tokens', { source: { card }, customer: grace });
  await good(v1, '/v1/plans', { code: 'daily', amount: 900, interval: 'weekly' });
  const { id } = await good(v1, '/v1/subscriptions', { token, planCode: 'daily' });
  const [period] = (await v1.call('GET', `/v1/subscriptions/${id}/periods`)).body.data;
  await finds(
    v1,
    `/v1/subscriptions/${id}/periods`,
    {
      'q=1': [1],
      [`q=SUB-${id}-1`]: [1],
      [`q=${period.invoiceId}`]: [1],
      'q=9.00': [1],
      'q=insufficient_funds': [],
      [`startsTo=${period.startsOn}`]: [],
      [`startsFrom=${period.startsOn}`]: [1],
    },
    { name: 'number' },
  );
  await finds(v1, '/v1/subscriptions', { [`q=SUB-${id}-1`]: [id], 'q=SUB-999-1': [] });

  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  const path = `/v1/businesses/${below.business.id}`;
  await good(v1, `${path}/suspend`, { reason: 'A dispute' });
  await good(v1, `${path}/reinstate`, { reason: 'All is well' });
  await finds(
    v1,
    `${path}/moves`,
    {
      'q=DISP': ['suspended'],
      'to=suspended': ['suspended'],
      [`q=${v1.caller.username}`]: ['payments_enabled', 'suspended'],
      'q=nobody': [],
      'createdTo=2030-01-15T14:00:00Z': [],
    },
    { name: 'to' },
  );
});
