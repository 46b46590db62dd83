import type { NewSecret } from '../businesses/new-business.ts';

/** A request of a business to take payments. */
export type Application = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly state: ApplicationState;
  /** Counts its moves; who moves it must have seen this one. */
  readonly version: number;
  /** Of the contact, who hears of every move. */
  readonly email: string;
  /** What was told, by the names of the wire, without secrets. */
  readonly details: Readonly<Record<string, string>>;
  /** What is missing, while it needs information. */
  readonly requirements: readonly string[];
  /** Why it was declined. */
  readonly outcomeCodes: readonly string[];
  /** When it ends by itself, while it needs information. */
  readonly expiresAt: Date | undefined;
  readonly createdAt: Date;
};

/** An application that somebody wants to hand in: every field checked, nothing written yet. */
export type NewApplication = {
  readonly email: string;
  readonly details: Readonly<Record<string, string>>;
  /** Sealed with the business, under `applicationOwner`. Here it only counts which of them were told. */
  readonly secrets: readonly Pick<NewSecret, 'field'>[];
  /** Texts in which the markers of the sandbox are looked for. */
  readonly markers: readonly string[];
};

/** Stands in the details in place of an EIN that is the owner's SSN: the fact without the number. */
export const taxedBySsn = { name: 'TaxIdentification', value: 'SSN' } as const;

/** Where the details hold the tax number that the business has of its own. */
const ownTaxNumber = 'EIN';

/** What is told anew takes the place of what was told before; of the two ways to be taxed one counts. */
export function toldAnew(
  before: Application['details'],
  told: Application['details'],
): Application['details'] {
  const outdated = told[ownTaxNumber] === undefined ? ownTaxNumber : taxedBySsn.name;
  const isTold = told[ownTaxNumber] !== undefined || told[taxedBySsn.name] !== undefined;
  if (!isTold) return { ...before, ...told };
  const { [outdated]: _, ...rest } = before;
  return { ...rest, ...told };
}

/** Whose the secrets of an application are, as the vault calls it. */
export const applicationOwner = 'application';

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

/** Every move that there is. What is not in here is refused. */
export const moves: Readonly<Record<Trigger, Move>> = {
  submit: { from: ['draft'], to: 'submitted' },
  screen: { from: ['submitted'], to: 'screening' },
  clear: { from: ['screening'], to: 'approved' },
  refer: { from: ['screening'], to: 'in_review' },
  escalate: { from: ['screening', 'in_review'], to: 'enhanced_review' },
  request: { from: underReview, to: 'needs_information' },
  answer: { from: ['needs_information'], to: 'in_review' },
  // Whoever was looked at more closely goes on to be.
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

/** Undefined: that trigger means nothing in this state. */
export function stateAfter(
  state: ApplicationState,
  trigger: Trigger,
): ApplicationState | undefined {
  const { from, to } = moves[trigger];
  return from.includes(state) ? to : undefined;
}

/** Nothing ever leads out of these. */
export const endStates: readonly ApplicationState[] = [
  'active',
  'declined',
  'withdrawn',
  'expired',
];

/** How long the applicant may take to answer. */
export const answerWithinDays = 30;
