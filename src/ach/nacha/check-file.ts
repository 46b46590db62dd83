import { fileControl } from './file-control.ts';
import type { Reading } from './read-file.ts';
import { type Line, readRecord } from './record.ts';
import { fault, type Rule } from './rules.ts';

/** Compares what the control says with what was counted, not with what the batches' controls say. */
export function checkFileControl(reading: Reading, line: Line): void {
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

export function checkPadding({ faults, endLine, lastLine }: Reading): void {
  const wanted = Math.ceil(endLine / 10) * 10;
  if (lastLine === wanted) return;
  faults.push(fault('padding', lastLine, `the file has ${lastLine} lines instead of ${wanted}`));
}
