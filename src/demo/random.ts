/** Numbers that follow from a seed and a name, and look like chance. */
export type Random = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True in so many of all cases. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** The same, with a higher chance for a higher weight. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T;
};

/** Each name has numbers of its own: a draw for one name changes nothing elsewhere. */
export function randomOf(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (let i = 0; i < name.length; i += 1)
    state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighted(list) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      for (const one of list) {
        left -= one.weight;
        if (left < 0) return one;
      }
      return list.at(-1)!;
    },
  };
}
