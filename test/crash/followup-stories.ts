import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { cardFields, type Fields } from '../caller.ts';

/** What was paid before, what is to be done to it, how the bank behaves then, and what it must come to. */
export type FollowUpStory = {
  readonly name: string;
  readonly charge: Fields;
  readonly asks: {
    readonly kind: 'capture' | 'void' | 'refund';
    /** In dollars; without it all there is. */
    readonly amount?: string;
  };
  /** Asked under an Idempotency-Key. */
  readonly hasKey: boolean;
  /** To the first request; what it says no to, it says no to every time. */
  readonly bank: BehaviourName;
  readonly ends: FollowUpEnd;
  /** Where it depends on the moment of death. */
  readonly or?: FollowUpEnd;
};

export type FollowUpEnd = {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly payment: string;
  readonly capturedCents: bigint;
  readonly refundedCents: bigint;
};

const card = { ...cardFields, Amount: '12.50', TaxAmount: '1.00', TipAmount: '2.00' };
const charge = { ...card, OrderNumber: 'A-1' };
const authorization = { ...charge, ChargeType: 'Authorize' };

const whole = 1250n;
const captured = {
  state: 'succeeded',
  payment: 'captured',
  capturedCents: whole,
  refundedCents: 0n,
} as const;
const capturedPart = { ...captured, capturedCents: 700n };
const authorized = {
  ...captured,
  state: 'failed',
  payment: 'authorized',
  capturedCents: 0n,
} as const;
const voided = { ...captured, payment: 'voided' };
const released = { ...voided, capturedCents: 0n };
const refunded = { ...captured, refundedCents: 500n };
const notRefunded = { ...captured, state: 'failed' } as const;

const capture = { charge: authorization, asks: { kind: 'capture' } } as const;
const capturePart = { charge: authorization, asks: { kind: 'capture', amount: '7.00' } } as const;
const release = { charge: authorization, asks: { kind: 'void' } } as const;
const voids = { charge, asks: { kind: 'void' } } as const;
const refundAll = { charge, asks: { kind: 'refund' } } as const;
const refundPart = { charge, asks: { kind: 'refund', amount: '5.00' } } as const;

/** The bank says so of every request. */
export const saysNo: readonly BehaviourName[] = [
  'authorization_expired',
  'card_declined',
  'already_settled',
  'timeout_after_decline',
  'rejection',
];

type Requested = Pick<FollowUpStory, 'charge' | 'asks'>;

/** A client that is answered that nothing was sent repeats its request, which is then done. */
export const followUpStories: readonly FollowUpStory[] = [
  ...every('a capture', capture, captured, authorized, [
    'approve',
    'authorization_expired',
    'timeout_before_booking',
    'timeout_after_booking',
    'late_booking',
  ]),
  ...every('a capture of a part', capturePart, capturedPart, authorized, [
    'approve',
    'connection_refused',
    'wrong_amount_answer',
  ]),
  ...every('a void of an authorization', release, released, authorized, [
    'approve',
    'card_declined',
  ]),
  ...every('a void of a charge', voids, voided, notRefunded, [
    'approve',
    'already_settled',
    'timeout_before_booking',
    'late_booking',
  ]),
  ...every('a refund of all', refundAll, voided, notRefunded, ['garbage_answer']),
  ...every('a refund of a part', refundPart, refunded, notRefunded, [
    'approve',
    'card_declined',
    'rejection',
    'connection_refused',
    'timeout_before_booking',
    'timeout_after_booking',
    'timeout_after_decline',
    'late_booking',
    'wrong_reference_answer',
  ]),
  // A payment that the bank settled by its own clock cannot be voided, but it can be refunded.
  {
    ...story('a refund of all', refundAll, 'already_settled', true),
    ends: { ...refunded, refundedCents: whole },
    // The first request was never sent, and its successor is in time.
    or: voided,
  },
  {
    ...story('a refund of a part', refundPart, 'wrong_amount_booked', true),
    ends: { ...notRefunded, state: 'unknown' },
    or: refunded,
  },
  // Without a name of its own, all there is can be asked for again and again.
  { ...story('a capture', capture, 'timeout_before_booking', false), ends: captured },
  { ...story('a void of a charge', voids, 'approve', false), ends: voided },
  { ...story('a refund of all', refundAll, 'timeout_after_booking', false), ends: voided },
];

function every(
  name: string,
  requested: Requested,
  done: FollowUpEnd,
  refused: FollowUpEnd,
  behaviours: readonly BehaviourName[],
): FollowUpStory[] {
  return behaviours.map((bank) => ({
    ...story(name, requested, bank, true),
    ends: saysNo.includes(bank) ? refused : done,
  }));
}

function story(name: string, requested: Requested, bank: BehaviourName, hasKey: boolean) {
  return { ...requested, bank, hasKey, name: `${name}: ${bank}${hasKey ? '' : ', without a key'}` };
}
