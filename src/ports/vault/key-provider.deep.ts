import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { scratchKeys } from '../../../test/vault/scratch-vault.ts';
import { keyProvider } from './key-provider.ts';
import { keyLine } from './key-text.ts';

/* Commands of the operator that print the keys are run by a shell. */

const bytes = Buffer.from('thirty-two bytes to be wrapped..');

test('a command prints the lines of a keys file', async (t) => {
  const keys = await scratchKeys(t);
  const kept = join(keys.folder, 'kept');
  const madeAt = new Date('2025-03-01T12:00:00Z');
  await writeFile(
    kept,
    keyLine('old', randomBytes(32), madeAt) + keyLine('new', randomBytes(32), madeAt),
  );
  const provider = keyProvider({ ...keys, command: `cat '${kept}'`, live: true });
  await provider.prepare({ mayMakeKeys: true });
  assert.equal(await provider.newestKeyId(), 'new');
  assert.deepEqual(
    await provider.unwrap('old', await provider.wrap('old', bytes, 'x'), 'x'),
    bytes,
  );
});

test('a command that fails is refused without saying what it was or printed', async (t) => {
  const keys = await scratchKeys(t);
  const provider = keyProvider({ ...keys, command: 'echo hidden; exit 3' });
  await assert.rejects(provider.prepare({ mayMakeKeys: true }), {
    code: 'keys_unreadable',
    message: 'The command in QUITTANCE_KEK_COMMAND did not end well (3).',
  });
});
