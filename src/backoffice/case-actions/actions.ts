import { readFile } from '../../ach/files/file-store.ts';
import { rejectFile } from '../../ach/files/reject-file.ts';
import { goodForHours, recordApproval } from '../../moving/numbers/approval.ts';
import type { CaseKind, OpenCase } from '../../records/case.ts';
import type { DecisionOf } from '../../records/decisions.ts';
import type { Batch } from '../../settlement/batch.ts';
import { decideMismatch } from '../../settlement/decide-mismatch.ts';
import { decideUnknown } from '../../settlement/decide-unknown.ts';
import type { World } from '../../world.ts';
import { charged, notCharged } from './charges.ts';
import {
  done,
  notDone,
  refundDifference,
  refundedElsewhere,
  retryUndecided,
  voidAll,
} from './followups.ts';

export type ConfirmedCase = OpenCase & {
  readonly proposal: string;
  readonly confirmedBy: string;
  readonly confirmedAt: Date;
};

/**
 * Carries out one decision, by the clock of the business. It may be called again after a crash at any statement, or
 * twice concurrently: each action first checks the steps that are done already.
 */
export type CaseAction = (world: World, confirmed: ConfirmedCase) => Promise<ActionResult>;

/** The outcome; or why it could not be done, so that a person must decide anew. */
export type ActionResult = { readonly done: string } | { readonly again: string };

/** The action of each decision of each kind of case. */
export const actions: {
  readonly [K in CaseKind]: { readonly [D in DecisionOf<K>]: CaseAction };
} = {
  outcome_unknown: { charged, not_charged: notCharged },
  followup_unknown: { done, not_done: notDone },
  amount_differs: { accept: noted, refund_difference: refundDifference, void: voidAll },
  not_given_back: { given_back_elsewhere: refundedElsewhere, try_again: retryUndecided },
  batch_mismatch: { accept_theirs: acceptTheirs, keep_open: keepOpen },
  batch_unknown: {
    closed: async (world, confirmed) => await endBatch(world, confirmed, 'closed'),
    not_closed: async (world, confirmed) => await endBatch(world, confirmed, 'not_closed'),
  },
  followup_contradicted: { noted },
  batch_contradicted: { noted },
  no_report: { noted },
  odd_row: { noted },
  malformed_request: { noted },
  ach_return: { noted },
  ach_file: { noted, rejected },
  dispute: { answered: noted, accepted: noted },
  dispute_unmatched: { noted },
  dispute_contradicted: { noted },
  card_testing: { noted },
  number_export: { export: approved, keep: noted },
};

async function noted(): Promise<ActionResult> {
  return { done: 'Noted.' };
}

/** Approves an export. A command exports the records, since they leave in a file. */
async function approved(world: World, confirmed: ConfirmedCase): Promise<ActionResult> {
  await recordApproval(world, confirmed);
  return { done: `Approved for one export within ${goodForHours} hours.` };
}

async function acceptTheirs(world: World, confirmed: ConfirmedCase): Promise<ActionResult> {
  const { businessId, object, confirmedBy } = confirmed;
  const batch = await decideMismatch(world, businessId, object.id, 'accept_theirs', confirmedBy);
  return { done: `The batch is ${batch.state}.` };
}

async function keepOpen(world: World, confirmed: ConfirmedCase): Promise<ActionResult> {
  const { businessId, object, confirmedBy } = confirmed;
  const batch = await decideMismatch(world, businessId, object.id, 'keep_open', confirmedBy);
  return { again: `Kept open: the batch is ${batch.state}.` };
}

async function endBatch(
  world: World,
  { businessId, object: { id }, confirmedBy }: ConfirmedCase,
  decision: 'closed' | 'not_closed',
): Promise<ActionResult> {
  const batch = await decideUnknown(world, { businessId, id }, decision, confirmedBy);
  return { done: outcomeOf(batch) };
}

function outcomeOf(batch: Batch | undefined): string {
  if (batch) return `The batch is ${batch.state}.`;
  return 'The batch is dissolved: what was in it is open again.';
}

/** The bank does not have a file of ours. */
async function rejected(
  world: World,
  { businessId, object, confirmedBy, proposedAt, note }: ConfirmedCase,
): Promise<ActionResult> {
  const key = { scope: businessId, id: object.id };
  const before = await readFile(world.db, key);
  const { putAt } = before ?? {};
  if (putAt && proposedAt && putAt > proposedAt)
    return { again: 'It was put into the outbox since that was proposed: the bank has it.' };
  // Rejected before a crash; the sweep over files takes its entries out.
  if (before?.state === 'rejected') return { done: 'The file is rejected.' };
  const { state } = await rejectFile(world, key, { actor: confirmedBy, reason: note ?? '' });
  return { done: `The file is ${state}.` };
}
