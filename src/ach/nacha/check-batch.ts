import { batchControl } from './batch-control.ts';
import type { Header, OpenBatch } from './read-batch.ts';
import type { Reading } from './read-file.ts';
import { type Line, readRecord } from './record.ts';
import { fault, type Rule } from './rules.ts';

export function checkBatch(reading: Reading, open: OpenBatch, line: Line): void {
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
  // What comes back keeps the date that it went out with, or has none.
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
