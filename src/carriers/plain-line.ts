/**
 * One line without control characters, whatever came: what begins a new line in the header of a mail begins a new
 * header, and what others call their things is kept as text.
 */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
