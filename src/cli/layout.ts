/** How answers are laid out: for a program as JSON, for a person in columns. */

/** Ids are texts: some readers of JSON round numbers of that size. What is not there is left out. */
export function toJson(data: unknown): string {
  const write = (_: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : (value ?? undefined);
  return JSON.stringify(data, write, 2);
}

type Cell = string | number | bigint | boolean | Date | null | undefined;

/** Columns as wide as their widest cell, under the headings in lower case. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(show))];
  const widths = headings.map((_, i) => Math.max(...lines.map((cells) => lengthOf(cells[i]!))));
  return lines
    .map((cells) => cells.map((cell, i) => cell + ' '.repeat(widths[i]! - lengthOf(cell))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** Names and what they are; those that are not there are left out. */
export function facts(pairs: Readonly<Record<string, Cell>>): string {
  const there = Object.entries(pairs).filter(([, cell]) => show(cell) !== '');
  const width = Math.max(0, ...there.map(([name]) => lengthOf(name)));
  return there
    .map(([name, cell]) => `${name}${' '.repeat(width - lengthOf(name))}  ${show(cell)}`)
    .join('\n');
}

/** Parts under headings; an empty one is left out. */
export function sections(parts: Readonly<Record<string, string>>): string {
  const there = Object.entries(parts).filter(([, text]) => text !== '');
  return there
    .map(([heading, text]) =>
      heading === '' ? text : `${capital(heading)}\n${text.replaceAll(/^/gm, '  ')}`,
    )
    .join('\n\n');
}

export function rowsOf<Row>(
  headings: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly Cell[],
): string {
  return rows.length === 0 ? '' : table(headings, rows.map(cells));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function show(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/\.\d+Z$/, 'Z');
  // What somebody sent must not move the cursor of whoever looks at it.
  return String(cell).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

function lengthOf(text: string): number {
  return [...text].length;
}
