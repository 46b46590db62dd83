/** Does `work` with every item, some at once; the results in the order of the items. */
export async function atOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  most = 10,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  return results;
}
