/*
 * A spreadsheet executes a cell that begins like a formula. So such a text is written behind an apostrophe, which makes
 * it a text there; one that begins with apostrophes already gets one more, so that a reader gets the text that was
 * written.
 */
const guardedIfWritten = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;
/** Signed numbers and phones are no formulas. */
const formula = /^(?:[=@]|[+-](?![\d\s().,-]*$))/;

/** One line as RFC 4180 has it. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = guardedIfWritten.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The text of a cell of such a file. */
export function textOfCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell;
}

/** True if a spreadsheet would execute it: nobody writes that for a value. */
export function isFormula(cell: string): boolean {
  return formula.test(cell.trim());
}
