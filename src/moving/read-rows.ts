import { isFormula, textOfCell } from '../kernel/csv-cell.ts';
import { shownColumn } from './column-name.ts';
import { readCsv } from './csv.ts';
import { FileFlaw } from './file-flaw.ts';

export const formats = ['csv', 'ndjson'] as const;
export type Format = (typeof formats)[number];

/** One row of a file, by the names of its columns; or why it is none. `line`: where it begins, from 1. */
export type FileRow =
  | { readonly line: number; readonly values: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly flaw: string };

/** Reads the rows of a file one after the other; a file of any size takes the same memory. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: Format,
): AsyncIterable<FileRow> {
  const texts = decode(bytes);
  yield* format === 'csv' ? csvRows(texts) : ndjsonRows(texts);
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new FileFlaw('the file is not UTF-8');
    throw error;
  }
}

async function* csvRows(texts: AsyncIterable<string>): AsyncIterable<FileRow> {
  let names: readonly string[] | undefined;
  for await (const { line, cells } of readCsv(texts)) {
    if (!names) {
      names = cells.map((cell) => cell.trim());
      const twice = names.find((name, i) => names?.indexOf(name) !== i);
      if (twice !== undefined) {
        const shown = shownColumn(twice);
        throw new FileFlaw(
          `the first line names ${shown ? `the column ${shown}` : 'a column'} twice`,
        );
      }
      continue;
    }
    if (cells.length !== names.length) {
      yield { line, flaw: `has ${cells.length} values, and the first line names ${names.length}` };
      continue;
    }
    const at = cells.findIndex(isFormula);
    if (at >= 0) {
      const flaw = `${shownColumn(names[at]!) ?? 'a cell'} begins as a formula does: put an apostrophe before it if it is a text`;
      yield { line, flaw };
      continue;
    }
    yield {
      line,
      values: Object.fromEntries(names.map((name, i) => [name, textOfCell(cells[i]!)])),
    };
  }
}

/** In characters. */
const longestLine = 1_000_000;

async function* ndjsonRows(texts: AsyncIterable<string>): AsyncIterable<FileRow> {
  let line = 0;
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine)
      throw new FileFlaw(`line ${line + lines.length + 1} is too long`);
    for (const one of lines) {
      line += 1;
      if (one.length > longestLine) throw new FileFlaw(`line ${line} is too long`);
      if (one.trim() !== '') yield rowOf(line, one);
    }
  }
  if (rest.trim() !== '') yield rowOf(line + 1, rest);
}

function rowOf(line: number, text: string): FileRow {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) {
      return { line, values: values as Readonly<Record<string, unknown>> };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { line, flaw: 'is no JSON object' };
}
