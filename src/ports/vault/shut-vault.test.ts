import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../kernel/secret.ts';
import { shutVault } from './shut-vault.ts';
import { VaultError } from './vault-error.ts';

test('a shut vault says why, and every use of it fails with that', async () => {
  const flaw = new VaultError('keys_missing', 'There are no keys.');
  const vault = shutVault(flaw);
  assert.deepEqual(vault.standing(), { isShut: true, flaw });
  assert.throws(() => vault.fingerprint(new Secret('4111')), flaw);
  await assert.rejects(vault.destroyBusinessKey(1n), flaw);
  await assert.rejects(vault.refresh(), flaw);
});
