import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import test from 'node:test';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate } from '../../src/ports/vault/rotate.ts';
import { openVault } from '../../src/ports/vault/vault.ts';
import { countedBytes } from '../fixture.ts';
import { checkAll, fill, type RotationWorld, rotationWorld } from './rotation-world.ts';
import { scratchKeys } from './scratch-vault.ts';

const randomBytes = countedBytes();

/** Another host, with a copy of the keys file as it is now. */
async function otherHost(t: Parameters<typeof scratchKeys>[0], w: RotationWorld) {
  const keys = { ...(await scratchKeys(t, w.clock)), file: `${w.keysFile}.copy` };
  const bring = async () => await copyFile(w.keysFile, keys.file);
  await bring();
  return { bring, open: () => openVault(w.options({ provider: keyProvider(keys) })) };
}

test('a new key-encryption key is made by one call and used by the next, so that it can be spread between', async (t) => {
  const w = await rotationWorld(t);
  await fill(w);
  const far = await otherHost(t, w);
  const kekIds = async () =>
    (await w.db.query<{ kek_id: string }>('select kek_id from vault_roots')).map((r) => r.kek_id);
  const [old] = await kekIds();

  const first = await w.rotate('kek');
  assert.deepEqual([first.finished, first.moved, first.continueAt], [false, 0, undefined]);
  assert.match(first.announced!, /^kek-2025-03-01-/);
  assert.notEqual(first.announced, old);
  assert.deepEqual(await kekIds(), [old]);
  // A root that is made in between is for hosts that do not know the new key yet.
  await w.rotateToTheEnd('root');
  assert.deepEqual(await kekIds(), [old, old]);
  const vault = await far.open();
  await checkAll(w, vault);

  await far.bring();
  const second = await w.rotate('kek');
  assert.deepEqual([second.finished, second.moved, second.announced], [true, 2, undefined]);
  assert.deepEqual(await kekIds(), [first.announced, first.announced]);
  await vault.refresh();
  assert.deepEqual(vault.standing(), { isShut: false, flaw: undefined });
  await checkAll(w, await far.open());
  assert.equal(w.said.length, 1);
});

test('a process whose keys file is an older copy says so, goes on as long as it can, and then says that it cannot', async (t) => {
  const w = await rotationWorld(t);
  await fill(w);
  const far = await otherHost(t, w);
  const vault = await far.open();
  await w.rotateToTheEnd('kek');
  await vault.refresh();
  const { isShut, flaw } = vault.standing();
  assert.equal(isShut, false);
  assert.deepEqual(
    [flaw?.code, /locked with the key kek-/.test(flaw!.message)],
    ['key_unknown', true],
  );
  await checkAll(w, vault);
  await assert.rejects(far.open(), { code: 'key_unknown' });

  await w.rotateToTheEnd('root');
  await assert.rejects(vault.refresh(), { code: 'key_unknown' });
  assert.deepEqual([vault.standing().isShut, vault.standing().flaw?.code], [true, 'key_unknown']);
  await far.bring();
  await vault.refresh();
  assert.deepEqual(vault.standing(), { isShut: false, flaw: undefined });
  await checkAll(w, vault);
});

test('a database that does not answer is no flaw of the keys', async (t) => {
  const w = await rotationWorld(t);
  let isAway = false;
  const query: typeof w.db.query = async (...said) => {
    if (isAway) throw new Error('away');
    return await w.db.query(...said);
  };
  const vault = await w.open({ sql: { ...w.db, query } });
  isAway = true;
  await assert.rejects(vault.refresh(), { message: 'away' });
  assert.deepEqual(vault.standing(), { isShut: false, flaw: undefined });
});

test('keys that somebody else keeps are announced before they are used, too', async (t) => {
  const w = await rotationWorld(t);
  const word = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
  const keys = await scratchKeys(t);
  const old = word('old');
  const given = (text: string) => w.options({ provider: keyProvider({ ...keys, text }) });
  await openVault(given(old));
  const both = { ...given(`${word('new')},${old}`), fingerprinted: [] };
  assert.equal((await rotate(both, 'kek')).announced, 'new');
  await openVault(given(old));
  assert.equal((await rotate(both, 'kek')).finished, true);
  await assert.rejects(openVault(given(old)), { code: 'key_unknown' });
});
