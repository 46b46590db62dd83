import { FileFlaw } from './file-flaw.ts';

/** A record of a CSV file, and the line of the file on which it begins. */
export type Record = { readonly line: number; readonly cells: readonly string[] };

/** In characters: a quote that is never closed must not fill the memory. */
const longestRecord = 1_000_000;

/**
 * Reads CSV as RFC 4180 has it: commas, quotes that are doubled inside quotes, line breaks inside quotes. Lines end with
 * CR LF, LF or CR; blank lines are skipped.
 */
export async function* readCsv(texts: AsyncIterable<string>): AsyncIterable<Record> {
  let line = 1;
  let begunAt = 1;
  let cells: string[] = [];
  let cell = '';
  let length = 0;
  /** `plain`: outside of quotes. `closed`: behind a quote that may be the first of two. */
  let place: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let afterCr = false;

  for await (const text of texts) {
    const done: Record[] = [];
    for (const sign of text) {
      const isLf = sign === '\n';
      const isBreak = isLf || sign === '\r';
      if (isLf && afterCr) {
        afterCr = false;
        if (place === 'quoted') cell += sign;
        continue;
      }
      afterCr = sign === '\r';
      if (isBreak) line += 1;
      length += sign.length;
      if (length > longestRecord)
        throw new FileFlaw(`line ${begunAt} begins a record that is too long`);

      if (place === 'quoted') {
        if (sign === '"') place = 'closed';
        else cell += sign;
      } else if (place === 'closed' && sign === '"') {
        cell += sign;
        place = 'quoted';
      } else if (sign === ',') {
        cells.push(cell);
        cell = '';
        place = 'start';
      } else if (isBreak) {
        endRecord(done);
      } else if (place === 'start' && sign === '"') {
        place = 'quoted';
      } else if (place === 'closed' || sign === '"') {
        throw new FileFlaw(`line ${line} has a quote in the middle of a value`);
      } else {
        cell += sign;
        place = 'plain';
      }
    }
    yield* done;
  }
  if (place === 'quoted')
    throw new FileFlaw(`the quote in the record of line ${begunAt} is not closed`);
  const last: Record[] = [];
  endRecord(last);
  yield* last;

  function endRecord(into: Record[]): void {
    const isBlank = cells.length === 0 && place === 'start';
    if (!isBlank) into.push({ line: begunAt, cells: [...cells, cell] });
    cells = [];
    cell = '';
    length = 0;
    place = 'start';
    begunAt = line;
  }
}
