import { always, digits, matching, words } from './kinds.ts';
import { dateIfAny } from './moments.ts';
import { recordShape } from './record.ts';

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
