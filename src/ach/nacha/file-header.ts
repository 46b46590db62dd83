import { always, identifier, matching, nineOrTen, words } from './kinds.ts';
import { date, timeIfAny } from './moments.ts';
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
