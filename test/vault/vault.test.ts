import assert from 'node:assert/strict';
import { readFile, rename, stat } from 'node:fs/promises';
import test from 'node:test';
import { inspect } from 'node:util';
import { Secret } from '../../src/kernel/secret.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import {
  dropRecords,
  insertRecords,
  openVault,
  type RecordName,
  replaceRecords,
  VaultError,
} from '../../src/ports/vault/vault.ts';
import { crashing, Death } from '../crash-world.ts';
import { countedBytes } from '../fixture.ts';
import { scratchKeys, scratchVault } from './scratch-vault.ts';

const randomBytes = countedBytes();

const pan = '4242424242424242';
const card: RecordName = { businessId: 7n, owner: 'card_abc', field: 'card_number' };

test('a secret that was sealed and inserted opens again, also for another process', async (t) => {
  const { db, open } = await scratchVault(t);
  const [ours, theirs] = [await open(), await open()];
  await insertRecords(db, [await ours.seal(card, new Secret(pan))]);
  assert.equal((await ours.open(db, card)).reveal(), pan);
  assert.equal((await theirs.open(db, card)).reveal(), pan);
  assert.equal((await (await open()).open(db, card)).reveal(), pan);
});

test('nothing of a secret is in the row', async (t) => {
  const { db, open } = await scratchVault(t);
  const vault = await open();
  const row = await vault.seal(card, new Secret(pan));
  assert.deepEqual(
    { ...row, sealed: row.sealed.length },
    { ...card, keyVersion: 1, sealed: 12 + 16 + 16 },
  );
  await insertRecords(db, [row]);
  const dump = JSON.stringify(
    await db.query("select v::text, encode(sealed, 'escape') from vault_records v"),
  );
  // Four digits alone stand in many a ciphertext.
  assert.equal(dump.includes(pan.slice(0, 8)), false);
});

test('a row that was moved to another business, owner, field or key version does not open', async (t) => {
  const { db, open } = await scratchVault(t);
  const vault = await open();
  const sealed = await vault.seal(card, new Secret(pan));
  // The neighbour, and a second key of the same business, exist.
  await insertRecords(db, [await vault.seal({ ...card, businessId: 8n }, new Secret('another'))]);
  await db.query(
    `insert into vault_keys select business_id, 2, 'retiring', wrapped, root_version, 0, created_at
     from vault_keys where business_id = 7`,
  );
  const moved: RecordName[] = [
    { ...card, owner: 'card_abd' },
    { ...card, field: 'account_number' },
    { ...card, businessId: 8n },
  ];
  await replaceRecords(
    db,
    moved.map((name) => ({ ...sealed, ...name })),
  );
  for (const name of moved) {
    await assert.rejects(vault.open(db, name), { code: 'does_not_open' }, inspect(name));
  }
  await insertRecords(db, [{ ...sealed, keyVersion: 2 }]);
  await assert.rejects(vault.open(db, card), { code: 'does_not_open' });
  await replaceRecords(db, [sealed]);
  assert.equal((await vault.open(db, card)).reveal(), pan);
});

test('a data key moved to another business, or named as another version, does not open', async (t) => {
  const { db, open } = await scratchVault(t);
  const vault = await open();
  const other = { ...card, businessId: 8n };
  await insertRecords(db, [
    await vault.seal(card, new Secret(pan)),
    await vault.seal(other, new Secret(pan)),
  ]);
  await db.query(
    `update vault_keys set wrapped = (select wrapped from vault_keys where business_id = 7)
     where business_id = 8`,
  );
  const fresh = await open();
  await assert.rejects(fresh.open(db, other), {
    code: 'does_not_open',
    message: /Data key 1 of business 8/,
  });
  assert.equal((await fresh.open(db, card)).reveal(), pan);
});

test('a byte changed anywhere in the row is noticed', async (t) => {
  const { db, open } = await scratchVault(t);
  const vault = await open();
  const record = await vault.seal(card, new Secret(pan));
  await insertRecords(db, [record]);
  for (let at = 0; at < record.sealed.length; at += 1) {
    const sealed = Buffer.from(record.sealed);
    sealed[at]! ^= 1;
    await replaceRecords(db, [{ ...record, sealed }]);
    await assert.rejects(vault.open(db, card), { code: 'does_not_open' }, `byte ${at}`);
  }
});

test('twenty processes that start at once on an empty database make one root and one keys file', async (t) => {
  const { db, open, said, keysFile } = await scratchVault(t);
  const vaults = await Promise.all(Array.from({ length: 20 }, () => open()));
  const counts = await db.query(
    `select (select count(*) from vault_roots) as roots, (select count(*) from vault_named_keys) as names`,
  );
  assert.deepEqual(counts, [{ roots: 1n, names: 3n }]);
  assert.equal(said.length, 1);
  assert.equal((await readFile(keysFile, 'utf8')).trim().split('\n').length, 1);

  const prints = vaults.map((vault) => vault.fingerprint(new Secret(pan)).toString('hex'));
  assert.equal(new Set(prints).size, 1);
  const records = await Promise.all(
    vaults.map((vault, i) => vault.seal({ ...card, owner: `card_${i}` }, new Secret(pan))),
  );
  await insertRecords(db, records);
  assert.equal((await db.query('select version from vault_keys')).length, 1);
  for (const answer of await vaults[0]!.openMany(db, records)) {
    assert.ok(answer instanceof Secret);
    assert.equal(answer.reveal(), pan);
  }
});

test('a database with a vault does not start with other keys, and none are made over it', async (t) => {
  const { db, open, options, keysFile } = await scratchVault(t);
  await insertRecords(db, [await (await open()).seal(card, new Secret(pan))]);

  await rename(keysFile, `${keysFile}.away`);
  await assert.rejects(open(), { code: 'keys_missing', message: /bring back/ });
  await assert.rejects(stat(keysFile), { code: 'ENOENT' });

  const others = keyProvider(await scratchKeys(t));
  await others.prepare({ mayMakeKeys: true });
  await assert.rejects(openVault(options({ provider: others })), {
    code: 'key_unknown',
    message: /locked with the key kek-2025-03-01-\w+, which is not in the keys file/,
  });

  const id = JSON.parse(await readFile(`${keysFile}.away`, 'utf8')).id;
  const text = `${id}:${randomBytes(32).toString('base64')}`;
  const impostor = keyProvider({ ...(await scratchKeys(t)), text });
  await assert.rejects(openVault(options({ provider: impostor })), { code: 'does_not_open' });

  await rename(`${keysFile}.away`, keysFile);
  assert.equal((await (await open()).open(db, card)).reveal(), pan);
});

test('a vault that lost a named key does not start with a new one', async (t) => {
  const { db, open } = await scratchVault(t);
  await open();
  await db.query("delete from vault_named_keys where name = 'fingerprint'");
  await assert.rejects(open(), { code: 'vault_incomplete', message: /fingerprint/ });
});

test('a first start that dies at any statement or commit is made good by the next', async (t) => {
  for (const moment of ['before', 'after'] as const) {
    for (let life = 1, died = true; died; life += 1) {
      died = false;
      await t.test(`${moment} step ${life}`, async (inner) => {
        const { db, open } = await scratchVault(inner);
        const opening = open({ sql: crashing(db, life, moment) });
        died = await opening.then(
          () => false,
          (fault) => fault instanceof Death,
        );
        const [ours, theirs] = [await open(), await open()];
        assert.deepEqual(ours.fingerprint(new Secret(pan)), theirs.fingerprint(new Secret(pan)));
        assert.equal((await db.query('select 1 from vault_roots')).length, 1);
      });
    }
  }
});

test('a business whose key was destroyed can be neither read nor written, by any process', async (t) => {
  const { db, open } = await scratchVault(t);
  const [ours, theirs] = [await open(), await open()];
  const other = { ...card, businessId: 8n };
  await insertRecords(db, [
    await ours.seal(card, new Secret(pan)),
    await ours.seal(other, new Secret(pan)),
  ]);
  await theirs.open(db, card);
  await ours.destroyBusinessKey(7n);

  const destroyed = { code: 'business_destroyed', message: /business 7 was destroyed/ };
  for (const vault of [ours, theirs, await open()]) {
    await assert.rejects(vault.open(db, card), destroyed);
    assert.equal((await vault.open(db, other)).reveal(), pan);
  }
  await assert.rejects(ours.seal(card, new Secret(pan)), destroyed);
  await theirs.refresh();
  await assert.rejects(theirs.seal(card, new Secret(pan)), destroyed);
  const keys = await db.query('select wrapped from vault_keys where business_id = 7');
  assert.deepEqual(keys, [{ wrapped: null }]);
});

test('a business destroyed before it ever sealed anything gets no key later', async (t) => {
  const { open } = await scratchVault(t);
  const vault = await open();
  await vault.destroyBusinessKey(7n);
  await vault.destroyBusinessKey(7n);
  await assert.rejects(vault.seal(card, new Secret(pan)), { code: 'business_destroyed' });
});

test('one bad record spoils no other, and each gets its own answer', async (t) => {
  const { db, open } = await scratchVault(t);
  const vault = await open();
  const good = { ...card, owner: 'good' };
  const bad = { ...card, owner: 'bad' };
  const gone = { ...card, businessId: 9n };
  const records = await Promise.all(
    [good, bad, gone].map((name) => vault.seal(name, new Secret(pan))),
  );
  await insertRecords(db, records);
  await db.query("update vault_records set sealed = sealed || '\\x00' where owner = 'bad'");
  await vault.destroyBusinessKey(9n);
  const missing = { ...card, owner: 'missing' };

  const answers = await vault.openMany(db, [missing, bad, good, gone, good]);
  const told = answers.map((answer) =>
    answer instanceof VaultError ? answer.code : answer.reveal(),
  );
  assert.deepEqual(told, ['record_missing', 'does_not_open', pan, 'business_destroyed', pan]);
  assert.deepEqual(await vault.openMany(db, []), []);
});

test('a record can be replaced and dropped, but not inserted twice', async (t) => {
  const { db, open } = await scratchVault(t);
  const vault = await open();
  const neighbour = { ...card, businessId: 8n };
  await insertRecords(db, [
    await vault.seal(card, new Secret(pan)),
    await vault.seal(neighbour, new Secret('x')),
  ]);
  await assert.rejects(insertRecords(db, [await vault.seal(card, new Secret('y'))]), {
    code: '23505',
  });
  await replaceRecords(db, [await vault.seal(card, new Secret('5555555555554444'))]);
  assert.equal((await vault.open(db, card)).reveal(), '5555555555554444');
  await dropRecords(db, [card]);
  await assert.rejects(vault.open(db, card), { code: 'record_missing' });
  assert.equal((await vault.open(db, neighbour)).reveal(), 'x');
});

test('no nonce is ever used twice', async (t) => {
  const { open } = await scratchVault(t);
  const vault = await open();
  const nonces = new Set<string>();
  for (let n = 0; n < 2000; n += 1) {
    const { sealed } = await vault.seal(card, new Secret(pan));
    nonces.add(sealed.toString('hex', 0, 12));
  }
  assert.equal(nonces.size, 2000);
});

test('neither a vault nor its errors print a secret or a key', async (t) => {
  const { db, open, keysFile } = await scratchVault(t);
  const vault = await open();
  const record = await vault.seal(card, new Secret(pan));
  await insertRecords(db, [record]);
  await db.query("update vault_records set owner = 'elsewhere'");
  const { key } = JSON.parse(await readFile(keysFile, 'utf8'));
  const fault = await vault
    .open(db, { ...card, owner: 'elsewhere' })
    .catch((error: Error) => error);
  assert.ok(fault instanceof VaultError);
  const shown = inspect([vault, fault, record, new Secret(pan)], { depth: 20, showHidden: true });
  assert.equal(shown.includes(pan), false);
  assert.equal(shown.includes(key), false);
  assert.match(fault.message, /card_number of business 7, sealed under key 1/);
});
