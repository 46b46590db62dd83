/** Which of these names somebody may have meant, the likeliest first; at most three, and none that is far off. */
export function nearest(given: string, names: readonly string[]): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const wanted = plain(given);
  const most = Math.max(1, Math.floor(wanted.length / 4));
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

/** How many letters are to be put in, taken out or changed to make one of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const changed = row[j]! + (letter === to[j] ? 0 : 1);
      next.push(Math.min(changed, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
