import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

/** How much of a campaign runs: what `npm test` has time for, what `npm run test:deep` has, or as much as pays. */
export type Size = 'gate' | 'usual' | 'full';

/** What is run, how much of it, and what it draws by. */
export type Campaign = {
  /** A part of its file's path, for `npm run t`. */
  readonly name: string;
  /** Undefined: as TEST_SIZE says. */
  readonly size?: Size | undefined;
};

export function sizeOf<T>(sizes: Readonly<Record<Size, T>>, size = sizeSet()): T {
  return sizes[size];
}

function sizeSet(): Size {
  const { TEST_SIZE: set = 'usual' } = process.env;
  assert.ok(set === 'gate' || set === 'usual' || set === 'full', `TEST_SIZE=${set}`);
  return set;
}

/** Of so many moments in a row one is tried. */
export function stride(size?: Size): number {
  return sizeOf({ gate: 8, usual: 1, full: 1 }, size);
}

/** TEST_SEED, or the same number at every run. */
export function seedOf(name: string): number {
  const { TEST_SEED: set } = process.env;
  if (set === undefined) return createHash('sha256').update(name).digest().readUInt32LE() >>> 1;
  assert.match(set, /^\d+$/, `TEST_SEED=${set}`);
  return Number(set);
}

/** For the message of a failure: how to have it once more. */
export function repeating({ name, size = sizeSet() }: Campaign, seed: number): string {
  return `repeat it: TEST_SIZE=${size} TEST_SEED=${seed} npm run t ${name}`;
}

/** Runs what draws by a seed. A failure says how to have it once more. */
export async function drawing<T>(
  { name, size = sizeSet() }: Campaign,
  work: (seed: number, size: Size) => Promise<T>,
): Promise<T> {
  const seed = seedOf(name);
  try {
    return await work(seed, size);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n${repeating({ name, size }, seed)}`, { cause: error });
  }
}
