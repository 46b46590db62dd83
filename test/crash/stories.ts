import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import type { Terms } from '../../src/parties/businesses/terms.ts';
import { bankFields, cardFields, type Fields, type Headers } from '../caller.ts';

/** What a client wants, how the bank behaves to it, and what it must come to however often anybody died. */
export type Story = {
  readonly name: string;
  readonly fields: Fields;
  readonly headers?: Headers;
  readonly terms?: Partial<Terms>;
  readonly ends: 'charged' | 'declined' | 'not charged' | 'queued' | 'charged otherwise';
};

const amounts = { Amount: '12.50', TaxAmount: '1.00', TipAmount: '2.00' };
const order = { OrderNumber: 'A-1' };
const card = { ...cardFields, ...amounts };

export const stories: readonly Story[] = [
  behaves('approve', 'charged'),
  behaves('card_declined', 'declined'),
  behaves('rejection', 'declined'),
  behaves('connection_refused', 'not charged'),
  behaves('timeout_before_booking', 'not charged'),
  behaves('timeout_after_booking', 'charged'),
  behaves('timeout_after_decline', 'declined'),
  behaves('late_booking', 'charged'),
  behaves('server_error_before_booking', 'not charged'),
  behaves('garbage_answer', 'charged'),
  behaves('wrong_amount_answer', 'charged'),
  behaves('wrong_reference_answer', 'charged'),
  // The money is gone as the bank says; why is for a person to find out.
  behaves('wrong_amount_booked', 'charged otherwise'),
  { ...behaves('partial_approval', 'declined'), name: 'a part, which nobody wants' },
  {
    ...behaves('partial_approval', 'charged'),
    name: 'a part, which is welcome',
    terms: { partialApprovals: true },
  },
  makingToken(behaves('approve', 'charged')),
  makingToken(behaves('card_declined', 'declined')),
  makingToken(behaves('timeout_after_booking', 'charged')),
  {
    name: 'authorize only',
    fields: { ...card, ...order, ChargeType: 'Authorize' },
    ends: 'charged',
  },
  {
    name: 'approve, under an Idempotency-Key and no order number',
    fields: card,
    headers: { 'Idempotency-Key': 'key-1' },
    ends: 'charged',
  },
  {
    name: 'late_booking, under both names',
    fields: { ...card, ...order, CCNumber: testCard('late_booking') },
    headers: { 'Idempotency-Key': 'key-1' },
    ends: 'charged',
  },
  { name: 'ACH', fields: { ...bankFields, ...amounts, ...order }, ends: 'queued' },
  {
    name: 'ACH, making a token',
    fields: { ...bankFields, ...amounts, ...order, CreateToken: true },
    ends: 'queued',
  },
];

function behaves(does: BehaviourName, ends: Story['ends']): Story {
  return { name: does, fields: { ...card, ...order, CCNumber: testCard(does) }, ends };
}

function makingToken({ name, fields, ends }: Story): Story {
  return { name: `${name}, making a token`, fields: { ...fields, CreateToken: true }, ends };
}
