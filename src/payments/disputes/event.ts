import type { DisputeEventKind } from '../../runtime/event-kinds.ts';
import type { writeEvents } from '../../runtime/events.ts';
import type { World } from '../../world.ts';
import type { Subject } from '../follow-ups/subject.ts';
import { paymentData } from '../payment-event.ts';
import type { Dispute } from './dispute.ts';
import type { DisputeState } from './moves.ts';

type Written = Parameters<typeof writeEvents>[1][number];

/** The event of a new or changed dispute; it contains the payment and belongs to the payment's order of events. */
export function disputeEvent(
  world: Pick<World, 'uuid' | 'vault'>,
  { payment, details }: Subject,
  dispute: Dispute,
  { isChange, at }: { readonly isChange: boolean; readonly at: Date },
): Written {
  const { businessId, id, state, amountCents, takenCents, reasonCode, reason } = dispute;
  return {
    id: world.uuid(),
    kind: isChange ? 'dispute.changed' : kinds[state],
    data: {
      ...paymentData(world, payment, details),
      disputeId: String(id),
      disputeState: state,
      disputedCents: String(amountCents),
      takenCents: String(takenCents),
      reasonCode,
      reason,
      answerUntil: dispute.answerUntil?.toISOString(),
    },
    pending: ['webhook'],
    businessId,
    objectId: payment.id,
    at,
  };
}

const kinds: Readonly<Record<DisputeState, DisputeEventKind>> = {
  inquiry: 'dispute.inquired',
  open: 'dispute.opened',
  won: 'dispute.won',
  lost: 'dispute.lost',
};
