import { accountKinds } from '../../kernel/bank-account.ts';
import {
  int4,
  int8,
  json,
  jsonOf,
  listOf,
  named,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { type Details, detailKey, detailOf, withTold } from '../businesses/details.ts';
import type { NewSecret } from '../businesses/new-business.ts';

export const applicationStates = [
  'draft',
  'submitted',
  'screening',
  'in_review',
  'needs_information',
  'enhanced_review',
  'approved',
  'provisioning',
  'active',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const applicationRows = table('applications', {
  businessId: int8,
  id: int8,
  state: oneOf(applicationStates),
  /** Counts its moves: an update names the version that was read. */
  version: int4,
  /** The contact's mail address; the contact is informed of every move. */
  email: text,
  /** Parameters by their names on the wire, without secrets. */
  details: jsonOf<Details>(json),
  /** The bank account that the details name, see `payoutAccountOf`. Payouts read these columns and no details. */
  payoutRoutingNumber: optional(text),
  payoutHolder: optional(text),
  payoutAccountKind: optional(oneOf(accountKinds)),
  /** Codes of the missing information, in `needs_information`. */
  requirements: listOf(text),
  /** Reasons of a decline. */
  outcomeCodes: listOf(text),
  /** In `needs_information`: when it expires. */
  expiresAt: optional(timestamptz),
  createdAt: timestamptz,
});
/** The columns that are read: the details contain the account. */
export const applications = applicationRows.omit(
  'payoutRoutingNumber',
  'payoutHolder',
  'payoutAccountKind',
);
/** A request of a business to take payments. */
export type Application = RowOf<typeof applications>;

export const applicationMoves = table('application_moves', {
  businessId: int8,
  applicationId: int8,
  n: int4,
  from: optional(named('from_state', oneOf(applicationStates))),
  to: named('to_state', oneOf(applicationStates)),
  actor: text,
  reason: text,
  at: named('moved_at', timestamptz),
});
export type ApplicationMove = Omit<RowOf<typeof applicationMoves>, 'businessId' | 'applicationId'>;

/** An application to be submitted: every field is checked, nothing is written. */
export type NewApplication = {
  readonly email: string;
  readonly details: Details;
  /** Which secrets were sent. They are sealed with the business, under `applicationOwner`. */
  readonly secrets: readonly Pick<NewSecret, 'field'>[];
  /** Texts in which the markers of the sandbox are looked for. */
  readonly markers: readonly string[];
};

/** Stands in the details in place of an EIN that is the owner's SSN: the fact without the number. */
export const taxedBySsn = { name: 'TaxIdentification', value: 'SSN' } as const;

const ownTaxNumber = detailKey('ein');

/**
 * New details replace former ones; of EIN and the owner's SSN only the latest counts. The street of an application is
 * the whole of it: no second line of a former address stays.
 */
export function mergeDetails(before: Details, told: Details): Details {
  const gone: string[] = [];
  if (told[ownTaxNumber] !== undefined) gone.push(taxedBySsn.name);
  else if (told[taxedBySsn.name] !== undefined) gone.push(ownTaxNumber);
  if (detailOf(told, 'street') !== undefined) gone.push(detailKey('street2'));
  const kept = Object.entries(before).filter(([name]) => !gone.includes(name));
  return withTold(Object.fromEntries(kept), told);
}

/** The owner of an application's secrets in the vault. */
export const applicationOwner = 'application';

export type Trigger =
  | 'submit'
  | 'screen'
  | 'clear'
  | 'refer'
  | 'escalate'
  | 'request'
  | 'answer'
  | 'answer_enhanced'
  | 'approve'
  | 'provision'
  | 'activate'
  | 'decline'
  | 'withdraw'
  | 'expire';

type Move = { readonly from: readonly ApplicationState[]; readonly to: ApplicationState };

const underReview = ['screening', 'in_review', 'enhanced_review'] as const;

/** Every move; any other is refused. */
export const moves: Readonly<Record<Trigger, Move>> = {
  submit: { from: ['draft'], to: 'submitted' },
  screen: { from: ['submitted'], to: 'screening' },
  clear: { from: ['screening'], to: 'approved' },
  refer: { from: ['screening'], to: 'in_review' },
  escalate: { from: ['screening', 'in_review'], to: 'enhanced_review' },
  request: { from: underReview, to: 'needs_information' },
  answer: { from: ['needs_information'], to: 'in_review' },
  answer_enhanced: { from: ['needs_information'], to: 'enhanced_review' },
  approve: { from: ['in_review', 'enhanced_review'], to: 'approved' },
  provision: { from: ['approved'], to: 'provisioning' },
  activate: { from: ['provisioning'], to: 'active' },
  decline: { from: [...underReview, 'needs_information'], to: 'declined' },
  withdraw: {
    from: ['draft', 'submitted', ...underReview, 'needs_information', 'approved', 'provisioning'],
    to: 'withdrawn',
  },
  expire: { from: ['needs_information'], to: 'expired' },
};

/** Undefined: the trigger is not allowed in this state. */
export function stateAfter(
  state: ApplicationState,
  trigger: Trigger,
): ApplicationState | undefined {
  const { from, to } = moves[trigger];
  return from.includes(state) ? to : undefined;
}

/** States without a way out. */
export const endStates: readonly ApplicationState[] = [
  'active',
  'declined',
  'withdrawn',
  'expired',
];

/** The applicant's time to answer. */
export const answerWithinDays = 30;
