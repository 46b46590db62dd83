import type { Vault } from './vault.ts';
import type { VaultError } from './vault-error.ts';

/** A vault whose keys are not to be had: every use of it fails with the reason. For commands that need no keys. */
export function shutVault(flaw: VaultError): Vault {
  const refuse = (): never => {
    throw flaw;
  };
  const reject = async (): Promise<never> => refuse();
  return {
    fingerprint: refuse,
    fingerprints: refuse,
    sameFingerprint: refuse,
    hashApiKey: refuse,
    stream: refuse,
    derive: refuse,
    seal: reject,
    open: reject,
    openMany: reject,
    destroyBusinessKey: reject,
    refresh: reject,
    standing: () => ({ isShut: true, flaw }),
  };
}
