import { isPrintable } from './characters.ts';
import { type Line, recordWidth } from './record.ts';
import { type Fault, fault } from './rules.ts';

/**
 * The records of a text: lines that end in LF, CRLF or CR, or one long line without any ends, as mainframes
 * send it. Every record comes out 94 characters wide, so that one fault of length is not taken for ten
 * others; nothing comes out for an empty line.
 */
export function* linesOf(text: string, faults: Fault[]): Iterable<Line> {
  let number = 0;
  for (const piece of piecesOf(text)) {
    number += 1;
    if (piece.length !== recordWidth) {
      faults.push(fault('recordLength', number, `it has ${piece.length}`));
      if (piece === '') continue;
    }
    if (!isPrintable(piece)) faults.push(fault('characters', number));
    yield { number, text: piece.slice(0, recordWidth).padEnd(recordWidth) };
  }
}

function piecesOf(text: string): Iterable<string> {
  let end = text.length;
  while (end > 0 && isLineEnd(text.charCodeAt(end - 1))) end -= 1;
  const body = text.slice(0, end);
  if (body === '') return [];
  return /[\r\n]/.test(body) || body.length % recordWidth !== 0
    ? body.split(/\r\n|\n|\r/)
    : blocksOf(body);
}

function* blocksOf(body: string): Iterable<string> {
  for (let at = 0; at < body.length; at += recordWidth) yield body.slice(at, at + recordWidth);
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
