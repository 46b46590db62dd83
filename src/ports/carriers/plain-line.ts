/**
 * One line without control characters. A line break in the header of a mail would begin a new header, and names from
 * outside are stored as text.
 */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
