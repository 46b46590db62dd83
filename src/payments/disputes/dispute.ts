import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { disputeStates } from './moves.ts';

/** What a payer disputed at its bank, as the processor told it last. */
export const disputes = table('disputes', {
  businessId: int8,
  id: int8,
  /** Who tells of it, and its id there. */
  processor: text,
  processorId: text,
  /** Of the charge: our reference, and the processor's id; empty where it told none. */
  chargeReference: text,
  chargeId: text,
  /** Undefined: no payment fits. */
  paymentId: optional(int8),
  state: oneOf(disputeStates),
  amountCents: int8,
  /** What the bank has of it now. */
  takenCents: int8,
  reasonCode: text,
  reason: text,
  /** The last moment for evidence. */
  answerUntil: optional(timestamptz),
  /** Of the latest state, by the clock of the processor. */
  toldAt: timestamptz,
  createdAt: timestamptz,
});
export type Dispute = RowOf<typeof disputes>;
