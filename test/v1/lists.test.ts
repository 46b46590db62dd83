import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/runtime/sql.ts';
import { openDoor } from '../caller.ts';
import { serveV1, type V1 } from './serve.ts';

async function makeUsers({ call }: V1, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const body = { email: `user${i}@example.com`, name: 'Ann', role: 'viewer' };
    ids.unshift((await call('POST', '/v1/users', { body })).body.id);
  }
  return ids;
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
const csv = { headers: { Accept: 'text/csv' } };

test('a search that is wrong is refused as such, also where rows are asked for as CSV', async (t) => {
  const { call } = await serveV1(t);
  for (const [q, code] of [
    ['', 'required'],
    ['%20', 'required'],
    ['x'.repeat(101), 'too_long'],
    ['%00', 'control_character'],
  ] as const) {
    for (const asked of [csv, {}]) {
      const { status, body } = await call('GET', `/v1/payments?q=${q}&limit=0`, asked);
      assert.equal(status, 400, q);
      // All of it is judged at once.
      assert.deepEqual(
        body.errors.map(({ field }: { field: string }) => field).sort(),
        ['limit', 'q'],
        q,
      );
      assert.equal(body.errors.find(({ field }: { field: string }) => field === 'q').code, code);
    }
  }
  assert.equal((await call('GET', `/v1/payments?q=%20${'x'.repeat(100)}%20`, csv)).status, 200);
});

test('a parameter that only looks like one of ours is refused like every other', async (t) => {
  const { call } = await serveV1(t);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const { status, body } = await call('GET', `/v1/payments?${name}=1`);
    assert.deepEqual([status, body.errors?.[0].code], [400, 'unknown'], name);
  }
});

test('CSV is chosen by who prefers it', async (t) => {
  const { call } = await serveV1(t);
  const typeFor = async (accept: string) =>
    (await call('GET', '/v1/users', { headers: { Accept: accept } })).headers.get('content-type');
  assert.match((await typeFor('text/csv'))!, /^text\/csv/);
  assert.match((await typeFor('application/json, text/csv;q=0'))!, /^application\/json/);
  assert.match((await typeFor('application/json;q=0.1, text/csv;q=0.2'))!, /^text\/csv/);
});

test('an empty page leads back to where it was reached from, in both directions', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const users = await makeUsers(v1, 3);
  const pageAt = async (query: string) => (await call('GET', `/v1/users?${query}`)).body;
  const { next } = await pageAt('limit=2');
  const last = await pageAt(`limit=1&after=${next}`);
  assert.deepEqual([idsOf(last), last.next], [[users[2]], null]);
  // The cursor of the last row, as a caller has it whose page was full.
  const beyond = await pageAt(`limit=2&after=${last.previous}`);
  assert.deepEqual([idsOf(beyond), beyond.hasMore, beyond.next], [[], false, null]);
  const back = await pageAt(`limit=2&before=${beyond.previous}`);
  assert.deepEqual(idsOf(back), [users[1], users[2]]);

  const first = await pageAt(`limit=2&before=${(await pageAt('limit=1')).next}`);
  assert.deepEqual([idsOf(first), first.hasMore, first.previous], [[], false, null]);
  assert.deepEqual(idsOf(await pageAt(`limit=2&after=${first.next}`)), [users[0], users[1]]);
  // Where there is nothing, nothing leads anywhere.
  const nobody = await pageAt('q=nobody');
  assert.deepEqual([nobody.next, nobody.previous], [null, null]);
});

test('an error in the middle of a CSV cuts the connection and is logged', async (t) => {
  const v1 = await serveV1(t);
  const businessId = v1.caller.business.id;
  await v1.db.query(
    `insert into users (business_id, id, email, name, role, state, created_at, updated_at)
     select $1, n, n || '@example.com', 'Ann', 'viewer', 'invited', now(), now()
     from generate_series(1000, 1600) n`,
    [businessId],
  );
  const rows = await v1.call('GET', '/v1/users', csv);
  assert.equal(rows.text.trim().split('\r\n').length, 602);

  const world = await v1.open();
  const broken = await openDoor({ ...world, db: failingAfter(world.db, 1) });
  t.after(broken.close);
  await assert.rejects(
    v1.call('GET', '/v1/users', { ...csv, at: broken.baseUrl }),
    /hang up|aborted/,
  );
  const lines = v1.logged.filter((line) => line.includes('"request.failed"'));
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /"requestId"/);
  assert.match(lines[0]!, /the disk of the database is gone/);
});

/** Reads so many pages of lists. */
function failingAfter(db: Database, pages: number): Database {
  let left = pages;
  return {
    ...db,
    async query(text, values, tenants) {
      if (text.includes('"keyOfPage"')) {
        left -= 1;
        if (left < 0) throw new Error('the disk of the database is gone');
      }
      return await db.query(text, values, tenants);
    },
  };
}

test('a card number in the name of a parameter is neither repeated nor logged', async (t) => {
  const v1 = await serveV1(t);
  const name = '4111111111111111';
  const { body, text } = await v1.call('GET', `/v1/payments?${name}=1&${name}=2`);
  const fields = body.errors.map(({ field }: { field: string }) => field);
  assert.deepEqual(new Set(fields), new Set(['an unnamed field']), text);
  assert.ok(!text.includes(name), text);
});

test('a conversation that is texted while somebody turns the pages goes to the first one', async (t) => {
  const v1 = await serveV1(t);
  const { id: businessId } = v1.caller.business;
  await v1.db.query(
    `insert into conversations (business_id, id, own_number, phone, created_at, last_at)
     select $1, n, '', '617555010' || n, '2030-01-01', '2030-01-01' from generate_series(1, 3) n`,
    [businessId],
  );
  const first = await v1.call('GET', '/v1/conversations?limit=2');
  await v1.db.query(
    `update conversations set last_at = '2030-01-02' where business_id = $1 and id = 1`,
    [businessId],
  );
  const second = await v1.call('GET', `/v1/conversations?limit=2&after=${first.body.next}`);
  assert.deepEqual([idsOf(first.body), idsOf(second.body)], [['3', '2'], []]);
  const again = await v1.call('GET', '/v1/conversations?limit=2');
  assert.deepEqual(idsOf(again.body), ['1', '3']);
  const { body } = await v1.call('GET', '/v1/conversations?lastFrom=2030-01-02T00:00:00Z');
  assert.deepEqual(idsOf(body), ['1']);
  const before = await v1.call('GET', '/v1/conversations?lastTo=2030-01-02T00:00:00Z');
  assert.deepEqual(idsOf(before.body), ['3', '2']);
});
