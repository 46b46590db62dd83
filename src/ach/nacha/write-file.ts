import { isPrintable } from './characters.ts';
import type { AchBatch, AchEntry, AchFile } from './file.ts';
import { readAchFile } from './read-file.ts';
import { recordWidth, writeRecord } from './record.ts';
import {
  batchControl,
  batchHeader,
  entryDetail,
  fileControl,
  fileHeader,
  noticeAddenda,
  paymentAddenda,
  returnAddenda,
} from './records.ts';
import { addEntry, addTotals, noTotals, type Totals } from './totals.ts';

/**
 * The text of a file. Lines end in LF: the rules define records of 94 characters and no line end at all, banks take LF
 * and CRLF alike, and LF is one byte that no transfer in text mode doubles. Throws a RangeError for a value that cannot
 * be written, or that our own reader would refuse: a bank refuses a file as a whole, hours later.
 */
export function writeAchFile(file: AchFile): string {
  const lines = [writeHeader(file)];
  const totals = noTotals();
  for (const batch of file.batches) addTotals(totals, writeBatch(batch, lines));
  lines.push(writeControl(file, totals, lines.length + 1));
  while (lines.length % 10 !== 0) lines.push('9'.repeat(recordWidth));
  const text = `${lines.join('\n')}\n`;

  const [wrong] = readAchFile(text).faults;
  if (wrong) throw new RangeError(`line ${wrong.line} would be refused: ${wrong.says}`);
  return text;
}

function writeHeader(file: AchFile): string {
  const { date, time } = file.createdAt;
  return writeRecord(fileHeader, { ...file, createdOn: date, createdAt: time });
}

function writeControl({ batches }: AchFile, totals: Totals, records: number): string {
  const { records: entryCount, ...sums } = totals;
  const blockCount = Math.ceil(records / 10);
  return writeRecord(fileControl, {
    batchCount: batches.length,
    blockCount,
    entryCount,
    ...sums,
  });
}

function writeBatch(batch: AchBatch, lines: string[]): Totals {
  const totals = noTotals();
  lines.push(writeBatchHeader(batch));
  for (const entry of batch.entries) {
    const addendaIndicator = entry.addenda === undefined ? 0 : 1;
    lines.push(writeRecord(entryDetail, { ...entry, addendaIndicator }));
    if (entry.addenda !== undefined) lines.push(writeAddenda(entry.addenda, entry.traceNumber));
    totals.records += 1 + addendaIndicator;
    addEntry(totals, entry);
  }
  const { records: entryCount, ...sums } = totals;
  lines.push(writeRecord(batchControl, { ...batch, entryCount, ...sums, authentication: '' }));
  return totals;
}

function writeBatchHeader(batch: AchBatch): string {
  const { descriptiveDate = '', effectiveOn, settlementDay = '' } = batch;
  return writeRecord(batchHeader, { ...batch, descriptiveDate, effectiveOn, settlementDay });
}

function writeAddenda(addenda: NonNullable<AchEntry['addenda']>, traceNumber: string): string {
  if (typeof addenda === 'string') {
    const entrySequence = traceNumber.slice(-7);
    return writeRecord(paymentAddenda, { information: addenda, entrySequence });
  }
  switch (addenda.kind) {
    case 'return':
      return writeRecord(returnAddenda, {
        ...addenda,
        dateOfDeath: addenda.dateOfDeath,
        traceNumber,
      });
    case 'notice':
      return writeRecord(noticeAddenda, { ...addenda, traceNumber });
    case 'raw':
      return sameRecord(addenda.record);
  }
}

/** One record and no more: a line end inside would let the caller write an entry of its own. */
function sameRecord(record: string): string {
  if (record.length === recordWidth && isPrintable(record)) return record;
  throw new RangeError('a record that was kept as it came is not 94 characters wide');
}
