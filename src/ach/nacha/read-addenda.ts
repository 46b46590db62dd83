import type { AchEntry } from './file.ts';
import { noticeAddenda } from './notice-addenda.ts';
import { paymentAddenda } from './payment-addenda.ts';
import { type Line, readRecord } from './record.ts';
import { returnAddenda } from './return-addenda.ts';
import type { Fault } from './rules.ts';

export type ReadAddenda = {
  readonly content: NonNullable<AchEntry['addenda']>;
  /** The trace number of the entry that it belongs to, or the end of that number. */
  readonly ofEntry: string;
};

/** Answers to a return or a notice: they have other columns and go to a person. */
const answers = /^7(?:99R(?:6[1-9]|7[0-7])|98C6[1-9])/;

/** Nothing where the record is of a type that we do not know, or could not be read. */
export const addendaReaders: Readonly<
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
