import {
  always,
  count,
  digits,
  identifier,
  matching,
  oneOf,
  someIdentifier,
  someWords,
  words,
} from './kinds.ts';
import { dateIfAny } from './moments.ts';
import { recordShape } from './record.ts';

const dayOfYear = matching(/^(?:|00[1-9]|0[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/);

/** Record 5: a company and what its entries are for. */
export const batchHeader = recordShape({
  recordType: [1, 1, always('5'), 'The first record of a batch.'],
  serviceClass: [2, 4, oneOf(200, 220, 225), 'Whether there are debits, credits or both.'],
  companyName: [5, 20, someWords, 'Who the receiver believes to be dealing with.'],
  discretionary: [21, 40, words, 'For the company and its bank.'],
  companyId: [
    41,
    50,
    someIdentifier,
    'The company as its bank knows it, often 1 and its tax number.',
  ],
  secCode: [
    51,
    53,
    matching(/^[A-Z]{3}$/),
    'How the receiver has agreed; it decides which rules hold.',
  ],
  description: [54, 63, someWords, 'What the entries are for; shown to the receiver.'],
  descriptiveDate: [
    64,
    69,
    identifier,
    'A date or a word for the receiver; nobody computes with it.',
  ],
  effectiveOn: [70, 75, dateIfAny, 'The banking day on which the company wants it to settle.'],
  settlementDay: [76, 78, dayOfYear, 'Written by the operator: the day of the year.'],
  // 0 is for the operators' own advices, 2 for the government, whose entries come back to nobody here.
  originatorStatus: [79, 79, always('1'), 'The sender is a bank and bound by the rules.'],
  odfi: [80, 87, digits, 'The bank that sends, without its check digit.'],
  number: [88, 94, count, 'Ascends within the file.'],
});
