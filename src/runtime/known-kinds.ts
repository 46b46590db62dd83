import {
  applicationKinds,
  batchKinds,
  type DisputeEventKind,
  disputeKinds,
  type EventKind,
  type PaymentEventKind,
  paymentKinds,
} from './event-kinds.ts';

type InLists =
  | PaymentEventKind
  | DisputeEventKind
  | (typeof batchKinds)[number]
  | (typeof applicationKinds)[number];

/** A record, so that the compiler asks for a new kind. */
const others: Readonly<Record<Exclude<EventKind, InLists>, true>> = {
  'payment.receipt_requested': true,
  'customer.added': true,
  'customer.updated': true,
  'customer.merged': true,
  'token.updated': true,
  'token.disabled': true,
  'token.corrected': true,
  'deposit.made': true,
  'deposit.returned': true,
  'endpoint.disabled': true,
  'message.created': true,
  'conversation.changed': true,
  'subscription.payment_failed': true,
  'subscription.trial_will_end': true,
  'subscription.card_expiring': true,
};

/** Every kind of event that this version knows. */
export const knownKinds: readonly string[] = [
  ...[...paymentKinds, ...disputeKinds, ...batchKinds, ...applicationKinds],
  ...Object.keys(others),
];
