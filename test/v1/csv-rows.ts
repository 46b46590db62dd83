import assert from 'node:assert/strict';

/** Reads CSV by RFC 4180, and by nothing of ours: every row ends with CR LF, every quote is closed. */
export function readCsvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [whole, quoted, plain = ''] = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))/y.exec(text.slice(at))!;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (text[at] === ',') at += 1;
    else {
      assert.equal(text.slice(at, at + 2), '\r\n', `row ${rows.length} goes on after a cell`);
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** What a cell shows of a value of the same row as JSON. A text that a spreadsheet would carry out has an apostrophe. */
export function cellOf(row: unknown, column: string): string {
  let value = row;
  for (const name of column.split('.')) value = (value as Record<string, unknown> | null)?.[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
