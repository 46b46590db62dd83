/* CSV as spreadsheets write it: commas or semicolons, quotes doubled inside of quotes, lines of either kind. */

/** Rows of cells; empty lines are left out. */
export function rowsOfCsv(text: string): string[][] {
  const read = csvReader();
  return [...read(text), ...read(undefined)];
}

/** Reads a CSV that comes in pieces: the rows that end in a piece, and at its end (undefined) the last one. */
export function csvReader(): (piece: string | undefined) => string[][] {
  let comma: string | undefined;
  let head = '';
  let row: string[] = [];
  let cell = '';
  /** `closed`: behind a quote that may be the first of two. */
  let place: 'plain' | 'quoted' | 'closed' = 'plain';
  return (piece) => {
    const rows: string[][] = [];
    const endRow = () => {
      row.push(cell);
      cell = '';
      place = 'plain';
      if (row.some((one) => one.trim() !== '')) rows.push(row);
      row = [];
    };
    let text = piece ?? '';
    if (comma === undefined) {
      head += text;
      // Which sign parts the cells is seen in the first line.
      const isWhole = head.includes('\n') || piece === undefined;
      if (!isWhole) return rows;
      text = head.replace(/^\uFEFF/, '');
      const first = text.split('\n', 1)[0]!;
      comma = !first.includes(',') && first.includes(';') ? ';' : ',';
    }
    for (const sign of text) {
      if (place === 'quoted') {
        if (sign === '"') place = 'closed';
        else cell += sign;
      } else if (sign === '"' && place === 'closed') {
        cell += sign;
        place = 'quoted';
      } else if (sign === '"' && cell === '') place = 'quoted';
      else if (sign === comma) {
        row.push(cell);
        cell = '';
        place = 'plain';
      } else if (sign === '\n') endRow();
      else if (sign !== '\r') {
        cell += sign;
        place = 'plain';
      }
    }
    if (piece === undefined) endRow();
    return rows;
  };
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

const guarded = /^'+[=+\-@\t\r]/;
/** Signed numbers and phones are no formulas. */
const executed = /^(?:[=@]|[+-](?![\d\s().,-]*$))/;

/** The text of a cell that was written so that no spreadsheet takes it for a formula. */
export function textOfCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell;
}

/** True if a spreadsheet would execute it: nobody writes that for a value. */
export function isFormula(cell: string): boolean {
  return executed.test(cell.trim());
}
