import type { AchBatch, AchEntry, SecCode } from './file.ts';
import { closeEntry, type PendingEntry } from './read-entry.ts';
import type { Reading } from './read-file.ts';
import { type Line, readRecord, type Values } from './record.ts';
import { batchControl, batchHeader } from './records.ts';
import { fault, type Rule } from './rules.ts';
import { addTotals, noTotals, type Totals } from './totals.ts';

export type Header = Omit<Values<typeof batchHeader>, 'secCode'> & { readonly secCode: SecCode };

/** A batch that is being read. */
export type OpenBatch = {
  readonly line: number;
  /** Undefined if it could not be read: then no check that depends on it is made. */
  readonly header: Header | undefined;
  /** True for another class, whose records have other columns: it is skipped up to its control. */
  readonly isForeign: boolean;
  readonly entries: AchEntry[];
  readonly totals: Totals;
  /** True if every entry could be read, so that the totals can be compared. */
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

function checkBatch(reading: Reading, open: OpenBatch, line: Line): void {
  const { faults } = reading;
  if (open.entryCount === 0) faults.push(fault('batchEmpty', open.line));
  if (open.header) checkEntries(reading, open, open.header);
  const said = readRecord(batchControl, line, faults);
  if (!said) return;
  const expect = (rule: Rule, found: unknown, right: unknown) => {
    if (found === right) return;
    faults.push(fault(rule, line.number, `it says ${found} instead of ${right}`));
  };

  const { header, totals } = open;
  if (header) {
    expect('batchClass', said.serviceClass, header.serviceClass);
    expect('batchCompany', said.companyId, header.companyId);
    expect('batchOdfi', said.odfi, header.odfi);
    expect('batchNumber', said.number, header.number);
  }
  if (!open.isSure) return;
  expect('batchEntryCount', said.entryCount, totals.records);
  expect('batchHash', said.hash, totals.hash);
  expect('batchDebits', said.debitCents, totals.debitCents);
  expect('batchCredits', said.creditCents, totals.creditCents);
}

function checkEntries(reading: Reading, { line, entries }: OpenBatch, header: Header): void {
  const { faults } = reading;
  const returned = entries.filter(({ addenda }) => typeof addenda === 'object').length;
  if (returned > 0 && returned < entries.length) faults.push(fault('mixedBatch', line));
  // A batch that comes back keeps the date that it went out with, or has none.
  const isNew = returned === 0 && header.secCode !== 'COR';
  if (isNew && isTooEarly(header.effectiveOn, reading.header?.createdOn)) {
    faults.push(fault('effectiveDate', line));
  }
}

type Day = Temporal.PlainDate | undefined;

function isTooEarly(effectiveOn: Day, madeOn: Day): boolean {
  if (!effectiveOn) return true;
  return madeOn !== undefined && Temporal.PlainDate.compare(effectiveOn, madeOn) < 0;
}
