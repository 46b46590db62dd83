import { batchHeader } from './batch-header.ts';
import { checkBatch } from './check-batch.ts';
import type { AchBatch, AchEntry, SecCode } from './file.ts';
import { closeEntry, type PendingEntry } from './read-entry.ts';
import type { Reading } from './read-file.ts';
import { type Line, readRecord, type Values } from './record.ts';
import { fault } from './rules.ts';
import { addTotals, noTotals, type Totals } from './totals.ts';

export type Header = Omit<Values<typeof batchHeader>, 'secCode'> & { readonly secCode: SecCode };

/** A batch that is being read. */
export type OpenBatch = {
  readonly line: number;
  /** Missing where it could not be read: then nothing can be said that depends on it. */
  readonly header: Header | undefined;
  /** Of another class, whose records have other columns: passed over up to its control. */
  readonly isForeign: boolean;
  readonly entries: AchEntry[];
  readonly totals: Totals;
  /** Whether the totals are worth comparing: every entry could be read. */
  isSure: boolean;
  pending: PendingEntry | undefined;
  entryCount: number;
  lastTrace: string;
};

const secCodes: readonly string[] = ['PPD', 'CCD', 'WEB', 'COR'] satisfies SecCode[];

export function openBatch(reading: Reading, line: Line): OpenBatch {
  const { faults } = reading;
  const secCode = line.text.slice(50, 53);
  const isForeign = /^[A-Z]{3}$/.test(secCode) && !secCodes.includes(secCode);
  const header = isForeign ? undefined : readRecord(batchHeader, line, faults);
  if (isForeign) faults.push(fault('secCode', line.number));
  if (header) {
    if (header.number <= reading.lastBatchNumber) faults.push(fault('batchOrder', line.number));
    reading.lastBatchNumber = header.number;
  }
  reading.batchCount += 1;
  return {
    line: line.number,
    header: header as Header | undefined,
    isForeign,
    entries: [],
    totals: noTotals(),
    isSure: !isForeign,
    pending: undefined,
    entryCount: 0,
    lastTrace: '',
  };
}

export function closeBatch(reading: Reading, open: OpenBatch, line: Line): void {
  closeEntry(open, reading.faults);
  if (!open.isForeign) checkBatch(reading, open, line);
  addTotals(reading.totals, open.totals);
  reading.isSure &&= open.isSure;
  if (open.header) reading.batches.push(batchFrom(open.header, open.entries));
}

function batchFrom(header: Header, entries: AchEntry[]): AchBatch {
  const { descriptiveDate, effectiveOn, settlementDay, ...rest } = header;
  return {
    ...rest,
    ...(descriptiveDate !== '' && { descriptiveDate }),
    ...(effectiveOn && { effectiveOn }),
    ...(settlementDay !== '' && { settlementDay }),
    entries,
  };
}
