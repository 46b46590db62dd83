const atOnce = 8;

/** Runs `work` for all items, a few at a time; returns the sum of the results. */
export async function someAtOnce<T>(
  all: readonly T[],
  work: (one: T) => Promise<number>,
): Promise<number> {
  let found = 0;
  for (let at = 0; at < all.length; at += atOnce) {
    const counts = await Promise.all(all.slice(at, at + atOnce).map(work));
    for (const count of counts) found += count;
  }
  return found;
}
