import { always, digits, identifier, matching, reserved } from './kinds.ts';
import { recordShape } from './record.ts';

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
