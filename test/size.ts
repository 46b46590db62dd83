import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

/** TEST_SEED, or the same number at every run. */
export function seedOf(name: string): number {
  const { TEST_SEED: set } = process.env;
  if (set === undefined) return createHash('sha256').update(name).digest().readUInt32LE() >>> 1;
  assert.match(set, /^\d+$/, `TEST_SEED=${set}`);
  return Number(set);
}
