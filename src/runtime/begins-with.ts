/** Behind every text that begins with the one before it. */
const end = '\u{10FFFF}';

/** What begins with a text, as the two ends of a range. */
export function rangeOf(beginning: string): readonly [low: string, high: string] {
  return [beginning, beginning + end];
}

/**
 * SQL that is true where a column begins with `low`, of the two ends of a range. An index serves a range in a plan for any
 * value. The column lies in the order of "C": in that of a language, texts that begin so may lie behind the upper end, or, by
 * the C library of Linux, all of them.
 */
export function beginsWith(column: string, low: string, high: string): string {
  return `${column} >= ${low} and ${column} < ${high}`;
}
