/**
 * The names that were probably meant, the most similar first; at most three, and none that differs much: by one letter in
 * four, or by `atLeast` where that is more.
 */
export function nearest(given: string, names: readonly string[], atLeast = 1): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const wanted = plain(given);
  const most = Math.max(atLeast, Math.floor(wanted.length / 4));
  return names
    .map((name) => ({
      name,
      steps: plain(name).startsWith(wanted) ? 0 : distance(wanted, plain(name)),
    }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The edit distance of two names: insertions, deletions, changes and swaps of neighbours count one each. */
export function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const changed = row[j]! + (letter === to[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === to[j];
      const swapped = isSwapped ? before[j - 1]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, row[j + 1]! + 1, next[j]! + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1)!;
}
