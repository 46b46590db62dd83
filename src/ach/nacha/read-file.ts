import { isPrintable } from './characters.ts';
import type { AchBatch, AchFile } from './file.ts';
import { closeBatch, type OpenBatch, openBatch } from './read-batch.ts';
import { readAddenda, readEntry } from './read-entry.ts';
import { type Line, readRecord, recordWidth, type Values } from './record.ts';
import { fileControl, fileHeader } from './records.ts';
import { type Fault, fault, type Rule } from './rules.ts';
import { noTotals, type Totals } from './totals.ts';

/** A file that is being read, up to some line of it. */
export type Reading = {
  readonly faults: Fault[];
  header: Values<typeof fileHeader> | undefined;
  readonly batches: AchBatch[];
  open: OpenBatch | undefined;
  /** All that were opened, read or not. */
  batchCount: number;
  lastBatchNumber: number;
  readonly totals: Totals;
  /** True if every entry could be read, so that the totals can be compared. */
  isSure: boolean;
  place: 'start' | 'file' | 'end';
  /** The line of the control; only padding may follow. */
  endLine: number;
  lastLine: number;
};

/**
 * Checks a text against all the rules and never throws. The resulting `file` is whole: a record that could not be read,
 * and everything that depends on it, is left out and has a fault instead. A file with any fault must go to a person and
 * must not be booked. Without a header there is no file.
 */
export function readAchFile(text: string): { file: AchFile | undefined; faults: Fault[] } {
  const reading = startReading();
  for (const line of linesOf(text, reading.faults)) {
    readLine(reading, line);
    reading.lastLine = line.number;
  }
  finish(reading);
  const { header, batches, faults } = reading;
  return { file: header && fileFrom(header, batches), faults };
}

function startReading(): Reading {
  return {
    faults: [],
    header: undefined,
    batches: [],
    open: undefined,
    batchCount: 0,
    lastBatchNumber: 0,
    totals: noTotals(),
    isSure: true,
    place: 'start',
    endLine: 0,
    lastLine: 0,
  };
}

const padding = '9'.repeat(recordWidth);

function readLine(reading: Reading, line: Line): void {
  const { faults } = reading;
  if (reading.place === 'end') {
    if (line.text !== padding) faults.push(fault('padding', line.number));
    return;
  }
  if (reading.place === 'start' && line.text[0] !== '1') {
    faults.push(fault('recordOrder', line.number, 'the file header is missing'));
    reading.place = 'file';
  }
  readRecordOf(reading, line);
}

function readRecordOf(reading: Reading, line: Line): void {
  const { faults, open } = reading;
  switch (line.text[0]) {
    case '1':
      readHeader(reading, line);
      break;
    case '5':
      leaveOpenBatch(reading, line);
      reading.open = openBatch(reading, line);
      break;
    case '6':
      if (open) readEntry(open, line, faults);
      else misplaced(reading, line, 'entry');
      break;
    case '7':
      if (open) readAddenda(open, line, faults);
      else misplaced(reading, line, 'addenda record');
      break;
    case '8':
      if (open) closeBatch(reading, open, line);
      else misplaced(reading, line, 'batch control');
      reading.open = undefined;
      break;
    case '9':
      leaveOpenBatch(reading, line);
      readEnd(reading, line);
      break;
    default:
      faults.push(fault('recordType', line.number));
      reading.isSure = false;
      if (open) open.isSure = false;
  }
}

function readHeader(reading: Reading, line: Line): void {
  if (reading.place !== 'start') {
    misplaced(reading, line, 'file header');
    return;
  }
  reading.place = 'file';
  reading.header = readRecord(fileHeader, line, reading.faults);
}

function misplaced(reading: Reading, line: Line, what: string): void {
  reading.faults.push(fault('recordOrder', line.number, `a misplaced ${what}`));
  reading.isSure = false;
}

/** Without its control nothing proves that all of the batch arrived. */
function leaveOpenBatch(reading: Reading, line: Line): void {
  if (!reading.open) return;
  reading.faults.push(fault('recordOrder', line.number, 'the batch before it has no control'));
  reading.open = undefined;
  reading.isSure = false;
}

function readEnd(reading: Reading, line: Line): void {
  reading.place = 'end';
  reading.endLine = line.number;
  if (line.text !== padding) checkFileControl(reading, line);
  else reading.faults.push(fault('recordOrder', line.number, 'the file control is missing'));
}

function finish(reading: Reading): void {
  if (reading.place === 'end') {
    checkPadding(reading);
    return;
  }
  const what = reading.place === 'start' ? 'the text is empty' : 'the file control is missing';
  reading.faults.push(fault('recordOrder', reading.lastLine, what));
}

function fileFrom(header: Values<typeof fileHeader>, batches: readonly AchBatch[]): AchFile {
  const { createdOn: date, createdAt: time, ...names } = header;
  return { ...names, createdAt: { date, ...(time && { time }) }, batches };
}

/** Compares the file's control with our own count, not with the batches' controls. */
function checkFileControl(reading: Reading, line: Line): void {
  const { faults, totals, isSure } = reading;
  const said = readRecord(fileControl, line, faults);
  if (!said) return;
  const expect = (rule: Rule, found: number | bigint, counted: number | bigint) => {
    if (found === counted) return;
    faults.push(fault(rule, line.number, `it says ${found} instead of ${counted}`));
  };

  expect('fileBatchCount', said.batchCount, reading.batchCount);
  expect('fileBlockCount', said.blockCount, Math.ceil(line.number / 10));
  if (!isSure) return;
  expect('fileEntryCount', said.entryCount, totals.records);
  expect('fileHash', said.hash, totals.hash);
  expect('fileDebits', said.debitCents, totals.debitCents);
  expect('fileCredits', said.creditCents, totals.creditCents);
}

function checkPadding({ faults, endLine, lastLine }: Reading): void {
  const wanted = Math.ceil(endLine / 10) * 10;
  if (lastLine === wanted) return;
  faults.push(fault('padding', lastLine, `the file has ${lastLine} lines instead of ${wanted}`));
}

/**
 * The records of a text: lines that end in LF, CRLF or CR, or one long line without any ends, as mainframes
 * send it. Every record comes out 94 characters wide, so that one fault of length is not taken for ten
 * others; nothing comes out for an empty line.
 */
function* linesOf(text: string, faults: Fault[]): Iterable<Line> {
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
