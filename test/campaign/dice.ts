/** Chances that come again with the same seed. */
export type Dice = {
  /** A whole number below `end`. */
  below(end: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** By its weight. */
  weighted<T extends { readonly weight: number }>(from: readonly T[]): T;
};

/** Mulberry32: short, and good enough to choose moments and cards by. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (end) => Math.floor(next() * end),
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    weighted(from) {
      let left = next() * from.reduce((sum, { weight }) => sum + weight, 0);
      for (const one of from) {
        left -= one.weight;
        if (left < 0) return one;
      }
      return from.at(-1)!;
    },
  };
}
