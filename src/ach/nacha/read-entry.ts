import { checkEntry, checkTrace } from './check-entry.ts';
import { entryDetail } from './entry-detail.ts';
import type { AchEntry } from './file.ts';
import { addendaReaders, type ReadAddenda } from './read-addenda.ts';
import type { OpenBatch } from './read-batch.ts';
import { type Line, readRecord } from './record.ts';
import { type Fault, fault } from './rules.ts';
import { addEntry } from './totals.ts';
import { isReturnedCode, isTransactionCode } from './transaction-codes.ts';

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
  // Of several addenda one would have to be chosen, and one that could not be read may have changed everything.
  if (addendaCount === 1 && addenda) open.entries.push({ ...entry, addenda: addenda.content });
}
