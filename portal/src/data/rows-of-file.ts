import { t } from '../words/language.ts';
import { moving as words } from '../words/moving.ts';
import { csvReader, isFormula, textOfCell } from './csv.ts';

/* Reads a file of rows piece by piece, so that a file of any size takes the same memory. */

export type FileForm = 'csv' | 'ndjson';
/** The cells of a CSV, by the places of their columns: two may have one name. Of NDJSON, an object. */
export type Values = readonly string[] | Readonly<Record<string, unknown>>;
/** `line` as a spreadsheet or an editor counts; `flaw`: why it is no row. */
export type FileRow = { readonly line: number } & (
  | { readonly values: Values }
  | { readonly flaw: string }
);
/** The rows that end in a piece of the file, and how many bytes were read by then. */
export type Piece = { readonly rows: readonly FileRow[]; readonly bytes: number };

const longestLine = 1_000_000;

function formOf({ name }: File): FileForm {
  return /\.(?:ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv';
}

/** The names of the columns; of NDJSON those of the first rows. */
export async function columnsIn(file: File): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { head, rows } of read(file)) {
    if (head) return head;
    for (const row of rows.slice(0, 100)) {
      if ('values' in row) for (const name of Object.keys(row.values)) names.add(name);
    }
    if (names.size > 0) return [...names];
  }
  throw new Error(t(words.noRows));
}

export async function* piecesOf(file: File): AsyncIterable<Piece> {
  yield* read(file);
}

async function* read(file: File): AsyncIterable<Piece & { readonly head?: readonly string[] }> {
  const rowsIn = formOf(file) === 'csv' ? csvRows() : ndjsonRows();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      bytes += value?.length ?? 0;
      const text = decoder.decode(value, { stream: !done });
      const found = rowsIn(text);
      yield { ...found, bytes };
      if (!done) continue;
      yield { ...rowsIn(undefined), bytes };
      return;
    }
  } catch (error) {
    throw error instanceof TypeError ? new Error(t(words.notUtf8)) : error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

type Rows = { readonly rows: FileRow[]; readonly head?: readonly string[] };
type RowsIn = (piece: string | undefined) => Rows;

function csvRows(): RowsIn {
  const readCsv = csvReader();
  let names: readonly string[] | undefined;
  let line = 1;
  return (piece) => {
    const records = readCsv(piece);
    let head: readonly string[] | undefined;
    if (!names && records.length > 0) {
      names = records.shift()!.map((name) => name.trim());
      head = names;
    }
    const rows = records.map((cells) => {
      line += 1;
      return rowOfCells(line, names!, cells);
    });
    return head ? { rows, head } : { rows };
  };
}

function rowOfCells(line: number, names: readonly string[], cells: readonly string[]): FileRow {
  if (cells.length !== names.length)
    return { line, flaw: t(words.cellsOf(cells.length, names.length)) };
  if (cells.some(isFormula)) return { line, flaw: t(words.formula) };
  return { line, values: cells.map(textOfCell) };
}

function ndjsonRows(): RowsIn {
  let line = 0;
  let rest = '';
  return (piece) => {
    const lines = (rest + (piece ?? '\n')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error(t(words.lineTooLong));
    const rows = lines.flatMap((text): FileRow[] => {
      line += 1;
      return text.trim() === '' ? [] : [rowOfLine(line, text)];
    });
    return { rows };
  };
}

function rowOfLine(line: number, text: string): FileRow {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return { line, values: values as Readonly<Record<string, unknown>> };
  } catch {
    // A line without JSON is no row.
  }
  return { line, flaw: t(words.noObject) };
}
