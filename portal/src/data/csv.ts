/* CSV as spreadsheets write it: commas or semicolons, quotes doubled inside of quotes, lines of either kind. */

/** Rows of cells; empty lines are left out. */
export function rowsOfCsv(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, '');
  const head = clean.slice(0, clean.indexOf('\n') + 1 || clean.length);
  const comma = !head.includes(',') && head.includes(';') ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let i = 0; i < clean.length; i += 1) {
    const sign = clean.charAt(i);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (clean.charAt(i + 1) === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === comma) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  endRow();
  return rows;
}

/** A spreadsheet takes a cell that begins so for a formula. */
const formula = /^[=+\-@\t\r]/;

export function csvOf(rows: readonly (readonly string[])[]): string {
  const cellOf = (cell: string) => {
    const safe = formula.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}
