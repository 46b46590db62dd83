import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Secret } from '../../src/base/secret.ts';
import type { Database } from '../../src/base/sql.ts';
import { keyProvider } from '../../src/vault/key-provider.ts';
import { type RotationReport, rotate, type WhichKey } from '../../src/vault/rotate.ts';
import { openVault, replaceRecords, type Vault } from '../../src/vault/vault.ts';
import { Death, mortal } from './mortal.ts';
import {
  makeTokensTable,
  nameOf,
  replaceToken,
  scratchTokens,
  type Written,
  writeToken,
} from './scratch-tokens.ts';
import { type ScratchVault, scratchKeys, scratchVault } from './scratch-vault.ts';

type Scope = { after(work: () => Promise<void>): void };
const kinds: readonly WhichKey[] = ['kek', 'root', 'data', 'fingerprint', 'pepper'];
const graceMs = 120_000;
const apiKey = new Secret('qk_test_any');

async function world(scope: Scope) {
  const scratch = await scratchVault(scope);
  await makeTokensTable(scratch.db);
  const written: Written = new Map();
  const settings = { fingerprinted: [scratchTokens], graceMs, batchRows: 3 };
  return {
    ...scratch,
    written,
    write: (vault: Vault, businessId: bigint, token: string) =>
      writeToken(scratch.db, vault, written, nameOf(businessId, token)),
    rotate: (which: WhichKey, sql = scratch.db) =>
      rotate({ ...scratch.options({ sql }), ...settings }, which),
    /** Calls again when told to, until it is finished. */
    async rotateToTheEnd(which: WhichKey, sql = scratch.db): Promise<RotationReport[]> {
      const reports: RotationReport[] = [];
      for (;;) {
        const report = await rotate({ ...scratch.options({ sql }), ...settings }, which);
        reports.push(report);
        if (report.finished) return reports;
        assert.ok(report.continueAt! > scratch.clock.time);
        scratch.clock.time = report.continueAt!;
      }
    },
  };
}
type World = Awaited<ReturnType<typeof world>>;

async function fill(w: World, businesses = 3n, tokens = 7): Promise<Vault> {
  const vault = await w.open();
  for (let businessId = 1n; businessId <= businesses; businessId += 1n) {
    for (let n = 0; n < tokens; n += 1) await w.write(vault, businessId, `t${n}`);
  }
  return vault;
}

/** Every secret opens, and every fingerprint is that of its secret, for this vault. */
async function checkAll({ db, written }: World, vault: Vault): Promise<void> {
  const names = [...written.values()].map(({ name }) => name);
  for (const [i, answer] of (await vault.openMany(db, names)).entries()) {
    if (!(answer instanceof Secret)) throw answer;
    assert.equal(answer.reveal(), [...written.values()][i]!.value);
  }
  const rows = await db.query<{ business_id: bigint; token: string; fingerprint: Buffer }>(
    'select business_id, token, fingerprint from scratch_tokens',
  );
  assert.equal(rows.length, written.size);
  for (const { business_id, token, fingerprint } of rows) {
    const { value, routing } = written.get(`${business_id} ${token}`)!;
    assert.equal(vault.sameFingerprint(fingerprint, new Secret(value), routing), true);
  }
}

/** What is left under keys before the newest. */
async function leftBehind({ db, keysFile }: Pick<ScratchVault, 'db' | 'keysFile'>) {
  const newestKek = JSON.parse((await readFile(keysFile, 'utf8')).trim().split('\n').at(-1)!).id;
  const rows = await db.query<Record<WhichKey, bigint>>(
    `select
       (select count(*) from vault_roots where kek_id <> $1) as kek,
       (select count(*) from vault_keys k where wrapped is not null
          and root_version < (select max(version) from vault_roots))
       + (select count(*) from vault_named_keys
          where root_version < (select max(version) from vault_roots))
       + (select count(*) from vault_roots where state = 'retiring') as root,
       (select count(*) from vault_records v where key_version <
          (select max(version) from vault_keys k where k.business_id = v.business_id))
       + (select count(*) from vault_keys where state = 'retiring') as data,
       (select count(*) from scratch_tokens where get_byte(fingerprint, 0) <>
          (select max(version) from vault_named_keys where name = 'fingerprint')) as fingerprint,
       0::bigint as pepper`,
    [newestKek],
  );
  return rows[0]!;
}

/** The newest of each kind, by which a finished rotation is told from one that did nothing. */
async function versions({ db, keysFile }: Pick<ScratchVault, 'db' | 'keysFile'>) {
  const [row] = await db.query<Record<Exclude<WhichKey, 'kek'>, number>>(
    `select (select max(version) from vault_roots) as root,
       (select min(v) from (select max(version) v from vault_keys group by business_id) m) as data,
       (select max(version) from vault_named_keys where name = 'fingerprint') as fingerprint,
       (select max(version) from vault_named_keys where name = 'pepper') as pepper`,
  );
  return { ...row!, kek: (await readFile(keysFile, 'utf8')).trim().split('\n').length };
}

for (const which of kinds) {
  test(`a rotation (${which}) leaves nothing under the old key, and everything opens`, async (t) => {
    const w = await world(t);
    const running = await fill(w);
    const hash = running.hashApiKey(apiKey)[0]!;
    const shuffle = running.derive('shuffle', 1n);
    const before = await versions(w);

    const reports = await w.rotateToTheEnd(which);
    const after = await versions(w);
    assert.deepEqual(after, { ...before, [which]: before[which] + 1 });
    assert.equal((await leftBehind(w))[which], 0n);
    const [rotation] = await w.db.query('select number, moved, finished_at from vault_rotations');
    const moved = { kek: 1, root: 3 + 3, data: 21, fingerprint: 21, pepper: 0 }[which];
    assert.deepEqual(rotation, { number: 1, moved: BigInt(moved), finished_at: w.clock.time });
    assert.equal(
      reports.reduce((sum, report) => sum + report.moved, 0),
      moved,
    );

    for (const vault of [running, await w.open()]) {
      await vault.refresh();
      await checkAll(w, vault);
      await w.write(vault, 1n, `later${w.written.size}`);
      assert.ok(vault.hashApiKey(apiKey).some((one) => one.equals(hash)));
      assert.deepEqual(vault.derive('shuffle', 1n), shuffle);
    }
    assert.equal((await leftBehind(w))[which], 0n, 'new values went under an old key');
    await w.rotateToTheEnd(which);
    assert.deepEqual(await versions(w), { ...before, [which]: before[which] + 2 });
  });

  test(`a rotation (${which}) killed at any statement or commit is continued`, async (t) => {
    const w = await world(t);
    await fill(w, 2n, 4);
    let deaths = 0;
    for (const moment of ['before', 'after'] as const) {
      for (let life = 1, died = true; died; life += 1) {
        const [before, finished] = [await versions(w), await finishedRotations(w)];
        died = await diesOf(w.rotateToTheEnd(which, mortal(w.db, life, moment)));
        deaths += died ? 1 : 0;
        await checkAll(w, await w.open());
        // One that died after its last word is finished; another call would be another rotation.
        if ((await finishedRotations(w)) === finished) await w.rotateToTheEnd(which);
        const after = { ...before, [which]: before[which] + 1 };
        assert.deepEqual(await versions(w), after, `died ${moment} step ${life}`);
        assert.equal((await leftBehind(w))[which], 0n, `died ${moment} step ${life}`);
        await checkAll(w, await w.open());
      }
    }
    assert.ok(deaths > 10, `only ${deaths} deaths`);
  });

  test(`a rotation (${which}) loses nothing while others write, replace and read`, async (t) => {
    const w = await world(t);
    await fill(w);
    const fresh = await w.open();
    const startedAt = w.clock.time;
    // Never hears of any new key.
    const stale = await w.open({ now: () => startedAt });
    const others = startOthers(w, fresh, stale);
    for (let round = 0; round < 3; round += 1) {
      // Two operators at once; and the clock moves on, whether they are finished or not.
      await Promise.all([w.rotate(which), w.rotate(which)]);
      w.clock.time = new Date(w.clock.time.getTime() + graceMs);
      await fresh.refresh();
    }
    await others.stop();

    // One is under way, and past some businesses for which there were late writers after that.
    await w.rotateToTheEnd(which);
    await w.rotateToTheEnd(which);
    assert.equal((await leftBehind(w))[which], 0n);
    for (const vault of [fresh, await w.open()]) {
      await vault.refresh();
      await checkAll(w, vault);
    }
  });
}

for (const [which, hash] of [
  ['fingerprint', (vault: Vault) => vault.fingerprint(apiKey)],
  ['pepper', (vault: Vault) => vault.hashApiKey(apiKey)[0]!],
] as const) {
  test(`a new ${which} key is used only when every process has had time to learn of it`, async (t) => {
    const w = await world(t);
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
  const w = await world(t);
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
  const w = await world(t);
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
  await w.db.query(`delete from scratch_tokens where business_id = 3 or fingerprint not in (select
    fingerprint from scratch_tokens where get_byte(fingerprint, 0) = 2)`);
  await checkAll(w, await w.open());
});

test('a business destroyed while it is given a new data key keeps neither', async (t) => {
  const w = await world(t);
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
  const w = await world(t);
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
  assert.equal((await rotate({ ...given(both), ...settings }, 'kek')).finished, true);
  await checkAll(w, await openVault(given(both.split(',')[0]!)));
  await assert.rejects(openVault(given(old)), { code: 'key_unknown', message: /the key new,/ });
});

/** Writers of new tokens, replacers of old ones, and readers who look whether what they wrote is there. */
function startOthers(w: World, fresh: Vault, stale: Vault) {
  let isOver = false;
  let counted = 0;
  const work: Promise<void>[] = [];
  const repeat = (once: (n: number) => Promise<void>) => {
    work.push(
      (async () => {
        for (let n = 0; !isOver; n += 1) {
          await once(n);
          counted += 1;
        }
      })(),
    );
  };
  for (const [name, vault] of Object.entries({ fresh, stale })) {
    repeat((n) => w.write(vault, BigInt(1 + (n % 5)), `${name}${n}`));
    repeat(async (n) => {
      const token = w.written.get(`${1 + (n % 3)} ${name === 'fresh' ? 't1' : 't2'}`)!;
      const value = `${name} ${n}`;
      await replaceToken(w.db, vault, token, value);
      assert.equal((await fresh.open(w.db, token.name)).reveal(), value);
      assert.equal((await stale.open(w.db, token.name)).reveal(), value);
      token.value = value;
    });
  }
  return {
    async stop() {
      isOver = true;
      await Promise.all(work);
      assert.ok(counted > 20, `only ${counted} acts beside the rotation`);
    },
  };
}

async function finishedRotations({ db }: World): Promise<bigint> {
  const [row] = await db.query<{ n: bigint }>(
    'select count(*) as n from vault_rotations where finished_at is not null',
  );
  return row!.n;
}

async function diesOf(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (fault) {
    if (fault instanceof Death) return true;
    throw fault;
  }
}
