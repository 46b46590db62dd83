import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import test from 'node:test';
import { countedBytes } from '../../../test/fixture.ts';
import { scratchKeys } from '../../../test/vault/scratch-vault.ts';
import { keyProvider } from './key-provider.ts';

const randomBytes = countedBytes();
const bytes = Buffer.from('thirty-two bytes to be wrapped..');
const word = (id: string, key = randomBytes(32)) => `${id}:${key.toString('base64')}`;

test('keys given directly stand in place of the file, the newest first', async (t) => {
  const keys = await scratchKeys(t);
  const [newest, oldest] = [word('b'), word('a')];
  const before = keyProvider({ ...keys, text: oldest });
  const wrapped = await before.wrap('a', bytes, 'here');

  const after = keyProvider({ ...keys, text: `${newest}, ${oldest}`, live: true });
  await after.prepare({ mayMakeKeys: true });
  assert.equal(await after.newestKeyId(), 'b');
  assert.deepEqual(await after.unwrap('a', wrapped, 'here'), bytes);
  await assert.rejects(stat(keys.file), { code: 'ENOENT' });
});

test('keys that others keep are theirs to add', async (t) => {
  const keys = await scratchKeys(t);
  await assert.rejects(keyProvider({ ...keys, text: word('a') }).addKey(), {
    code: 'keys_not_ours_to_make',
    message: /QUITTANCE_KEK/,
  });
});

test('a command and keys given directly contradict each other', async (t) => {
  const keys = await scratchKeys(t);
  assert.throws(() => keyProvider({ ...keys, text: word('a'), command: 'true' }), {
    code: 'keys_contradict',
  });
});

test('keys that are too short, not random, not base64 or have no proper id are refused unseen', async (t) => {
  const keys = await scratchKeys(t);
  const good = randomBytes(32);
  const bad = [
    word('a', randomBytes(31)),
    word('a', randomBytes(33)),
    word('a', Buffer.alloc(32, 7)),
    `a:${'!'.repeat(44)}`,
    `a:${good.toString('hex')}`,
    good.toString('base64'),
    word('white space'),
    `${word('a')}:more`,
    `${word('a')},${word('a')}`,
    `${word('a')},`,
  ];
  for (const text of bad) {
    const provider = keyProvider({ ...keys, text });
    await assert.rejects(
      provider.prepare({ mayMakeKeys: true }),
      (fault: Error & { code: string }) => {
        assert.equal(fault.code, 'keys_unreadable', text);
        const secret = text.split(/[:,]/).filter((part) => part.length > 20);
        for (const part of secret) assert.equal(fault.message.includes(part), false);
        return true;
      },
    );
  }
});
