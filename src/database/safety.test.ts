import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase, patienceMs } from '../../test/database.ts';
import { urlVariable } from '../../test/global-setup.ts';
import type { Sql } from '../runtime/sql.ts';
import { connect } from './connect.ts';
import { checkSafety, unfitReason } from './safety.ts';

// The tests' own server is set up for speed: nothing on it has to outlive a power cut.
const { db } = await freshDatabase({ after });

test('a server that may lose what was acknowledged is found out', async () => {
  const findings = await checkSafety(db);
  assert.deepEqual(findings.map(({ setting }) => setting).sort(), [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
  ]);
});

test('the setting of the session counts, not that of the file', async () => {
  const settings = await db.begin(async (tx) => {
    await tx.query('set local synchronous_commit = on');
    return (await checkSafety(tx)).map(({ setting }) => setting);
  });
  assert.deepEqual(settings.sort(), ['fsync', 'full_page_writes']);
});

test('a role that row-level security does not hold for is found out', async (t) => {
  const admin = connect(process.env[urlVariable]!, { size: 1, connectTimeoutMs: patienceMs });
  t.after(() => admin.close());
  const namesOf = async (sql: Sql) => (await checkSafety(sql)).map(({ setting }) => setting);
  assert.ok((await namesOf(admin)).includes('superuser'));
  const undone = new Error('undone');
  const trial = admin.begin(async (tx) => {
    await tx.query('create role quittance_free bypassrls');
    await tx.query('set local session authorization quittance_free');
    assert.ok((await namesOf(tx)).includes('bypassrls'));
    throw undone;
  });
  await assert.rejects(trial, undone);
});

test('a commit that no standby has seen is not safe', async () => {
  const findings = await db.begin(async (tx) => {
    await tx.query('set local synchronous_commit = local');
    return await checkSafety(tx);
  });
  const found = findings.find(({ setting }) => setting === 'synchronous_commit');
  assert.equal(found?.value, 'local');
});

test('a server that is too old, or a database that cannot hold every text, is named', () => {
  assert.match(
    unfitReason({ number: 140_012, version: '14.12', encoding: 'UTF8' })!,
    /is PostgreSQL 14\.12; 15 or later is needed/,
  );
  assert.match(
    unfitReason({ number: 180_000, version: '18.0', encoding: 'SQL_ASCII' })!,
    /is encoded in SQL_ASCII, not in UTF8/,
  );
  for (const number of [150_000, 180_003]) {
    assert.equal(unfitReason({ number, version: '', encoding: 'UTF8' }), undefined);
  }
});
