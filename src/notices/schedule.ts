/** How long after a try that failed the next one comes. The last of them is the end. */
export const waitsMs: readonly number[] = [
  5000,
  ...[5, 30].map((minutes) => minutes * 60_000),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600_000),
];

const longestWaitMs = 24 * 3_600_000;

/**
 * When to try again after `tries` tries that failed; undefined: never. Give or take a tenth, so that what failed
 * together does not come back together. Whoever asks to be left alone for longer is, for a day at most.
 */
export function nextTry(
  tries: number,
  at: Date,
  retryAfterMs: number | undefined,
  randomBytes: (count: number) => Buffer,
): Date | undefined {
  const wait = waitsMs[tries - 1];
  if (wait === undefined) return undefined;
  const chance = randomBytes(4).readUInt32BE() / 2 ** 32;
  const scheduled = Math.round(wait * (0.9 + 0.2 * chance));
  const asked = Math.min(retryAfterMs ?? 0, longestWaitMs);
  return new Date(at.getTime() + Math.max(scheduled, asked));
}
