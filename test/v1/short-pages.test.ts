import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Quittance } from '../../clients/typescript/src/index.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { openDoor } from '../caller.ts';
import { readCsvRows } from './csv-rows.ts';
import { serveV1 } from './serve.ts';

const looksAt = 7;

/** Lists whose pages look at seven rows, where those of the service look at thousands. */
async function serveShort(t: TestContext) {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const query: Database['query'] = async (text, values, tenants) => {
    const few = text.replace(/\boffset \d+ limit 1\b/, `offset ${looksAt} limit 1`);
    return await world.db.query(few, values, tenants);
  };
  const { baseUrl, close } = await openDoor({ ...world, db: { ...world.db, query } });
  t.after(close);
  const businessId = v1.caller.business.id;
  const pageAt = async (path: string) => {
    const { status, body, text } = await v1.call('GET', path, { at: baseUrl });
    assert.equal(status, 200, text);
    return body as Page;
  };
  /** Ids page by page from a cursor, or an end of the list, to the other end. */
  const walk = async (path: string, way: 'after' | 'before', from?: string) => {
    const pages: string[][] = [];
    let last: Page | undefined;
    for (let cursor = from; !last || last.hasMore; ) {
      last = await pageAt(cursor === undefined ? path : `${path}&${way}=${cursor}`);
      pages.push(last.data.map(({ id }) => id));
      cursor = (way === 'after' ? last.next : last.previous) ?? undefined;
      assert.equal(last.hasMore, cursor !== undefined && last.hasMore, path);
      assert.ok(pages.length < 100, 'the pages have no end');
    }
    return { pages, ids: pages.flat(), last: last! };
  };
  const client = new Quittance({ baseUrl, apiKey: v1.caller.apiKey });
  return { ...v1, at: baseUrl, businessId, pageAt, walk, client };
}

type Page = {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly next: string | null;
  readonly previous: string | null;
};

/** Users 1001 to 1000 + count, of which those in `rare` are managers. */
const users = `insert into users (business_id, id, email, name, role, state, created_at, updated_at)
  select $1, 1000 + n, n || '@example.com', 'Ann',
    case when n = any ($3::integer[]) then 'manager' else 'viewer' end,
    'invited', now(), now()
  from generate_series(1, $2::integer) n`;
const newest = (rare: readonly number[]) => rare.map((n) => String(1000 + n)).reverse();
const idsOf = (ids: readonly string[]) => [...ids].reverse();

test('a rare value is found through short pages, each row once, in both directions', async (t) => {
  const { db, businessId, walk } = await serveShort(t);
  const count = 24;
  // Pages begin at the newest row, so their boundaries lie at 17, 10 and 3.
  for (const rare of [[], [17], [1, 4, 9, 10, 11, 24]]) {
    await db.query('delete from users where business_id = $1', [businessId]);
    const sorted = rare.toSorted((a, b) => a - b);
    await db.query(users, [businessId, count, sorted]);
    for (const limit of [1, 20]) {
      const path = `/v1/users?role=manager&limit=${limit}`;
      const there = await walk(path, 'after');
      assert.deepEqual(there.ids, newest(sorted), `${rare} by ${limit}`);
      assert.ok(there.pages.every(({ length }) => length <= limit));
      if (limit === 20) assert.equal(there.pages.length, Math.ceil(count / looksAt));
      assert.equal(there.last.next, null);
      // Back from the end, which may be an empty page.
      const back = await walk(path, 'before', there.last.previous!);
      const before = there.ids.slice(0, there.ids.length - there.pages.at(-1)!.length);
      assert.deepEqual(idsOf(back.pages.flatMap(idsOf)), before, `${rare} by ${limit}, back`);
      assert.equal(back.last.previous, null);
      // And there again.
      const again = await walk(path, 'after', back.last.next!);
      const seen = [...back.pages.at(-1)!, ...again.ids];
      assert.deepEqual(seen, newest(sorted), `${rare} by ${limit}, again`);
    }
  }
});

test('pages that are full, and lists without such a filter, are as long as ever', async (t) => {
  const { db, businessId, walk } = await serveShort(t);
  await db.query(users, [businessId, 40, [1]]);
  const all = await walk('/v1/users?limit=20', 'after');
  assert.deepEqual(
    all.pages.map(({ length }) => length),
    [20, 20],
  );
  const few = await walk('/v1/users?limit=3&role=viewer', 'after');
  assert.deepEqual([few.ids.length, few.pages[0]!.length], [39, 3]);
  assert.deepEqual(few.ids, all.ids.slice(0, 39));
});

test('rows that are stored while somebody turns the pages neither hide others nor repeat them', async (t) => {
  const { db, businessId, pageAt } = await serveShort(t);
  const rare = [1, 5, 12, 19, 20, 26, 33, 40];
  await db.query(users, [businessId, 40, rare]);
  const path = '/v1/users?role=manager&limit=20';
  const seen: string[] = [];
  let added = 100;
  for (let page = await pageAt(path); ; page = await pageAt(`${path}&after=${page.next}`)) {
    seen.push(...page.data.map(({ id }) => id));
    if (!page.hasMore) break;
    added += 1;
    await db.query(
      `insert into users (business_id, id, email, name, role, state, created_at, updated_at)
       select $1, 1000 + n, n || '@example.com', 'Ann', 'manager', 'invited', now(), now()
       from generate_series($2::integer * 10, $2::integer * 10 + 9) n`,
      [businessId, added],
    );
  }
  assert.deepEqual(seen, newest(rare));
});

test('CSV and the client go on through pages without a row', async (t) => {
  const { db, businessId, call, at, client } = await serveShort(t);
  const rare = [2, 3, 37];
  await db.query(users, [businessId, 40, rare]);
  const headers = { Accept: 'text/csv' };
  const { text } = await call('GET', '/v1/users?role=manager', { headers, at });
  const [head, ...rows] = readCsvRows(text);
  const column = head!.indexOf('id');
  assert.deepEqual(
    rows.map((row) => row[column]),
    newest(rare),
  );
  const listed = await Array.fromAsync(client.users.list({ role: 'manager' }));
  assert.deepEqual(
    listed.map(({ id }) => id),
    newest(rare),
  );
  const pages = await Array.fromAsync(client.users.list({ role: 'manager' }).pages());
  assert.ok(pages.some(({ data, hasMore }) => data.length === 0 && hasMore));
  const before = pages.at(-1)!.previous!;
  const back = await Array.fromAsync(client.users.list({ role: 'manager', before }));
  assert.deepEqual(
    back.map(({ id }) => id),
    ['1037'],
  );
});

/** Payments of two payers in turn, two at each moment; the eleventh of each payer is declined. */
const payments = `with made as (
  select $1::bigint as business_id, 1000 + n as id, 900000 + n % 2 as customer_id, n,
    timestamptz '2030-01-01' + n / 2 * interval '1 minute' as at, n / 2 = 11 as is_declined
  from generate_series(2, 81) n
), billed as (
  insert into invoices (business_id, id, customer_id, payment_id, state, amount_cents, order_number, details, created_at)
  select business_id, id, customer_id, id, 'held', 500, 'order-' || n, '{"lines":[]}', at from made
)
insert into payments (business_id, id, customer_id, invoice_id, state, method, capture, amount_cents, approved_cents,
  captured_cents, order_number, holds_order, fingerprint, last4, wants_token, processor, epoch, lease_until, created_at)
select business_id, id, customer_id, id, case when is_declined then 'declined' else 'settled' end, 'card', true, 500, 500,
  case when is_declined then 0 else 500 end, 'order-' || n, not is_declined, '\\x01', '4242', false, 'simulator', 1, at, at
from made`;

test('a filter that an index serves narrows what a page looks at for another one', async (t) => {
  const { db, businessId, walk } = await serveShort(t);
  await db.query(payments, [businessId]);
  const declined = await walk('/v1/payments?status=declined', 'after');
  assert.deepEqual([declined.ids, declined.pages.length], [['1023', '1022'], 12]);
  const ofOne = await walk('/v1/payments?status=declined&customerId=900001', 'after');
  assert.deepEqual([ofOne.ids, ofOne.pages.length], [['1023'], 6]);
  const [at] = ['2030-01-01T00:11:00Z'];
  const then = `/v1/payments?status=declined&createdFrom=${at}&createdTo=2030-01-01T00:12:00Z`;
  const ofThen = await walk(then, 'after');
  assert.deepEqual([ofThen.ids, ofThen.pages.length], [['1023', '1022'], 1]);
  // What an index finds is all on the first page.
  const found = await walk('/v1/payments?customerId=900001&limit=100', 'after');
  assert.deepEqual([found.ids.length, found.pages.length], [40, 1]);
  const none = await walk('/v1/payments?orderNumber=order-2&status=declined', 'after');
  assert.deepEqual([none.ids, none.pages.length], [[], 1]);
});
