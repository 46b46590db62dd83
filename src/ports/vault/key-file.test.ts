import assert from 'node:assert/strict';
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { scratchKeys } from '../../../test/vault/scratch-vault.ts';
import { keyProvider } from './key-provider.ts';

const first = { mayMakeKeys: true };
const later = { mayMakeKeys: false };
const bytes = Buffer.from('thirty-two bytes to be wrapped..');

test('the first start makes a key that only we can read, and says where', async (t) => {
  const keys = await scratchKeys(t);
  await keyProvider(keys).prepare(first);
  assert.equal((await stat(keys.file)).mode & 0o777, 0o600);
  assert.equal(keys.said.length, 1);
  assert.match(keys.said[0]!, /Made the first key .*keys\.json/);
  assert.deepEqual(await readdir(dirname(keys.file)), ['keys.json'], 'a draft was left behind');
});

test('twenty first starts at once agree on one key', async (t) => {
  const keys = await scratchKeys(t);
  const providers = Array.from({ length: 20 }, () => keyProvider(keys));
  const ids = await Promise.all(
    providers.map(async (provider) => {
      await provider.prepare(first);
      return await provider.newestKeyId();
    }),
  );
  assert.equal(new Set(ids).size, 1);
  assert.equal(keys.said.length, 1);
  assert.deepEqual(await readdir(dirname(keys.file)), ['keys.json']);
});

test('live mode makes no keys', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider({ ...keys, live: true });
  await assert.rejects(provider.prepare(first), { code: 'keys_missing', message: /Live mode/ });
  await assert.rejects(stat(keys.file), { code: 'ENOENT' });
});

test('no key is made where a vault waits for the old ones', async (t) => {
  const keys = await scratchKeys(t);
  await assert.rejects(keyProvider(keys).prepare(later), {
    code: 'keys_missing',
    message: /bring back/,
  });
  await assert.rejects(stat(keys.file), { code: 'ENOENT' });
});

test('a keys file inside the data folder is refused, also behind a link', async (t) => {
  const keys = await scratchKeys(t);
  const misplaced = { code: 'keys_misplaced' };
  const inside = { ...keys, file: join(keys.dataFolder, 'deep', 'keys.json') };
  await assert.rejects(keyProvider(inside).prepare(first), misplaced);
  await mkdir(keys.dataFolder);
  await symlink(keys.dataFolder, join(keys.folder, 'elsewhere'));
  const linked = { ...keys, file: join(keys.folder, 'elsewhere', 'keys.json') };
  await assert.rejects(keyProvider(linked).prepare(first), misplaced);
  assert.deepEqual(await readdir(keys.dataFolder), []);
});

test('a folder beside the data folder with a longer name is not inside it', async (t) => {
  const keys = await scratchKeys(t);
  await keyProvider({ ...keys, file: `${keys.dataFolder}-keys/keys.json` }).prepare(first);
  await keyProvider({ ...keys, file: join(keys.folder, '..keys.json') }).prepare(first);
});

test('a keys file that others can read is refused in live mode and told of in the sandbox', async (t) => {
  const keys = await scratchKeys(t);
  await keyProvider(keys).prepare(first);
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    await chmod(keys.file, mode);
    keys.said.length = 0;
    await keyProvider(keys).prepare(later);
    assert.match(keys.said[0]!, /chmod 600/);
    await assert.rejects(keyProvider({ ...keys, live: true }).prepare(later), {
      code: 'keys_exposed',
    });
  }
  await chmod(keys.file, 0o400);
  await keyProvider({ ...keys, live: true }).prepare(later);
});

test('an added key is the newest, and the old one still unwraps', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider(keys);
  await provider.prepare(first);
  const old = await provider.newestKeyId();
  const wrapped = await provider.wrap(old, bytes, 'here');
  const added = await provider.addKey();
  assert.notEqual(added, old);
  assert.equal(await provider.newestKeyId(), added);
  assert.deepEqual(await keyProvider(keys).unwrap(old, wrapped, 'here'), bytes);
  await assert.rejects(provider.unwrap(added, wrapped, 'here'), { code: 'does_not_open' });
  await assert.rejects(provider.unwrap(old, wrapped, 'there'), { code: 'does_not_open' });
});

test('twenty that add a key at once lose none', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider(keys);
  await provider.prepare(first);
  const ids = await Promise.all(Array.from({ length: 20 }, () => keyProvider(keys).addKey()));
  for (const id of ids) await provider.wrap(id, bytes, 'here');
  assert.equal((await readFile(keys.file, 'utf8')).trim().split('\n').length, 21);
});

test('a key is added also behind a last line without its end', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider(keys);
  await provider.prepare(first);
  const old = await provider.newestKeyId();
  await writeFile(keys.file, (await readFile(keys.file, 'utf8')).trimEnd());
  const added = await provider.addKey();
  assert.equal(await provider.newestKeyId(), added);
  await provider.wrap(old, bytes, 'here');
});

test('a key that is not in the file is named, and that nothing is made over the vault', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider(keys);
  await provider.prepare(first);
  await assert.rejects(provider.unwrap('kek-lost', bytes, 'here'), {
    code: 'key_unknown',
    message: /kek-lost.*keys\.json.*no new keys are made/s,
  });
});

test('a damaged keys file is refused by the line, which is never quoted', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider(keys);
  await provider.prepare(first);
  await appendFile(keys.file, 'U0VDUkVUU0VDUkVU\n');
  await assert.rejects(provider.prepare(later), (fault: Error) => {
    assert.match(fault.message, /^Line 2 of the keys file .* is not a JSON object\.$/);
    assert.doesNotMatch(`${fault.stack}${fault.cause}`, /U0VD/);
    return true;
  });
});

test('an empty keys file holds no key', async (t) => {
  const keys = await scratchKeys(t);
  await mkdir(dirname(keys.file));
  await writeFile(keys.file, '\n', { mode: 0o600 });
  await assert.rejects(keyProvider(keys).prepare(first), { code: 'keys_missing' });
});
