import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Argon2 = typeof crypto.argon2;

/** Recommended for a machine that does other work too: the product asks for no less. */
const recommended = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const quick = { memory: 64, passes: 1 };

/**
 * From now on Argon2 of Node.js needs next to nothing while `isOn` says so: tests compute hundreds of hashes, each of which
 * keeps a processor busy for 30 ms. To be called before a module is loaded that hashes. Other processes find other hashes.
 */
export function hashQuickly(isOn: () => boolean): void {
  crypto.argon2 = quickArgon2(crypto.argon2, isOn);
  syncBuiltinESMExports();
}

/** Refuses to compute a hash for which less is asked than is recommended. */
export function quickArgon2(argon2: Argon2, isOn: () => boolean): Argon2 {
  return (algorithm, asked, done) => {
    const { memory, passes, parallelism, tagLength } = asked;
    assert.deepEqual(
      [algorithm, { memory, passes, parallelism, tagLength }],
      ['argon2id', recommended],
    );
    argon2(algorithm, isOn() ? { ...asked, ...quick } : asked, done);
  };
}
