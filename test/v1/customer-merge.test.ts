import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedTables } from '../../src/moving/merge/move-rows.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { randomOf } from '../campaign/random.ts';
import type { Scope } from '../scope.ts';
import { drawing } from '../size.ts';
import { aPayment, card, serveV1 } from './serve.ts';

type Row = Readonly<Record<string, unknown>>;

async function openMerging(t: Scope) {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const { id: businessId } = v1.caller.business;
  const post = async (path: string, body: object = {}) => {
    const told = await v1.call('POST', path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  };
  return {
    ...v1,
    world,
    businessId,
    post,
    make: async (body: object): Promise<string> => (await post('/v1/customers', body)).id,
    get: async (path: string) => (await v1.call('GET', path)).body,
    merge: async (to: string, from: string) =>
      await v1.call('POST', `/v1/customers/${to}/merge`, { body: { from } }),
    /** Rows that still name the customer, by their tables. */
    async rowsOf(id: string): Promise<Row> {
      const counts: Record<string, number> = {};
      for (const name of movedTables) {
        const [row] = await v1.db.query<{ rows: number }>(
          `select count(*)::int as rows from ${name} where business_id = $1 and customer_id = $2`,
          [businessId, id],
        );
        if (row!.rows > 0) counts[name] = row!.rows;
      }
      return counts;
    },
  };
}
type Merging = Awaited<ReturnType<typeof openMerging>>;

/** A payment, a part of it refunded, a saved card, a subscription, a pay link, a text and a form of fields. */
async function live({ post }: Merging, customerId: string, phone: string): Promise<void> {
  const paid = await post('/v1/payments', { amount: 1250, source: { card }, customerId });
  await post(`/v1/payments/${paid.id}/refunds`, { amount: 100, reason: 'broken' });
  const { token } = await post('/v1/tokens', { source: { card }, customerId });
  await post('/v1/subscriptions', { token, amount: 2100, interval: 'monthly' });
  await post('/v1/pay-links', { amount: 900, customerId });
  await post('/v1/messages', { phone, body: 'Hello.' });
  const origins = ['https://shop.example.com'];
  await post('/v1/field-sessions', { kind: 'card', origins, customerId });
}

test('each table that names a customer is one whose rows are moved', async (t) => {
  const { db } = await openMerging(t);
  const tables = await db.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = 'customer_id'`,
  );
  assert.deepEqual(tables.map(({ name }) => name).sort(), [...movedTables].sort());
});

test('after a merge one customer has everything, and the id of the other leads to it', async (t) => {
  const merging = await openMerging(t);
  const { make, get, post, call, merge, rowsOf } = merging;
  const to = await make({ externalId: 'A-1', firstName: 'Ada', email: 'ada@example.com' });
  const from = await make({
    externalId: 'B-1',
    firstName: 'Adah',
    lastName: 'Byron',
    email: 'byron@example.com',
    phone: '6175550123',
    city: 'Salem',
    state: 'MA',
    status: 'do_not_contact',
    further: { companyName: 'Mill' },
  });
  await call('PATCH', `/v1/customers/${from}`, { body: { status: 'active' } });
  await live(merging, from, '6175550123');
  await call('PATCH', `/v1/customers/${from}`, { body: { status: 'do_not_contact' } });
  await live(merging, to, '6175550124');
  const [own, theirs] = [await rowsOf(to), await rowsOf(from)];
  assert.ok(Object.keys(theirs).length >= 6, JSON.stringify(theirs));
  const sums = async (id: string) => (await get(`/v1/customers/${id}?expand=totals`)).totals[0];
  const before = [await sums(to), await sums(from)];

  const told = await merge(to, from);
  assert.equal(told.status, 200, told.text);
  const { updatedAt: _, createdAt: __, further, ...kept } = told.body;
  assert.deepEqual(kept, {
    id: to,
    externalId: 'A-1',
    status: 'do_not_contact',
    firstName: 'Ada',
    lastName: '',
    email: 'ada@example.com',
    phone: '6175550123',
    address1: '',
    address2: '',
    city: 'Salem',
    state: 'MA',
    postalCode: '',
    country: 'US',
    language: null,
    mergedInto: null,
  });
  assert.equal(further.companyName, 'Mill');
  assert.deepEqual(await rowsOf(from), {});
  const names = new Set([...Object.keys(own), ...Object.keys(theirs)]);
  for (const name of names) {
    const [one = 0, other = 0] = [own[name], theirs[name]] as (number | undefined)[];
    assert.equal((await rowsOf(to))[name], one + other, name);
  }
  const after = await sums(to);
  for (const name of ['invoices', 'invoiced', 'paid', 'refunded', 'open'])
    assert.equal(after[name], before[0][name] + before[1][name], name);

  // The other one is a pointer.
  assert.equal((await get(`/v1/customers/${from}`)).mergedInto, to);
  const listed = async (query: string): Promise<string[]> =>
    (await get(`/v1/customers?${query}`)).data.map(({ id }: { id: string }) => id);
  const queries = ['externalId=B-1', 'email=byron@example.com', `q=${from}`, 'q=Adah', 'q=B-1'];
  for (const query of ['', ...queries]) assert.deepEqual(await listed(query), [to], query);
  assert.equal((await get(`/v1/payments?customerId=${from}`)).data.length, 4);
  assert.equal((await get('/v1/payments?q=byron@example.com')).data.length, 4);
  const payers: object[] = [
    { customerId: from },
    { customer: { externalId: 'B-1' } },
    { customer: { email: 'byron@example.com', phone: '6175550123' } },
  ];
  for (const [n, payer] of payers.entries()) {
    const body = { amount: 100 + n, source: { card }, ...payer };
    assert.equal((await post('/v1/payments', body)).customerId, to, JSON.stringify(payer));
  }
  assert.equal((await post('/v1/tokens', { source: { card }, customerId: from })).customerId, to);
  const sent = await call('POST', '/v1/customers', { body: { externalId: 'B-1' } });
  assert.equal(sent.body.code, 'customer_taken');
  const changed = await call('PATCH', `/v1/customers/${from}`, { body: { city: 'Boston' } });
  assert.deepEqual([changed.status, changed.body.code], [409, 'wrong_state']);
  const blocked = await call('POST', '/v1/messages', { body: { phone: '6175550123', body: 'x' } });
  assert.equal(blocked.body.status ?? blocked.body.code, 'blocked', blocked.text);

  const acts = (await get('/v1/audit-log?limit=100')).data;
  const act = acts.find(({ act: name }: { act: string }) => name === 'customer.merged');
  assert.equal(act.facts.merged, from);
  assert.deepEqual([act.facts.payments, act.facts.tokens], [2, 1]);
  const { data: events } = await get(`/v1/events?limit=100`);
  const event = events.find(({ type, kind }: Record<string, string>) =>
    [type, kind].includes('customer.merged'),
  );
  assert.ok(event, JSON.stringify(events[0]));
});

test('a merged customer gets its missing fields from the other one', async (t) => {
  const { make, merge, get, post, call } = await openMerging(t);
  // The same mail, and the phone and the identifier at the other one alone.
  const to = await make({ email: 'ada@example.com', lastName: 'Byron' });
  const from = await make({ email: 'ada@example.com', phone: '6175550123', externalId: 'B-1' });
  const told = await merge(to, from);
  assert.deepEqual(
    [told.body.externalId, told.body.phone, told.body.lastName],
    ['B-1', '6175550123', 'Byron'],
  );
  const pays = async (customer: object) =>
    (await post('/v1/payments', { amount: 100, source: { card }, customer })).customerId;
  assert.equal(await pays({ externalId: 'B-1' }), to);
  assert.equal(await pays({ email: 'ada@example.com', phone: '6175550123' }), to);
  // A third one has the contact that the two have together: nothing of it is taken.
  const third = await make({ email: 'bea@example.com', phone: '6175550125' });
  const bea = await make({ email: 'bea@example.com' });
  const her = await make({ phone: '6175550125' });
  assert.equal((await merge(bea, her)).body.phone, '');
  assert.equal(await pays({ phone: '6175550125' }), bea);
  assert.equal(await pays({ email: 'bea@example.com', phone: '6175550125' }), third);
  // Pointers follow into the next one, and it may take what they had.
  assert.equal((await merge(third, bea)).status, 200);
  assert.equal((await get(`/v1/customers/${her}`)).mergedInto, third);
  assert.equal(await pays({ phone: '6175550125' }), third);
  const body = { email: null, phone: '6175550125' };
  const changed = await call('PATCH', `/v1/customers/${third}`, { body });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(await pays({ phone: '6175550125' }), third);
});

test('it is refused for the same, a stranger, a forgotten one and a pointer, and twice is once', async (t) => {
  const { make, merge, addBusiness, call, post } = await openMerging(t);
  const [to, from, other] = [
    await make({ email: 'a@example.com' }),
    await make({ email: 'b@example.com' }),
    await make({ email: 'c@example.com' }),
  ];
  const as = await addBusiness();
  // Ids are counted in each business: this one is nobody here.
  let theirs = '';
  for (let n = 0; n < 8; n += 1) {
    const told = await call('POST', '/v1/customers', { as, body: { email: `d${n}@example.com` } });
    theirs = told.body.id;
  }
  const forgotten = await make({ email: 'e@example.com' });
  await post(`/v1/customers/${forgotten}/forget`);
  const refused: [to: string, from: string, said: string][] = [
    [to, to, '400 from must be another customer.'],
    [to, theirs, '400 from is not a customer of this business.'],
    [to, '987654321', '400 from is not a customer of this business.'],
    ['987654321', to, '404 There is no such object.'],
    [to, forgotten, `409 Customer ${forgotten} is forgotten.`],
    [forgotten, to, `409 Customer ${forgotten} is forgotten.`],
  ];
  for (const [one, two, said] of refused) {
    const { status, body } = await merge(one, two);
    assert.equal(`${status} ${body.detail}`, said);
  }
  const stale = { body: { from }, headers: { 'If-Match': '"0"' } };
  const late = await call('POST', `/v1/customers/${to}/merge`, stale);
  assert.equal(late.status, 412, late.text);
  assert.equal((await merge(to, from)).status, 200);
  assert.equal((await merge(to, from)).status, 200);
  const elsewhere = `409 Customer ${from} was merged into customer ${to}.`;
  for (const [one, two] of [
    [other, from],
    [from, other],
    [from, to],
  ] as const) {
    const { status, body } = await merge(one, two);
    assert.equal(`${status} ${body.detail}`, elsewhere);
  }
});

test('a customer is forgotten with all that was merged into it', async (t) => {
  const { make, merge, post, call, db, world } = await openMerging(t);
  const to = await make({ email: 'ada@example.com', phone: '6175550123' });
  const from = await make({
    email: 'zebedee@example.com',
    phone: '6175550123',
    lastName: 'Zebedee',
  });
  await post('/v1/messages', { phone: '6175550123', body: 'Dear Zebedee' });
  while ((await workOnce(world)) > 0);
  await merge(to, from);
  const refused = await call('POST', `/v1/customers/${from}/forget`, { body: {} });
  assert.equal(refused.body.detail, `The customer was merged into customer ${to}.`);
  await post(`/v1/customers/${to}/forget`);
  const rows = await db.query<{ row: string }>(
    `select row_to_json(t)::text as row from customers t union all
     select row_to_json(t)::text from conversations t union all
     select row_to_json(t)::text from messages t union all select row_to_json(t)::text from events t`,
  );
  const found = rows.filter(({ row }) => /zebedee|6175550123|ada@/i.test(row));
  assert.deepEqual(found, []);
});

test('sums of payments, refunds and the ledger are what they were, whatever two customers did', async (t) => {
  const merging = await openMerging(t);
  await drawing({ name: 'v1/customer-merge' }, (seed) => liveAndMerge(merging, seed));
});

async function liveAndMerge(merging: Merging, seed: number): Promise<void> {
  const { db, businessId, make, post, merge, rowsOf } = merging;
  const { whole } = randomOf(seed);
  const draw = (most: number) => whole(0, most - 1);
  const sums = async () =>
    await db.query(
      `select (select array[count(*), sum(amount_cents), sum(captured_cents), sum(refunded_cents)]::text
           from payments where business_id = $1) as payments,
         (select array[count(*), sum(amount_cents)]::text from followups where business_id = $1) as followups,
         (select md5(string_agg(t::text, ',' order by t::text)) from transfers t where business_id = $1) as ledger,
         (select array[count(*), sum(amount_cents)]::text from invoices where business_id = $1) as invoices`,
      [businessId],
    );
  const people: string[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await make({ email: `p${n}@example.com` }));
  for (let n = 0; n < 24; n += 1) {
    const customerId = people[draw(people.length)]!;
    const amount = 200 + draw(5000);
    const capture = draw(4) > 0;
    const request = { ...aPayment, customer: undefined, customerId, amount, capture };
    const paid = await post('/v1/payments', request);
    const what = draw(3);
    if (capture && what === 0)
      await post(`/v1/payments/${paid.id}/refunds`, { amount: 1 + draw(amount), reason: 'drawn' });
    if (!capture && what === 1) await post(`/v1/payments/${paid.id}/void`);
  }
  while (people.length > 1) {
    const before = await sums();
    const [from] = people.splice(draw(people.length), 1);
    const to = people[draw(people.length)]!;
    const [own, theirs] = [await rowsOf(to), await rowsOf(from!)];
    assert.equal((await merge(to, from!)).status, 200);
    assert.deepEqual(await sums(), before);
    const count = (rows: Row) => Number(rows.payments ?? 0);
    assert.equal(count(await rowsOf(to)), count(own) + count(theirs));
  }
}
