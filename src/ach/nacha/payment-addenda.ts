import { always, digits, words } from './kinds.ts';
import { recordShape } from './record.ts';

/** Record 7, type 05: what the payment is for. */
export const paymentAddenda = recordShape({
  recordType: [1, 1, always('7'), 'More about the entry before it.'],
  addendaType: [2, 3, always('05'), 'Information for the receiver.'],
  information: [4, 83, words, 'Free, or in a format that both sides have agreed on.'],
  sequence: [84, 87, always('0001'), 'The classes that are sent here allow one and no more.'],
  entrySequence: [88, 94, digits, 'The last seven digits of the trace number of the entry.'],
});
