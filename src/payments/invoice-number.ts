import { strict as assert } from 'node:assert';
import type { Vault } from '../ports/vault/vault.ts';

/**
 * An invoice's public number: its id, encrypted under a key of the business, so that nobody can count a business's
 * invoices or guess another number, and no index is needed to decode it. Ten digits, the first not zero. A Feistel
 * network over 34 bits; a result outside the range is encrypted again, which keeps the mapping one to one.
 */
type Keys = Pick<Vault, 'derive'>;
const halfBits = 17;
const halfMask = 2 ** halfBits - 1;
const rounds = 6;
const first = 1_000_000_000;
const count = 9_000_000_000;

export function invoiceNumberOf(keys: Keys, businessId: bigint, invoiceId: bigint): string {
  assert(invoiceId > 0n && invoiceId < BigInt(count));
  const roundKeys = roundKeysOf(keys, businessId);
  let value = Number(invoiceId);
  do value = shuffle(value, roundKeys);
  while (value >= count);
  return String(first + value);
}

/** The inverse; undefined for anything that is no invoice number. */
export function invoiceIdOf(keys: Keys, businessId: bigint, number: string): bigint | undefined {
  if (!/^[1-9]\d{9}$/.test(number)) return undefined;
  const roundKeys = roundKeysOf(keys, businessId);
  let value = Number(number) - first;
  do value = unshuffle(value, roundKeys);
  while (value >= count);
  return value === 0 ? undefined : BigInt(value);
}

function shuffle(value: number, keys: Uint32Array): number {
  let left = Math.floor(value / 2 ** halfBits);
  let right = value & halfMask;
  for (let round = 0; round < rounds; round += 1) {
    [left, right] = [right, left ^ mix(right, keys[round]!)];
  }
  return left * 2 ** halfBits + right;
}

function unshuffle(value: number, keys: Uint32Array): number {
  let left = Math.floor(value / 2 ** halfBits);
  let right = value & halfMask;
  for (let round = rounds - 1; round >= 0; round -= 1) {
    [left, right] = [right ^ mix(left, keys[round]!), left];
  }
  return left * 2 ** halfBits + right;
}

function mix(half: number, key: number): number {
  let x = Math.imul(half ^ key, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b ^ key);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) & halfMask;
}

// Round keys never change, so each business's keys are derived once.
const known = new WeakMap<Keys, Map<bigint, Uint32Array>>();

function roundKeysOf(keys: Keys, businessId: bigint): Uint32Array {
  let ofBusinesses = known.get(keys);
  if (!ofBusinesses) {
    ofBusinesses = new Map();
    known.set(keys, ofBusinesses);
  }
  let roundKeys = ofBusinesses.get(businessId);
  if (!roundKeys) {
    const bytes = keys.derive('shuffle', businessId);
    roundKeys = Uint32Array.from({ length: rounds }, (_, round) => bytes.readUInt32LE(round * 4));
    ofBusinesses.set(businessId, roundKeys);
  }
  return roundKeys;
}
