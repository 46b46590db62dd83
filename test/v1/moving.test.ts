import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, rowsOf } from '../owned-rows.ts';
import type { Scope } from '../scope.ts';
import { readCsvRows } from './csv-rows.ts';
import { type Asked, card, serveV1 } from './serve.ts';

type Result = {
  readonly row: number;
  readonly id: string | null;
  readonly outcome: string;
  readonly made: string | null;
  readonly why: string | null;
};
type Imported = Readonly<Record<'created' | 'joined' | 'exists' | 'refused', number>> & {
  readonly results: readonly Result[];
};

async function openMoving(t: Scope) {
  const v1 = await serveV1(t);
  const { id: businessId } = v1.caller.business;
  return {
    ...v1,
    async send(body: object, rest: Omit<Asked, 'body'> = {}): Promise<Imported> {
      const told = await v1.call('POST', '/v1/imports', { body, ...rest });
      assert.equal(told.status, 200, told.text);
      return told.body;
    },
    async take(query: string, rest: Asked = {}) {
      const told = await v1.call('GET', `/v1/exports?${query}`, rest);
      assert.equal(told.status, 200, told.text);
      return told;
    },
    rows: async () => await rowsOf(v1.db, [businessId]),
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const customers = [
  { id: 'A-1', firstName: 'Ada', email: 'ada@example.com', status: 'inactive' },
  { id: 'A-2', lastName: 'Byron', phone: '(212) 555-0102', details: { CompanyName: 'Mill' } },
  { id: 'A-3', firstName: 'Bea', surname: 'unknown' },
  { id: '4111111111111111' },
  'no row',
  { firstName: 'Nobody' },
];

test('a dry run of an import tells what would become of each row, and writes nothing', async (t) => {
  const { send, rows, take } = await openMoving(t);
  // Its key was used before the rows are read.
  await take('kind=plans');
  const before = await rows();
  const dry = await send({ kind: 'customers', rows: customers, dryRun: true });
  assert.deepEqual(changesIn(before, await rows()), []);
  const real = await send({ kind: 'customers', rows: customers });
  assert.deepEqual([real.created, real.joined, real.exists, real.refused], [2, 0, 0, 4]);
  assert.deepEqual(
    dry.results,
    real.results.map((one) => ({ ...one, made: null })),
  );
  assert.deepEqual(
    real.results.map(({ row, id, outcome, why }) => [row, id, outcome, why]),
    [
      [0, 'A-1', 'created', null],
      [1, 'A-2', 'created', null],
      [2, null, 'refused', 'there is no column surname'],
      [3, null, 'refused', 'id must not hold a card number'],
      [4, null, 'refused', 'is no JSON object'],
      [5, null, 'refused', 'id is missing'],
    ],
  );
});

test('the same rows twice make nothing twice, whatever key they come with', async (t) => {
  const { send, rows, call } = await openMoving(t);
  const plans = [{ id: 'gold', amountCents: 1250, interval: 'monthly' }];
  for (const body of [
    { kind: 'customers', rows: customers },
    { kind: 'plans', rows: plans },
  ]) {
    const first = await send(body, { headers: { 'Idempotency-Key': 'k' } });
    const before = await rows();
    for (const key of ['k', 'another']) {
      const again = await send(body, { headers: { 'Idempotency-Key': key } });
      assert.deepEqual([again.created, again.exists], [0, first.created]);
      const changed = changesIn(before, await rows()).filter((one) => !one.includes(' audit_'));
      assert.deepEqual(changed, []);
    }
  }
  const { data } = (await call('GET', '/v1/audit-log?limit=100')).body;
  const acts = data.filter(({ act }: { act: string }) => act.endsWith('.imported'));
  assert.equal(acts.length, 6);
});

test('subscriptions are imported with the customers and cards that they name', async (t) => {
  const { send, call, take } = await openMoving(t);
  await send({ kind: 'customers', rows: [{ id: 'A-1', email: 'ada@example.com' }] });
  await send({ kind: 'plans', rows: [{ id: 'gold', amountCents: 1250, interval: 'monthly' }] });
  const [customer] = (await call('GET', '/v1/customers')).body.data;
  const body = { source: { card }, customerId: customer.id };
  const { token } = (await call('POST', '/v1/tokens', { body })).body;
  const row = { id: 'S-1', customer: 'A-1', token, plan: 'gold', nextChargeOn: '2030-02-01' };
  const rows = [row, { ...row, id: 'S-2', customer: 'A-2' }];
  const made = await send({ kind: 'subscriptions', rows });
  assert.deepEqual(
    made.results.map(({ outcome, why }) => [outcome, why]),
    [
      ['created', null],
      ['refused', 'customer is not there: import customers first'],
    ],
  );
  const { text } = await take('kind=subscriptions');
  const again = await send({ kind: 'subscriptions', rows: linesOf(text) });
  assert.deepEqual([again.created, again.exists, again.refused], [0, 1, 0]);
});

test('an export is what an import takes, as CSV and as NDJSON, page after page', async (t) => {
  const { send, take, addBusiness, call } = await openMoving(t);
  const many = Array.from({ length: 501 }, (_, i) => ({
    id: `C-${i}`,
    firstName: i === 7 ? '=1+1' : 'Ada',
    lastName: `Line,"${i}"`,
    email: `c${i}@example.com`,
    details: { CompanyName: 'Mill' },
  }));
  await send({ kind: 'customers', rows: many.slice(0, 500) });
  await send({ kind: 'customers', rows: many.slice(500) });
  await call('POST', '/v1/customers', { body: { phone: '2125550109' } });
  const ndjson = await take('kind=customers');
  assert.equal(ndjson.headers.get('content-type'), 'application/x-ndjson');
  const rows = linesOf(ndjson.text);
  assert.equal(new Set(rows.map(({ id }) => id)).size, 502);
  assert.deepEqual(
    rows.slice(0, 501).map(({ id, lastName }) => ({ id, lastName })),
    many.map(({ id, lastName }) => ({ id, lastName })),
  );
  assert.match(rows[501].id, /^quittance:\d+\/\d+$/);

  const csv = await take('kind=customers&format=csv');
  const [head, ...cells] = readCsvRows(csv.text);
  assert.deepEqual(head, Object.keys(rows[0]));
  assert.equal(cells.length, 502);

  const other = await addBusiness();
  for (const part of [rows.slice(0, 500), rows.slice(500)]) {
    const { refused, created } = await send({ kind: 'customers', rows: part }, { as: other });
    assert.deepEqual([created, refused], [part.length, 0]);
  }
  const theirs = linesOf((await take('kind=customers', { as: other })).text);
  const own = ({ customerId: _, updatedAt: __, ...row }: Readonly<Record<string, unknown>>) => row;
  assert.deepEqual(theirs.map(own), rows.map(own));
});

test('an export of nothing is an empty file, and plans come by their codes', async (t) => {
  const { send, take } = await openMoving(t);
  for (const kind of ['customers', 'plans', 'subscriptions'])
    for (const format of ['csv', 'ndjson'])
      assert.equal((await take(`kind=${kind}&format=${format}`)).text, '');
  const codes = ['b', 'A', 'a-1', 'ä', 'Z'];
  const rows = codes.map((id) => ({ id, amountCents: 100, interval: 'weekly' }));
  await send({ kind: 'plans', rows });
  const told = linesOf((await take('kind=plans')).text);
  assert.deepEqual(told.map(({ id }) => id).toSorted(), codes.toSorted());
  const again = await send({ kind: 'plans', rows: told });
  assert.deepEqual([again.exists, again.refused], [5, 0]);
});

test('a business without subscriptions imports no plans, and 501 rows are too many', async (t) => {
  const { call, db, addBusiness, send } = await openMoving(t);
  const rows = Array.from({ length: 501 }, (_, i) => ({ id: `C-${i}` }));
  const many = await call('POST', '/v1/imports', { body: { kind: 'customers', rows } });
  assert.deepEqual([many.status, many.body.errors[0].code], [400, 'too_many']);
  assert.equal((await send({ kind: 'customers', rows: rows.slice(1), dryRun: true })).created, 500);
  const unknown = await call('GET', '/v1/exports?kind=tokens');
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [400, 'kind']);
  await db.query('update business_types set services = array_remove(services, $1)', [
    'subscriptions',
  ]);
  const as = await addBusiness();
  const body = { kind: 'plans', rows: [], dryRun: true };
  const refused = await call('POST', '/v1/imports', { as, body });
  assert.equal(refused.body.code, 'service_not_included', refused.text);
  await send({ kind: 'customers', rows: [] }, { as });
});
