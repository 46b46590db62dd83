import type { DecisionOf } from '../questions/decisions.ts';
import type { QuestionKind } from '../questions/question.ts';
import { refundDifference, voidAll } from './amounts.ts';
import { acceptTheirs, closed, keepOpen, notClosed } from './batches.ts';
import { type Carrier, noted } from './carrier.ts';
import { charged, notCharged } from './charges.ts';
import { rejected } from './files.ts';
import { done, givenBackElsewhere, notDone, tryAgain } from './followups.ts';

/** Who carries out what may be decided: every decision of the table has its row here. */
export const carriers: {
  readonly [K in QuestionKind]: { readonly [D in DecisionOf<K>]: Carrier };
} = {
  outcome_unknown: { charged, not_charged: notCharged },
  followup_unknown: { done, not_done: notDone },
  amount_differs: { accept: noted, refund_difference: refundDifference, void: voidAll },
  not_given_back: { given_back_elsewhere: givenBackElsewhere, try_again: tryAgain },
  batch_mismatch: { accept_theirs: acceptTheirs, keep_open: keepOpen },
  batch_unknown: { closed, not_closed: notClosed },
  batch_contradicted: { noted },
  ach_return: { noted },
  ach_file: { noted, rejected },
};
