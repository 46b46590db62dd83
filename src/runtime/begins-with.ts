/** Behind every text that begins with the one before it. */
const end = '\u{10FFFF}';

/** The range of all texts with this beginning. */
export function rangeOf(beginning: string): readonly [low: string, high: string] {
  return [beginning, beginning + end];
}

/**
 * SQL that is true if a column begins with `low`, from the two ends of a range. An index serves a range in a plan for
 * any value. The column must have the collation "C": in that of a language, texts with this beginning may lie behind
 * the upper end, or, by the C library of Linux, all of them.
 */
export function beginsWith(column: string, low: string, high: string): string {
  return `${column} >= ${low} and ${column} < ${high}`;
}
