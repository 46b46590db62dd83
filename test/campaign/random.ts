/** Random choices that a seed brings back; the order of events in other processes no seed brings back. */
export type Random = {
  /** At least 0, less than 1. */
  fraction(): number;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
  /** One that draws on its own, so that what others draw does not change what it draws. */
  fork(): Random;
};

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    whole,
    pick: (items) => items[whole(0, items.length - 1)]!,
    chance: (share) => fraction() < share,
    fork: () => randomOf(whole(0, 2 ** 32 - 1)),
  };
}
