import {
  always,
  cents,
  count,
  date,
  dateIfAny,
  digits,
  identifier,
  matching,
  nineOrTen,
  oneOf,
  reserved,
  routing,
  someIdentifier,
  someWords,
  timeIfAny,
  words,
} from './kinds.ts';
import { recordShape } from './record.ts';

/** Record 1: whose file it is and which of that day. */
export const fileHeader = recordShape({
  recordType: [1, 1, always('1'), 'The first record of a file.'],
  priorityCode: [2, 3, always('01'), 'No other priority was ever given out.'],
  immediateDestination: [
    4,
    13,
    nineOrTen,
    'Who receives the file; in answers to us it may be our own number.',
  ],
  immediateOrigin: [14, 23, nineOrTen, 'Who sends the file, as the receiver knows them.'],
  createdOn: [24, 29, date, 'The day on which the file was made.'],
  createdAt: [30, 33, timeIfAny, 'The time of that day; it may be left out.'],
  modifier: [34, 34, matching(/^[A-Z0-9]$/), 'Tells files of one day apart: two alike are one.'],
  recordSize: [35, 37, always('094'), 'Characters in a record.'],
  blockingFactor: [38, 39, always('10'), 'Records in a block; tapes were written by the block.'],
  formatCode: [40, 40, always('1'), 'The only format there is.'],
  destinationName: [41, 63, words, 'The name of who receives, for people.'],
  originName: [64, 86, words, 'The name of who sends, for people.'],
  referenceCode: [87, 94, identifier, 'For the sender alone; the network makes nothing of it.'],
});

const dayOfYear = matching(/^(?:|00[1-9]|0[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/);

/** Record 5: a company and the purpose of its entries. */
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
  // 0 is for the operators' own advices, 2 for the government, whose entries are never returned to us.
  originatorStatus: [79, 79, always('1'), 'The sender is a bank and bound by the rules.'],
  odfi: [80, 87, digits, 'The bank that sends, without its check digit.'],
  number: [88, 94, count, 'Ascends within the file.'],
});

/** Record 6: one account is debited or credited. PPD, CCD, WEB and COR share its columns. */
export const entryDetail = recordShape({
  recordType: [1, 1, always('6'), 'An entry.'],
  transactionCode: [2, 3, count, 'The sort of account and the direction; see the table of codes.'],
  routingNumber: [4, 12, routing, 'The bank of the account; the first eight digits are hashed.'],
  accountNumber: [
    13,
    29,
    someIdentifier,
    'The account at that bank, as it is printed on its checks.',
  ],
  amountCents: [30, 39, cents, 'In cents: at most 99,999,999.99 dollars.'],
  individualId: [40, 54, identifier, 'How the company knows the receiver or the payment.'],
  individualName: [55, 76, someWords, 'Who is debited or credited: a person, in CCD a company.'],
  discretionary: [
    77,
    78,
    words,
    'For the sending bank; in WEB it says R for recurring, S for single.',
  ],
  addendaIndicator: [79, 79, oneOf(0, 1), 'Whether an addenda record follows.'],
  traceNumber: [80, 94, digits, 'Names the entry for good; a return quotes it.'],
});

/** Record 7, type 05: the purpose of the payment. */
export const paymentAddenda = recordShape({
  recordType: [1, 1, always('7'), 'More about the entry before it.'],
  addendaType: [2, 3, always('05'), 'Information for the receiver.'],
  information: [4, 83, words, 'Free, or in a format that both sides have agreed on.'],
  sequence: [84, 87, always('0001'), 'The classes that are sent here allow one and no more.'],
  entrySequence: [88, 94, digits, 'The last seven digits of the trace number of the entry.'],
});

/** Record 7, type 99: why an entry comes back. */
export const returnAddenda = recordShape({
  recordType: [1, 1, always('7'), 'More about the entry before it.'],
  addendaType: [2, 3, always('99'), 'A return.'],
  code: [4, 6, matching(/^R\d\d$/), 'The reason.'],
  originalTrace: [7, 21, digits, 'The entry that comes back: the one key to find it by.'],
  dateOfDeath: [22, 27, dateIfAny, 'Only where somebody died, R14 and R15.'],
  originalRdfi: [28, 35, digits, 'The bank that the entry went to.'],
  information: [36, 79, words, 'What the bank has to add.'],
  traceNumber: [80, 94, digits, 'The trace number of the entry before it.'],
});

/** Record 7, type 98: the entry went through, and the next one should be written otherwise. */
export const noticeAddenda = recordShape({
  recordType: [1, 1, always('7'), 'More about the entry before it.'],
  addendaType: [2, 3, always('98'), 'A notice of change.'],
  code: [4, 6, matching(/^C\d\d$/), 'What was wrong.'],
  originalTrace: [7, 21, digits, 'The entry that it speaks of.'],
  reservedForDeath: [22, 27, reserved, 'A return has a date here.'],
  originalRdfi: [28, 35, digits, 'The bank that the entry went to.'],
  correctedData: [36, 64, identifier, 'What is right; its columns depend on the code.'],
  reservedForInformation: [65, 79, reserved, 'A return has words here.'],
  traceNumber: [80, 94, digits, 'The trace number of the entry before it.'],
});

/** Record 8: the sums of a batch. */
export const batchControl = recordShape({
  recordType: [1, 1, always('8'), 'The last record of a batch.'],
  serviceClass: [2, 4, oneOf(200, 220, 225), 'As in the header.'],
  entryCount: [5, 10, count, 'Entries and addenda.'],
  hash: [11, 20, count, 'The banks of all entries added up, the last ten digits of it.'],
  debitCents: [21, 32, cents, 'All debits.'],
  creditCents: [33, 44, cents, 'All credits.'],
  companyId: [45, 54, someIdentifier, 'As in the header.'],
  authentication: [55, 73, words, 'A code that hardly any bank asks for; we send none.'],
  reserved: [74, 79, reserved, 'Nothing yet.'],
  odfi: [80, 87, digits, 'As in the header.'],
  number: [88, 94, count, 'As in the header.'],
});

/** Record 9: the sums of the file. */
export const fileControl = recordShape({
  recordType: [1, 1, always('9'), 'The last record of a file, before its padding.'],
  batchCount: [2, 7, count, 'Batches.'],
  blockCount: [8, 13, count, 'Blocks of ten records; the last one counts as a whole.'],
  entryCount: [14, 21, count, 'Entries and addenda of all batches.'],
  hash: [22, 31, count, 'The hashes of all batches added up, the last ten digits of it.'],
  debitCents: [32, 43, cents, 'All debits.'],
  creditCents: [44, 55, cents, 'All credits.'],
  reserved: [56, 94, reserved, 'Nothing yet.'],
});
