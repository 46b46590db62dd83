import assert from 'node:assert/strict';
import test from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate, type WhichKey } from '../../src/ports/vault/rotate.ts';
import { openVault, replaceRecords, type Vault } from '../../src/ports/vault/vault.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { countedBytes } from '../fixture.ts';
import { checkAll, fill, graceMs, leftBehind, rotationWorld } from './rotation-world.ts';
import { scratchKeys } from './scratch-vault.ts';

const randomBytes = countedBytes();

const apiKey = new Secret('qk_test_any');

for (const [which, hash] of [
  ['fingerprint', (vault: Vault) => vault.fingerprint(apiKey)],
  ['pepper', (vault: Vault) => vault.hashApiKey(apiKey)[0]!],
] as const) {
  test(`a new ${which} key is used only when every process has had time to learn of it`, async (t) => {
    const w = await rotationWorld(t);
    const [first, second] = [await w.open(), await w.open()];
    const old = hash(first);
    const report = await w.rotate(which);
    assert.deepEqual(report.continueAt, new Date(w.clock.time.getTime() + graceMs));
    await first.refresh();
    await second.refresh();
    assert.deepEqual(hash(first), old);

    w.clock.time = new Date(report.continueAt!.getTime() - 1);
    assert.deepEqual(hash(first), old);
    w.clock.time = report.continueAt!;
    const next = hash(first);
    assert.equal(next[0], 2);
    assert.deepEqual(hash(second), next);
    assert.ok(first.hashApiKey(apiKey).length === (which === 'pepper' ? 2 : 1));
    assert.ok(first.fingerprints(apiKey).length === (which === 'fingerprint' ? 2 : 1));
    assert.equal(first.fingerprints(apiKey)[0]!.equals(first.fingerprint(apiKey)), true);
  });
}

test('a late record under an old data key opens, and keeps the rotation unfinished', async (t) => {
  const w = await rotationWorld(t);
  const startedAt = w.clock.time;
  const stale = await w.open({ now: () => startedAt });
  await w.write(stale, 1n, 'early');
  w.clock.time = (await w.rotate('data')).continueAt!;
  // Sealed before the rotation looks, written after.
  const { name } = w.written.get('1 early')!;
  const late = await stale.seal({ ...name, owner: 'late' }, new Secret('late'));
  let isWritten = false;
  const sql = {
    ...w.db,
    query: async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
      if (text.includes("set state = 'retired'") && !isWritten) {
        isWritten = true;
        await replaceRecords(w.db, [late]);
      }
      return await w.db.query<Row>(text, values);
    },
  };
  const report = await w.rotate('data', sql);
  assert.equal(report.finished, false);
  assert.equal((await stale.open(w.db, late)).reveal(), 'late');
  w.clock.time = report.continueAt!;
  assert.equal((await w.rotate('data')).finished, true);
  assert.equal((await leftBehind(w)).data, 0n);
  assert.equal((await (await w.open()).open(w.db, late)).reveal(), 'late');
});

test('what does not open is counted, left as it is, and stops no rotation', async (t) => {
  const w = await rotationWorld(t);
  await fill(w);
  await w.db.query(
    `update vault_records set sealed = sealed || '\\x00' where business_id = 2 and owner = 't3'`,
  );
  const before = await w.db.query(
    `select * from vault_records where business_id = 2 and owner = 't3'`,
  );
  const unreadable = async (which: WhichKey) => (await w.rotateToTheEnd(which)).at(-1)!.unreadable;
  assert.equal(await unreadable('fingerprint'), 1);
  assert.equal(await unreadable('data'), 1);
  assert.deepEqual(
    await w.db.query(`select * from vault_records where business_id = 2 and owner = 't3'`),
    before,
  );
  assert.deepEqual(await leftBehind(w), {
    kek: 0n,
    root: 0n,
    data: 2n,
    fingerprint: 1n,
    pepper: 0n,
  });

  await w.db.query(`update vault_keys set wrapped = wrapped || '\\x00' where business_id = 3`);
  assert.equal(await unreadable('root'), 2);
  assert.equal(await unreadable('data'), 1 + 7);
  w.written.delete('2 t3');
  for (let n = 0; n < 7; n += 1) w.written.delete(`3 t${n}`);
  await w.db.query(`delete from pristine.scratch_tokens where business_id = 3 or fingerprint not in (select
    fingerprint from pristine.scratch_tokens where get_byte(fingerprint, 0) = 2)`);
  await checkAll(w, await w.open());
});

test('a business destroyed while it is given a new data key keeps neither', async (t) => {
  const w = await rotationWorld(t);
  const vault = await fill(w, 1n, 1);
  await w.rotateToTheEnd('data');
  let destroying: Promise<void> | undefined;
  const sql: Database = {
    ...w.db,
    begin: (work) =>
      w.db.begin(async (tx) => {
        const result = await work(tx);
        const keys = await tx.query('select 1 from vault_keys');
        if (keys.length === 3 && !destroying) {
          destroying = vault.destroyBusinessKey(1n);
          await untilSomebodyWaits(w.db);
        }
        return result;
      }),
  };
  await w.rotate('data', sql);
  await destroying;
  await w.rotate('root');
  const left = await w.db.query('select version, state, wrapped from vault_keys order by version');
  const state = 'destroyed';
  assert.deepEqual(left, [
    { version: 1, state, wrapped: null },
    { version: 2, state, wrapped: null },
    { version: 3, state, wrapped: null },
  ]);
});

test('a business destroyed while its data key is wrapped anew stays destroyed', async (t) => {
  const w = await rotationWorld(t);
  const vault = await fill(w, 2n, 1);
  let isDestroyed = false;
  const sql: Database = {
    ...w.db,
    async query<Row>(text: string, values?: readonly unknown[]) {
      if (text.startsWith('update vault_keys') && !isDestroyed) {
        isDestroyed = true;
        await vault.destroyBusinessKey(1n);
      }
      return await w.db.query<Row>(text, values);
    },
  };
  const { moved, unreadable } = await w.rotate('root', sql);
  assert.deepEqual(
    { isDestroyed, moved, unreadable },
    { isDestroyed: true, moved: 3 + 1, unreadable: 0 },
  );
  const keys = await w.db.query(
    'select business_id, state, wrapped is null as is_gone, root_version from vault_keys order by 1',
  );
  assert.deepEqual(keys, [
    { business_id: 1n, state: 'destroyed', is_gone: true, root_version: 1 },
    { business_id: 2n, state: 'active', is_gone: false, root_version: 2 },
  ]);
});

async function untilSomebodyWaits(db: Database): Promise<void> {
  for (;;) {
    const waiting = await db.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
}

test('keys that somebody else keeps are rotated by adding one and calling again', async (t) => {
  const w = await rotationWorld(t);
  const word = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
  const keys = await scratchKeys(t);
  const old = word('old');
  const given = (text: string) => w.options({ provider: keyProvider({ ...keys, text }) });
  const vault = await openVault(given(old));
  await w.write(vault, 1n, 't1');

  const settings = { fingerprinted: [] };
  await assert.rejects(rotate({ ...given(old), ...settings }, 'kek'), {
    code: 'keys_not_ours_to_make',
  });
  const both = `${word('new')},${old}`;
  assert.equal((await rotate({ ...given(both), ...settings }, 'kek')).announced, 'new');
  assert.equal((await rotate({ ...given(both), ...settings }, 'kek')).finished, true);
  await checkAll(w, await openVault(given(both.split(',')[0]!)));
  await assert.rejects(openVault(given(old)), { code: 'key_unknown', message: /the key new,/ });
});
