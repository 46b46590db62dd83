const atOnce = 8;

/**
 * Runs `work` for all items, a few at a time; returns the sum of the results. One that takes long keeps one place, and
 * holds up no other. After a failure none is begun; it is thrown once those under way have ended.
 */
export async function someAtOnce<T>(
  all: readonly T[],
  work: (one: T) => Promise<number>,
): Promise<number> {
  let found = 0;
  const failures: unknown[] = [];
  const left = all.values();
  const lane = async () => {
    for (const one of left) {
      if (failures.length > 0) return;
      try {
        const count = await work(one);
        found += count;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return found;
}
