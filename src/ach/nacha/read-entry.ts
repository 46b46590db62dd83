import type { AchEntry } from './file.ts';
import type { OpenBatch } from './read-batch.ts';
import { type Line, readRecord } from './record.ts';
import { entryDetail, noticeAddenda, paymentAddenda, returnAddenda } from './records.ts';
import { type Fault, fault } from './rules.ts';
import { addEntry } from './totals.ts';
import {
  directionOf,
  isReturnedCode,
  isTransactionCode,
  transactionCodes,
} from './transaction-codes.ts';

export type BareEntry = Omit<AchEntry, 'addenda'>;

/** An entry whose addenda may still come. */
export type PendingEntry = {
  readonly line: number;
  /** Missing where it could not be read. */
  readonly entry: BareEntry | undefined;
  readonly announcesAddenda: boolean;
  addendaCount: number;
  /** Missing where there is none or it could not be read. */
  addenda: ReadAddenda | undefined;
};

export function readEntry(open: OpenBatch, line: Line, faults: Fault[]): void {
  if (open.isForeign) return;
  closeEntry(open, faults);
  open.totals.records += 1;
  open.entryCount += 1;
  const { entry, announcesAddenda } = entryFrom(line, faults);
  open.pending = {
    line: line.number,
    entry,
    announcesAddenda,
    addendaCount: 0,
    addenda: undefined,
  };
  if (!entry) {
    open.isSure = false;
    return;
  }

  addEntry(open.totals, entry);
  checkTrace(open, entry, line, faults);
}

function entryFrom(line: Line, faults: Fault[]) {
  const record = readRecord(entryDetail, line, faults);
  if (!record) return { entry: undefined, announcesAddenda: false };
  const { addendaIndicator, transactionCode, ...rest } = record;
  const announcesAddenda = addendaIndicator === 1;
  if (isTransactionCode(transactionCode) || isReturnedCode(transactionCode)) {
    return { entry: { ...rest, transactionCode }, announcesAddenda };
  }
  faults.push(fault('transactionCode', line.number));
  return { entry: undefined, announcesAddenda };
}

export function readAddenda(open: OpenBatch, line: Line, faults: Fault[]): void {
  if (open.isForeign) return;
  const { pending, header } = open;
  if (!pending) {
    faults.push(fault('recordOrder', line.number, 'a misplaced addenda record'));
    open.isSure = false;
    return;
  }
  open.totals.records += 1;
  pending.addendaCount += 1;
  if (pending.addendaCount > 1) {
    faults.push(fault('addendaCount', line.number));
    return;
  }
  const type = line.text.slice(1, 3);
  const read = Object.hasOwn(addendaReaders, type) ? addendaReaders[type] : undefined;
  const isOfClass = !header || (type === '98') === (header.secCode === 'COR');
  if (!read || !isOfClass) {
    faults.push(fault('addendaType', line.number));
    return;
  }

  pending.addenda = read(line, faults);
  const belongs = pending.entry?.traceNumber.endsWith(pending.addenda?.ofEntry ?? '') ?? true;
  if (!belongs) faults.push(fault('addendaSequence', line.number));
}

/** The next entry or the control is there, so no addenda can come any more. */
export function closeEntry(open: OpenBatch, faults: Fault[]): void {
  const { pending } = open;
  open.pending = undefined;
  if (!pending?.entry) return;
  checkEntry(open, pending, pending.entry, faults);
  const { entry, addenda, addendaCount } = pending;
  if (addendaCount === 0) open.entries.push(entry);
  // Skips an entry with several addenda, as one would have to be chosen, and one whose addenda record could not be
  // read, as it may have changed everything.
  if (addendaCount === 1 && addenda) open.entries.push({ ...entry, addenda: addenda.content });
}

function checkTrace(open: OpenBatch, entry: BareEntry, line: Line, faults: Fault[]): void {
  const { traceNumber } = entry;
  const { header, lastTrace } = open;
  if (header && !traceNumber.startsWith(header.odfi)) faults.push(fault('traceOdfi', line.number));
  // Only the seven digits that the bank gives out, so that a wrong bank is one fault and not two.
  if (traceNumber.slice(8) <= lastTrace.slice(8)) faults.push(fault('traceOrder', line.number));
  open.lastTrace = traceNumber;
}

function checkEntry(
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

export type ReadAddenda = {
  readonly content: NonNullable<AchEntry['addenda']>;
  /** The trace number of the entry that it belongs to, or the end of that number. */
  readonly ofEntry: string;
};

/** Answers to a return or a notice: they have other columns and go to a person. */
const answers = /^7(?:99R(?:6[1-9]|7[0-7])|98C6[1-9])/;

/** Undefined if the record's type is unknown, or it could not be read. */
const addendaReaders: Readonly<
  Record<string, (line: Line, faults: Fault[]) => ReadAddenda | undefined>
> = {
  '05': (line, faults) => {
    const record = readRecord(paymentAddenda, line, faults);
    return record && { content: record.information, ofEntry: record.entrySequence };
  },

  '98': (line, faults) => {
    if (answers.test(line.text)) return unread(line);
    const record = readRecord(noticeAddenda, line, faults);
    if (!record) return undefined;
    const { traceNumber, ...rest } = record;
    return { content: { kind: 'notice', ...rest }, ofEntry: traceNumber };
  },

  '99': (line, faults) => {
    if (answers.test(line.text)) return unread(line);
    const record = readRecord(returnAddenda, line, faults);
    if (!record) return undefined;
    const { traceNumber, dateOfDeath, ...rest } = record;
    const content = { kind: 'return', ...rest, ...(dateOfDeath && { dateOfDeath }) } as const;
    return { content, ofEntry: traceNumber };
  },
};

function unread({ text }: Line): ReadAddenda {
  return {
    content: { kind: 'raw', code: text.slice(3, 6), record: text },
    ofEntry: text.slice(79),
  };
}
