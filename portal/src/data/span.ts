const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** How long something took, as people say it: 120 ms, 2.2 s, 19 s, 1 min 51 s, 3 h 5 min, 2 d. */
export function span(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const at = units.findIndex(([, size]) => seconds >= size);
  if (at < 0) return `${seconds} s`;
  const [unit, size] = units[at]!;
  const [part, partSize] = units[at + 1] ?? (['s', 1] as const);
  const rest = Math.floor((seconds % size) / partSize);
  const whole = `${Math.floor(seconds / size)} ${unit}`;
  return rest === 0 ? whole : `${whole} ${rest} ${part}`;
}
