import {
  int8,
  json,
  jsonOf,
  named,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../runtime/column.ts';
import { type RowOf, table } from '../runtime/table.ts';
import type { Evidence } from './evidence.ts';

/** The kinds of cases that only a person can decide. */
export const caseKinds = [
  /** The charge: all inquiries were in vain. */
  'outcome_unknown',
  /** A capture, void or refund: all inquiries were in vain. */
  'followup_unknown',
  /** The processor shows a capture, void or refund that was taken for not done. */
  'followup_contradicted',
  /** The processor charged another amount than it was asked for. */
  'amount_differs',
  /** A late approval could not be reversed. */
  'not_given_back',
  /** The processor's totals of a batch are not ours. */
  'batch_mismatch',
  /** A batch: all inquiries were in vain. */
  'batch_unknown',
  /** The processor contradicts a decision of two persons about a batch. */
  'batch_contradicted',
  /** For days a processor has reported no settlements, or no disputes. */
  'no_report',
  /** Rows of settlements, or of disputes, that no rule reads. */
  'odd_row',
  /** A gateway cannot read a request as we wrote it: every payment there may meet that. */
  'malformed_request',
  /** No rule decides a returned bank transfer. */
  'ach_return',
  /** A file from the bank cannot be read or fits nothing that we sent. */
  'ach_file',
  /** A payer disputed a payment at its bank: it can be answered until a day. */
  'dispute',
  /** No payment fits a dispute. */
  'dispute_unmatched',
  /** The processor reports a state of a dispute that cannot follow on the former one. */
  'dispute_contradicted',
  /** One caller, pay link or network tried many cards without success, and is stopped for a time. */
  'card_testing',
  /** Somebody wants to export the numbers of cards and accounts, encrypted for a key. */
  'number_export',
] as const;
export type CaseKind = (typeof caseKinds)[number];

export const objectKinds = [
  'payment',
  'followup',
  'batch',
  'ach_entry',
  'ach_file',
  'dispute',
  'business',
  'pay_link',
  'network',
] as const;

export const cases = table('open_questions', {
  businessId: int8,
  id: int8,
  kind: oneOf(caseKinds),
  objectKind: oneOf(objectKinds),
  objectId: int8,
  /** A `proposed` case that has a `confirmedBy` is confirmed. */
  state: oneOf(['open', 'proposed', 'closed']),
  /** The facts that a person needs to decide; no secret. */
  evidence: jsonOf<Readonly<Record<string, unknown>>>(json),
  proposal: optional(text),
  proposedBy: optional(text),
  proposedAt: optional(timestamptz),
  /** The origins of the proposer (`parties/businesses/principal.ts`), separated by blanks. */
  proposedOrigins: optional(text),
  /** Why it was proposed. */
  note: optional(text),
  confirmedBy: optional(named('closed_by', text)),
  confirmedAt: optional(named('closed_at', timestamptz)),
  /** The result of the decision; of an open case, the result of the last one. */
  outcome: optional(text),
  createdAt: timestamptz,
});
type Row = RowOf<typeof cases>;

/** `confirmed`: decided, and being carried out. */
export type CaseState = Row['state'] | 'confirmed';

/** One person proposes a decision, another confirms it, and then it is carried out. */
export type OpenCase = Omit<Row, 'state' | 'objectKind' | 'objectId'> & {
  readonly state: CaseState;
  readonly object: CaseObject;
};
export type CaseObject = { readonly kind: Row['objectKind']; readonly id: bigint };
export type CaseKey = Pick<OpenCase, 'businessId' | 'id'>;
export type NewCase = Pick<OpenCase, 'businessId' | 'kind' | 'object'> & {
  readonly evidence: Evidence;
};

export function toCase({ objectKind, objectId, state, ...row }: Row): OpenCase {
  const isConfirmed = state === 'proposed' && row.confirmedBy !== undefined;
  return {
    ...row,
    state: isConfirmed ? 'confirmed' : state,
    object: { kind: objectKind, id: objectId },
  };
}

/** The name of a proposer or confirmer as people see it: a signed-in user appears by the mail address. */
export function shownName(name = ''): string {
  return name.replace(/^user:/, '');
}
