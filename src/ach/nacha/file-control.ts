import { always, cents, count, reserved } from './kinds.ts';
import { recordShape } from './record.ts';

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
