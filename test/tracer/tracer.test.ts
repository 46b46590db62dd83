import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readUnusedKey } from '../../src/parties/businesses/external-keys.ts';
import { insertApiKey } from '../../src/parties/businesses/keys.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { makeFixture } from '../fixture.ts';
import { onboarding } from './onboarding.ts';
import { businessesIn, readStatement } from './statement.ts';
import { type Breach, createTracer, notAllowed } from './tracer.ts';

const fixture = await makeFixture({ after });
const one = (await fixture.addBusiness()).business.id;
const other = (await fixture.addBusiness()).business.id;

/** As a file of the service would run it. */
async function breachesOf(run: (db: Database) => Promise<unknown>): Promise<string[]> {
  const tracer = createTracer('test/tracer/tracer.test.ts');
  await run(tracer.watch(fixture.db));
  return (await tracer.breaches(fixture.db)).map(({ rule }) => rule);
}

const touch = 'update businesses set name = name where business_id = $1';

test('a transaction that writes two businesses is seen', async () => {
  const found = await breachesOf((db) =>
    db.begin(async (tx) => {
      await tx.query(touch, [one]);
      await tx.query(touch, [other]);
    }),
  );
  assert.deepEqual(found, ['businesses']);
});

test('a transaction that only reads two businesses is seen', async () => {
  const text = 'select business_id, name from businesses where business_id = any($1)';
  assert.deepEqual(await breachesOf((db) => db.begin((tx) => tx.query(text, [[one, other]]))), [
    'businesses',
  ]);
  assert.deepEqual(await breachesOf((db) => db.query(text, [[one, other]])), []);
});

test('two transactions of a business each are none of it', async () => {
  const found = await breachesOf(async (db) => {
    await db.begin((tx) => tx.query(touch, [one]));
    await db.begin((tx) => tx.query(touch, [other]));
  });
  assert.deepEqual(found, []);
});

test('a transaction that failed is seen like one that was committed', async () => {
  const failing = (db: Database) =>
    db.begin(async (tx) => {
      await tx.query(touch, [one]);
      await tx.query(touch, [other]);
      throw new Error('no more');
    });
  assert.deepEqual(await breachesOf((db) => failing(db).catch(() => {})), ['businesses']);
});

test('a batch may hold rows of two businesses, and still no lookup beside them', async () => {
  const tracer = createTracer('test/tracer/tracer.test.ts');
  await tracer.watchBatches(fixture.db).begin(async (tx) => {
    await tx.query(touch, [one]);
    await tx.query(touch, [other]);
  });
  assert.deepEqual(await tracer.breaches(fixture.db), []);
});

test('a lookup that is joined with tenant tables is seen, and who asked', async () => {
  const tracer = createTracer();
  await readUnusedKey(tracer.watch(fixture.db), one, fixture.clock.now());
  const [{ rule, in: file } = { rule: '', in: '' }] = await tracer.breaches(fixture.db);
  assert.deepEqual([rule, file], ['lookup', 'src/parties/businesses/external-keys.ts']);
});

test('a lookup beside a tenant table in one transaction is seen', async () => {
  const found = await breachesOf((db) =>
    db.begin(async (tx) => {
      await tx.query(touch, [one]);
      const keyHash = Buffer.alloc(32, 1);
      const createdAt = fixture.clock.now();
      await insertApiKey(tx, { keyHash, businessId: one, id: 99n, hint: '', createdAt });
    }),
  );
  assert.deepEqual(found, ['lookup']);
});

test('a claim over the rows of all businesses is seen', async () => {
  const found = await breachesOf((db) =>
    db.query('select key from jobs where leased_by = $1 for update skip locked', ['nobody']),
  );
  assert.deepEqual(found, ['unnamed']);
});

test('tables and businesses are read from the text and the parameters', () => {
  const statement = readStatement(
    `with events as materialized (select 1)
     select * from payments p, invoices, events cross join lateral (select from api_keys k limit 1) x
     where p.business_id = $2 and p.kind = 'from usernames'`,
  );
  assert.deepEqual(statement.tenants, ['invoices', 'payments']);
  assert.deepEqual(statement.lookups, ['api_keys']);
  assert.equal(statement.changesTenants, false);
  assert.deepEqual([...businessesIn(statement, [5n, 0n, 100_002n])], [0n, 100_002n]);
  assert.ok(readStatement('select id from jobs for no key update').changesTenants);
});

test('a number that only ids of rows are compared with is no business', () => {
  const named = (text: string) => [...businessesIn(readStatement(text), [100_001n, 100_002n])];
  const byId = 'select id from leads l where business_id = $1 and';
  assert.deepEqual(named(`${byId} l.id = $2`), [100_001n]);
  assert.deepEqual(named(`${byId} customer_id = any($2::bigint[]) or id = $2`), [100_001n]);
  const both = [100_001n, 100_002n];
  assert.deepEqual(named(`${byId} id = $2 and business_id = $2`), both);
  assert.deepEqual(named(`${byId} id = $2 or exists (select from payments where id < $2)`), both);
  assert.deepEqual(named(`${byId} parent_id = $2`), both);
  assert.deepEqual(named('select f($1, $2)'), both);
});

test('a breach is told with its place; only names may be claimed for a new business', () => {
  const [claiming] = Object.keys(onboarding);
  const claim: Breach = { rule: 'lookup', in: claiming!, what: 'usernames, businesses' };
  const unnamed: Breach = { ...claim, rule: 'unnamed', what: 'update payments set state = $1' };
  const breach: Breach = { rule: 'lookup', in: 'src/payments/charge.ts', what: 'usernames, jobs' };
  assert.deepEqual(notAllowed([claim, unnamed, breach]), [
    `${claiming}: a statement changes rows of businesses that it does not name: ${unnamed.what}`,
    'src/payments/charge.ts: one transaction touches a lookup table and a tenant table: usernames, jobs',
  ]);
});

test('each file that claims names is there, with a reason', () => {
  const root = join(import.meta.dirname, '../..');
  for (const [file, why] of Object.entries(onboarding)) {
    assert.ok(readFileSync(join(root, file)).length > 0 && why.length > 20, file);
  }
});
