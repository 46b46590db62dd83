import type { OpenBatch } from './read-batch.ts';
import type { BareEntry, PendingEntry } from './read-entry.ts';
import type { Line } from './record.ts';
import { type Fault, fault } from './rules.ts';
import { directionOf, isReturnedCode, transactionCodes } from './transaction-codes.ts';

export function checkTrace(open: OpenBatch, entry: BareEntry, line: Line, faults: Fault[]): void {
  const { traceNumber } = entry;
  const { header, lastTrace } = open;
  if (header && !traceNumber.startsWith(header.odfi)) faults.push(fault('traceOdfi', line.number));
  // Only the seven digits that the bank gives out, so that a wrong bank is one fault and not two.
  if (traceNumber.slice(8) <= lastTrace.slice(8)) faults.push(fault('traceOrder', line.number));
  open.lastTrace = traceNumber;
}

export function checkEntry(
  open: OpenBatch,
  pending: PendingEntry,
  entry: BareEntry,
  faults: Fault[],
): void {
  const { line, announcesAddenda, addendaCount, addenda } = pending;
  if (announcesAddenda !== addendaCount > 0) faults.push(fault('addendaIndicator', line));
  // A type that was refused, or a record that could not be read, has its fault already.
  const isKnown = addendaCount === 0 ? !announcesAddenda : addenda !== undefined;
  const isAnswer = addenda !== undefined && typeof addenda.content !== 'string';
  if (isKnown && isAnswer !== isReturnedCode(entry.transactionCode)) {
    faults.push(fault('returnedCode', line));
  }
  checkClass(open, entry, line, faults);
  checkAmount(open, entry, line, faults);
}

function checkClass(open: OpenBatch, entry: BareEntry, line: number, faults: Fault[]): void {
  if (!open.header) return;
  const direction = directionOf(entry.transactionCode);
  const allowed = { 200: direction, 220: 'credit', 225: 'debit' }[open.header.serviceClass];
  if (direction !== allowed) faults.push(fault('serviceClass', line));
}

/** A return has the amount of its entry, and that may have been a prenote. */
function checkAmount(open: OpenBatch, entry: BareEntry, line: number, faults: Fault[]): void {
  const { amountCents, transactionCode: code } = entry;
  const isNotice = open.header?.secCode === 'COR';
  if (isReturnedCode(code) && !isNotice) return;
  const mustBeNothing = isNotice || (!isReturnedCode(code) && transactionCodes[code].isPrenote);
  if ((amountCents === 0n) !== mustBeNothing) faults.push(fault('amount', line));
}
