import type { WebhookKind } from '../../parties/businesses/new-business.ts';

/*
 * The events that a webhook gets: they are pending for webhooks (`runtime/events.ts`) and have a type here
 * (`payment-form.ts` and `bodies.ts` name it), and the endpoint is not disabled and has the type (`isPosted`). Events are
 * pending only where an endpoint was there when they happened, and tests of a live business are not posted.
 */

/**
 * Types of events by kind of endpoint. The interface always sends the `always` types; an endpoint switches `extra`
 * types on.
 */
const types = {
  payments: {
    always: {
      'payment.completed': 'A card was charged, or a bank payment accepted.',
      'payment.captured': 'An authorization was captured.',
      'payment.declined': 'A payment was declined; DeclineCode says why.',
      'payment.canceled': 'A payment came to nothing; certain that nothing was charged.',
      'payment.returned': 'A bank payment came back; ReturnCode says why.',
      'payment.disputed':
        'A bank payment came back since the payer says that it was not authorized, or disputes it.',
      'payment.recovered': 'A bank payment that had come back was presented again and paid.',
      'payment.withdrawn': 'An accepted bank payment is not sent, or not presented again.',
    },
    extra: {
      'payment.account_validating':
        'A bank payment waits until its account is validated; a payer of micro-deposits must confirm their amounts.',
      'payment.account_validated':
        'The account of a bank payment is validated; it goes with the next file.',
      'payment.authorized': 'A card was authorized and not charged.',
      'payment.expired': 'An authorization ended, and nobody had captured it.',
      'payment.capture_failed': 'A capture was declined; the authorization stands.',
      'payment.voided': 'A payment or authorization was voided on request.',
      'payment.void_failed': 'A void was declined; the payment stands.',
      'payment.refunded': 'A payment was refunded, in whole or in part.',
      'payment.refund_failed': 'A refund was declined, or came back from the bank.',
      'payment.reversed':
        'A charge was approved after it had been told that nothing was charged, and was reversed.',
      'payment.reversal_failed': 'Such a charge could not be reversed; a person looks at it.',
      'dispute.inquired': 'The bank of a payer asks about a card payment; nothing was taken yet.',
      'dispute.opened': 'The bank of a payer took the money of a card payment back.',
      'dispute.changed': 'A dispute has another amount, or another last day for an answer.',
      'dispute.won': 'A dispute was won: what was taken came back.',
      'dispute.lost': 'A dispute was lost, for good.',
    },
  },
  messages: { always: { 'message.created': 'A text was made, in or out.' }, extra: {} },
  customers: { always: { 'customer.added': 'A new customer was added.' }, extra: {} },
} as const satisfies Readonly<
  Record<WebhookKind, Readonly<Record<'always' | 'extra', Readonly<Record<string, string>>>>>
>;

type TypesOf<K extends WebhookKind> =
  | keyof (typeof types)[K]['always']
  | keyof (typeof types)[K]['extra'];
export type PaymentEventType = TypesOf<'payments'>;
export type EventType = PaymentEventType | TypesOf<'messages'> | TypesOf<'customers'>;

type TypeRow = { readonly type: string; readonly doc: string; readonly isAlways: boolean };

/** All types for an endpoint of this kind. */
export function eventTypesOf(kind: WebhookKind): TypeRow[] {
  const { always, extra } = types[kind];
  const rows = (all: Readonly<Record<string, string>>, isAlways: boolean) =>
    Object.entries(all).map(([type, doc]) => ({ type, doc, isAlways }));
  return [...rows(always, true), ...rows(extra, false)];
}

/** True when an endpoint with these types switched on gets this one. */
export function isPosted(kind: WebhookKind, type: EventType, on: readonly string[]): boolean {
  return type in types[kind].always || on.includes(type);
}
