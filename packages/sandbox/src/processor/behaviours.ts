import { type DeclineCode, declines } from '../../../../src/ports/processors/declines.ts';
import type { FollowUpRequest } from '../../../../src/ports/processors/processor.ts';

/**
 * A behaviour is a pair: what the bank books, and how its answer reaches the caller. Every fault of a network is such a
 * pair.
 */
export type Behaviour = {
  readonly books: 'approval' | 'part' | 'decline' | 'late_approval' | 'another_amount' | 'nothing';
  readonly answers:
    | 'truth'
    | 'slowly'
    | 'never'
    | 'no_connection'
    | 'rejection'
    | 'server_error'
    | 'garbage'
    | 'half'
    | 'drop_by_drop'
    | 'twice'
    | 'another_amount'
    | 'another_reference';
};

const special = {
  approve: { books: 'approval', answers: 'truth' },
  slow_approval: { books: 'approval', answers: 'slowly' },
  slow_decline: { books: 'decline', answers: 'slowly' },
  rejection: { books: 'nothing', answers: 'rejection' },
  connection_refused: { books: 'nothing', answers: 'no_connection' },
  timeout_before_booking: { books: 'nothing', answers: 'never' },
  timeout_after_booking: { books: 'approval', answers: 'never' },
  timeout_after_decline: { books: 'decline', answers: 'never' },
  late_booking: { books: 'late_approval', answers: 'never' },
  server_error_before_booking: { books: 'nothing', answers: 'server_error' },
  server_error_after_booking: { books: 'approval', answers: 'server_error' },
  garbage_answer: { books: 'approval', answers: 'garbage' },
  half_answer: { books: 'approval', answers: 'half' },
  slow_drip: { books: 'approval', answers: 'drop_by_drop' },
  duplicate_answer: { books: 'approval', answers: 'twice' },
  wrong_amount_answer: { books: 'approval', answers: 'another_amount' },
  wrong_reference_answer: { books: 'approval', answers: 'another_reference' },
  wrong_amount_booked: { books: 'another_amount', answers: 'never' },
  partial_approval: { books: 'part', answers: 'truth' },
} as const satisfies Record<string, Behaviour>;

/** Approved charges whose later capture, void or refund behaves otherwise. */
const later = {
  capture_declined: { capture: 'authorization_expired' },
  capture_timeout_before_booking: { capture: 'timeout_before_booking' },
  capture_timeout_after_booking: { capture: 'timeout_after_booking' },
  void_declined: { void: 'already_settled' },
  void_timeout_before_booking: { void: 'timeout_before_booking' },
  void_timeout_after_booking: { void: 'timeout_after_booking' },
  refund_declined: { refund: 'card_declined' },
  refund_timeout_before_booking: { refund: 'timeout_before_booking' },
  refund_timeout_after_booking: { refund: 'timeout_after_booking' },
  refund_late_booking: { refund: 'late_booking' },
  refund_server_error: { refund: 'server_error_after_booking' },
} as const satisfies Record<string, FollowUpBehaviour>;

const always = [...Object.keys(special), ...Object.keys(declines)] as (
  | keyof typeof special
  | DeclineCode
)[];

/** The behaviours that can be scripted for a charge; below, those for its captures, voids and refunds. */
export const chargeBehaviours: readonly BehaviourName[] = [
  ...always,
  ...(Object.keys(later) as (keyof typeof later)[]),
];
export const followUpBehaviours: readonly BehaviourName[] = always.filter(
  (name) => name !== 'partial_approval',
);

type FollowUpKind = FollowUpRequest['kind'];
type FollowUpBehaviour = Partial<Record<FollowUpKind, keyof typeof special | DeclineCode>>;

/** A decline code is a behaviour too: it is booked and answered. */
export type BehaviourName = keyof typeof special | keyof typeof later | DeclineCode;

const plainDecline: Behaviour = { books: 'decline', answers: 'truth' };

export function behaviour(name: BehaviourName): Behaviour {
  if (isDecline(name)) return plainDecline;
  return isLater(name) ? special.approve : special[name];
}

/** The behaviour of a follow-up on a charge whose behaviour is `name` in the book. */
export function laterBehaviour(name: string, kind: FollowUpKind): BehaviourName {
  const does: FollowUpBehaviour = isLater(name) ? later[name] : {};
  return does[kind] ?? 'approve';
}

export function isBehaviour(name: unknown): name is BehaviourName {
  return (
    typeof name === 'string' && (isDecline(name) || isLater(name) || Object.hasOwn(special, name))
  );
}

export function declineCode(name: BehaviourName): DeclineCode {
  return isDecline(name) ? name : 'card_declined';
}

function isLater(name: string): name is keyof typeof later {
  return Object.hasOwn(later, name);
}

function isDecline(name: string): name is DeclineCode {
  return Object.hasOwn(declines, name);
}
