import { always, cents, count, digits, oneOf, reserved, someIdentifier, words } from './kinds.ts';
import { recordShape } from './record.ts';

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
