import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { disputeStates } from './moves.ts';

/** A payer's dispute with its bank, as the processor last reported it. */
export const disputes = table('disputes', {
  businessId: int8,
  id: int8,
  /** The processor that reports it, and the dispute's id there. */
  processor: text,
  processorId: text,
  /** Our reference of the charge, and the processor's id of it; empty if the processor reported none. */
  chargeReference: text,
  chargeId: text,
  /** Undefined: no payment fits. */
  paymentId: optional(int8),
  state: oneOf(disputeStates),
  amountCents: int8,
  /** The amount that the bank holds now. */
  takenCents: int8,
  reasonCode: text,
  reason: text,
  /** The last moment for evidence. */
  answerUntil: optional(timestamptz),
  /** When the processor reported the latest state, by its own clock. */
  toldAt: timestamptz,
  createdAt: timestamptz,
});
export type Dispute = RowOf<typeof disputes>;
