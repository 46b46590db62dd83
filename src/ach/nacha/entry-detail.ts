import {
  always,
  cents,
  count,
  digits,
  identifier,
  oneOf,
  routing,
  someIdentifier,
  someWords,
  words,
} from './kinds.ts';
import { recordShape } from './record.ts';

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
