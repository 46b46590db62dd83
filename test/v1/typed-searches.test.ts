import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Quittance } from '../../clients/typescript/src/index.ts';
import { aPayment, card, serveV1, type V1 } from './serve.ts';

const greta = {
  firstName: 'Greta',
  lastName: 'Lindqvist',
  email: 'greta.lindqvist@example.com',
  phone: '6125550123',
};
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '2125550199' };

type Ids = Readonly<Record<'customers' | 'payments' | 'invoices' | 'refunds' | 'tokens', string>>;

/** A payment with all that belongs to it. */
async function paidBy({ call }: V1, customer: object, more: object): Promise<Ids> {
  const post = async (path: string, body: object) => {
    const told = await call('POST', path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  };
  const paid = await post('/v1/payments', { ...aPayment, customer, ...more });
  const { customerId, id, invoiceId } = paid;
  return {
    customers: customerId,
    payments: id,
    invoices: invoiceId,
    refunds: (await post(`/v1/payments/${id}/refunds`, { amount: paid.amount - 1 })).id,
    tokens: (await post('/v1/tokens', { source: { card }, customerId })).token,
  };
}

const lists = ['customers', 'payments', 'invoices', 'refunds', 'tokens'] as const;

async function found({ call }: V1, list: string, q: string): Promise<string[]> {
  const { status, body, text } = await call('GET', `/v1/${list}?q=${encodeURIComponent(q)}`);
  assert.equal(status, 200, text);
  return body.data.map((one: { id?: string; token?: string }) => one.id ?? one.token);
}

test('typed text finds a payer and her objects', async (t) => {
  const v1 = await serveV1(t);
  const hers = await paidBy(v1, greta, { orderNumber: 'ORD-7781', amount: 4820 });
  await paidBy(v1, ada, { orderNumber: 'B-2', amount: 123_450 });
  const ofPeople = [
    ...['Greta', 'greta', 'GRE', 'Lindqvist', 'lind', 'Greta Lindqvist', 'Greta Lin'],
    ...['Lindqvist Greta', 'lindqvist gre', 'Lindqvist, Greta', 'Lindqvist,Greta'],
    ...[
      'GRETA.Lindqvist@Example.com',
      'greta.lindqvist@',
      '6125550123',
      '(612) 555-0123',
      '612-555-0123',
      '612.555.0123',
    ],
    ...[
      '612 555 0123',
      '+1 612 555 0123',
      '+16125550123',
      '1-612-555-0123',
      '(612) 555',
      '+1 612 555',
    ],
  ];
  for (const q of ofPeople) {
    for (const list of lists)
      assert.deepEqual(await found(v1, list, q), [hers[list]], `${list} ${q}`);
  }
  const nobody = [
    'Gretel',
    'Greta Byron',
    'qvist',
    'Greta Lindqvists',
    '(612) 555-0124',
    'reta@',
    '%',
    '_',
  ];
  for (const q of nobody) {
    for (const list of lists) assert.deepEqual(await found(v1, list, q), [], `${list} ${q}`);
  }
});

test('an order is found by its beginning, whatever its letters are', async (t) => {
  const v1 = await serveV1(t);
  const capital = await paidBy(v1, greta, { orderNumber: 'ORD-7781' });
  const small = await paidBy(v1, ada, { orderNumber: 'web-ab12' });
  const mixed = await paidBy(v1, ada, { orderNumber: 'ShopA-5' });
  const searches = [
    ...['ORD-7781', 'ord-7781', 'Ord-7781', 'ORD', 'ord', 'ORD-77'].map(
      (q) => [q, capital] as const,
    ),
    ...['WEB-AB12', 'web', 'Web-a'].map((q) => [q, small] as const),
    ...['shopa-5', 'SHOPA-5', 'ShopA'].map((q) => [q, mixed] as const),
  ];
  for (const [q, one] of searches) {
    for (const list of ['payments', 'invoices'] as const)
      assert.deepEqual(await found(v1, list, q), [one[list]], `${list} ${q}`);
  }
  assert.deepEqual(await found(v1, 'refunds', 'ord-77'), [capital.refunds]);
  for (const q of ['7781', 'ORD-7782', 'RD-7781'])
    assert.deepEqual(await found(v1, 'payments', q), []);
});

test('an amount is found as it is written, and by its beginning', async (t) => {
  const v1 = await serveV1(t);
  const few = await paidBy(v1, greta, { orderNumber: 'A', amount: 4820 });
  const many = await paidBy(v1, ada, { orderNumber: 'B', amount: 123_450 });
  const searches = [
    ...['48', '48.', '48.2', '48.20', '$48', '$48.20', '$ 48.20', 'US$48.20'].map(
      (q) => [q, few] as const,
    ),
    ...['1234', '1,234', '1234.5', '$1,234.50', '1,234.50'].map((q) => [q, many] as const),
  ];
  for (const [q, one] of searches) {
    for (const list of ['payments', 'invoices'] as const)
      assert.deepEqual(await found(v1, list, q), [one[list]], `${list} ${q}`);
  }
  // Refunded without the last cent.
  assert.deepEqual(await found(v1, 'refunds', '48.1'), [few.refunds]);
  assert.deepEqual(await found(v1, 'refunds', '−$48.19'), [few.refunds]);
  for (const q of ['4', '48.3', '4820', '12,34', '1,23', '48.200', '$', '1,234,567,890']) {
    assert.deepEqual(await found(v1, 'payments', q), [], q);
  }
  assert.deepEqual(await found(v1, 'payments', '•••• 4242'), [many.payments, few.payments]);
});

test('a payment is found by the numbers that its payer is shown, and by the approval code', async (t) => {
  const v1 = await serveV1(t);
  const hers = await paidBy(v1, greta, { orderNumber: 'A' });
  await paidBy(v1, ada, { orderNumber: 'B' });
  const { body } = await v1.call('GET', `/v1/payments/${hers.payments}`);
  const { receiptNumber, invoiceNumber } = body;
  await v1.db.query(
    `update payments set authorization_code = 'A7K203' where business_id = $1 and id = $2`,
    [v1.caller.business.id, hers.payments],
  );
  for (const q of [receiptNumber, receiptNumber.toLowerCase(), invoiceNumber, 'A7K203', 'a7k203']) {
    assert.deepEqual(await found(v1, 'payments', q), [hers.payments], q);
  }
  for (const q of [`${receiptNumber}0`, `R${receiptNumber}`, 'A7K2', '9999999999'])
    assert.deepEqual(await found(v1, 'payments', q), [], q);
});

/** Payers who share a first name, with a payment, a refund and a card of each; order numbers that begin alike. */
const people = `with made as (
  select $1::bigint as business_id, 10000 + n as id, n, timestamptz '2030-01-01' + n * interval '1 minute' as at
  from generate_series(1, $2::integer) n
), known as (
  insert into customers (business_id, id, phone, email, first_name, last_name, address1, address2, city, state_code,
    postal_code, country_code, created_at)
  select business_id, id, (3000000000 + n)::text, 'm' || n || '@example.com', 'Maria', 'Nr' || n, '', '', '', '', '', 'US', at
  from made
), billed as (
  insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details, created_at)
  select business_id, id, id, id, 'held', 500, 'M-' || n, '{"lines":[]}', at from made
), refunded as (
  insert into followups (business_id, id, payment_id, n, kind, state, amount_cents, reference, processor, actor, epoch,
    lease_until, created_at, sent_at)
  select business_id, id, id, 2, 'refund', 'succeeded', 100, 'r' || n, 'simulator', 'key', 1, at, at, at from made
), saved as (
  insert into tokens (business_id, token, kind, state, customer_id, fingerprint, brand, last4, holder, address, postal_code,
    created_at)
  select business_id, 'card_' || lpad(n::text, 24, '0'), 'card', 'active', id, '\\x01', 'visa', '4242', 'Maria Nr' || n, '', '',
    at from made
)
insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents, approved_cents,
  captured_cents, order_number, holds_order, fingerprint, last4, wants_token, processor, epoch, lease_until, created_at)
select business_id, id, id, id, 'settled', 'card', true, 500, 500, 500, 'M-' || n, n % 2 = 0, '\\x01', '4242', false,
  'simulator', 1, at, at
from made`;

test('a search for a very common name or beginning finds all rows', async (t) => {
  const v1 = await serveV1(t);
  const count = 700;
  await v1.db.query(people, [v1.caller.business.id, count]);
  await v1.db.query('analyze customers, payments, invoices, followups, tokens');
  const client = new Quittance({ baseUrl: v1.baseUrl, apiKey: v1.caller.apiKey });
  const all = async (list: keyof Ids, q: string) => {
    const found = await Array.fromAsync<unknown>(client[list].list({ q, limit: 100 }));
    return found.length;
  };
  for (const list of lists) {
    assert.equal(await all(list, 'maria'), count, list);
    assert.equal(await all(list, 'maria nr6'), 1 + 10 + 100, list);
    assert.equal(await all(list, 'nr700 maria'), 1, list);
  }
  for (const list of ['payments', 'invoices', 'refunds'] as const) {
    assert.equal(await all(list, 'm-'), count, list);
    assert.equal(await all(list, 'm-700'), 1, list);
  }
  const csv = await v1.call('GET', '/v1/payments?q=maria', { headers: { Accept: 'text/csv' } });
  assert.equal(csv.text.trim().split('\r\n').length, 1 + count);
});

test('an exact order number comes first, in pages of any length and both directions', async (t) => {
  const v1 = await serveV1(t);
  // As many as are collected, and more.
  for (const { count, limits } of [
    { count: 12, limits: [1, 2, 3, 100] },
    { count: 600, limits: [100] },
  ]) {
    const as = await v1.addBusiness();
    const { id: businessId } = as.business;
    await v1.db.query(people, [businessId, count]);
    // Two attempts for one order, and others that begin so.
    const order = `case when id in (10002, 10007) then 'M-2' else 'M-2' || id end`;
    for (const table of ['payments', 'invoices']) {
      const text = `update ${table} set order_number = ${order} where business_id = $1`;
      await v1.db.query(text, [businessId]);
    }
    const newest = Array.from({ length: count }, (_, i) => String(10_000 + count - i));
    const exact = ['10007', '10002'];
    const wanted = [...exact, ...newest.filter((id) => !exact.includes(id))];
    for (const list of ['payments', 'invoices', 'refunds'] as const) {
      const walk = async (limit: number, way: 'after' | 'before', from?: string) => {
        const pages: string[][] = [];
        for (let cursor = from; ; ) {
          const query = `q=M-2&limit=${limit}${cursor === undefined ? '' : `&${way}=${cursor}`}`;
          const { body, text } = await v1.call('GET', `/v1/${list}?${query}`, { as });
          assert.ok(body.data, text);
          pages.push(body.data.map(({ id }: { id: string }) => id));
          if (!body.hasMore) return { pages, last: body };
          cursor = way === 'after' ? body.next : body.previous;
          assert.ok(cursor, text);
        }
      };
      for (const limit of limits) {
        const { pages, last } = await walk(limit, 'after');
        assert.deepEqual(pages.flat(), wanted, `${list} by ${limit}`);
        if (pages.length === 1) continue;
        const back = await walk(limit, 'before', last.previous);
        const before = wanted.slice(0, -pages.at(-1)!.length);
        assert.deepEqual(back.pages.toReversed().flat(), before, `${list} by ${limit}, back`);
      }
    }
  }
});

test('a beginning is found whatever order the database puts texts in', async (t) => {
  // In Czech "ch" is a letter behind "c": what begins with "c" ends before it.
  const v1 = await serveV1(t, { sortedAs: 'cs' });
  const eva = { firstName: 'Eva', lastName: 'Chalupova', email: 'eva@chata.example' };
  const { payments, customers } = await paidBy(v1, eva, { orderNumber: 'chair-1', amount: 4820 });
  const bill = { amount: 100, orderNumber: 'chest-1', customerId: customers };
  const lines = [{ name: 'Chest', amount: 100 }];
  const linked = await v1.call('POST', '/v1/pay-links', { body: { ...bill, lines } });
  assert.equal(linked.status, 201, linked.text);

  assert.deepEqual(await found(v1, 'payments', 'c'), [payments]);
  assert.deepEqual(await found(v1, 'customers', 'eva@c'), [customers]);
  assert.deepEqual(await found(v1, 'customers', 'c'), [customers]);
  assert.deepEqual(await found(v1, 'invoices', 'ches'), [linked.body.invoiceId]);
  assert.deepEqual(await found(v1, 'invoices', 'CHEST-'), [linked.body.invoiceId]);
});
