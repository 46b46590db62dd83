/*
 * The kinds of events and their payloads. `events.ts` writes and reads them.
 */

/** Every kind of event and its payload, fixed when it happens. Cents and ids are texts, times are ISO 8601. */
export type EventPayloads = {
  readonly [kind in PaymentEventKind]: PaymentData;
} & {
  readonly [kind in (typeof batchKinds)[number]]: BatchData;
} & {
  readonly [kind in (typeof applicationKinds)[number]]: ApplicationData;
} & {
  readonly [kind in DisputeEventKind]: DisputeData;
} & {
  readonly 'payment.receipt_requested': ReceiptData;
  readonly 'customer.added': ContactData;
  readonly 'customer.updated': ChangeData;
  /** The customer that stays, and the one that was merged into it. */
  readonly 'customer.merged': { readonly customerId: string; readonly mergedId: string };
  readonly 'token.updated': ChangeData;
  readonly 'token.disabled': {
    readonly token: string;
    readonly customerId: string;
    readonly paymentId: string | undefined;
    readonly last4: string;
    readonly outcomeCode: string;
    readonly message: string;
    readonly isRevoked: true | undefined;
    readonly payerIsAsked: 'for_new_details' | undefined;
  };
  readonly 'token.corrected': {
    readonly token: string;
    readonly customerId: string;
    readonly paymentId: string | undefined;
    readonly correctionCode: string | undefined;
    readonly routingNumber: string;
    readonly accountKind: 'checking' | 'savings';
    readonly last4: string;
  };
  readonly 'deposit.made': {
    readonly entryId: string;
    readonly amountCents: string;
    readonly batches: number;
  };
  readonly 'deposit.returned': {
    readonly entryId: string;
    readonly amountCents: string;
    readonly last4: string;
    readonly outcomeCode: string;
    readonly message: string;
  };
  readonly 'endpoint.disabled': {
    readonly endpoint: string;
    readonly url: string;
    readonly reason: string;
    readonly failingSince: string | undefined;
    readonly discarded: number;
  };
  readonly 'message.created': MessageData;
  readonly 'conversation.changed': ConversationData;
  readonly 'subscription.payment_failed': SubscriptionData & {
    readonly period: number;
    readonly amountCents: string;
    readonly currency?: string | undefined;
    readonly code: string | undefined;
    readonly ask: 'will_retry' | 'new_card' | 'pay_now';
    readonly nextTryAt: string | undefined;
    readonly linkId: string | undefined;
  };
  readonly 'subscription.trial_will_end': SubscriptionData & {
    readonly chargedAt: string | undefined;
    readonly amountCents?: string;
    readonly currency?: string | undefined;
  };
  readonly 'subscription.card_expiring': SubscriptionData & {
    readonly chargedAt: string | undefined;
    readonly expiry: string;
    readonly last4: string | undefined;
  };
};

export const paymentKinds = [
  'payment.authorized',
  'payment.captured',
  'payment.declined',
  'payment.canceled',
  'payment.unknown',
  'payment.queued',
  'payment.account_validating',
  'payment.account_validated',
  'payment.originated',
  'payment.settled',
  'payment.available',
  'payment.returned',
  'payment.represented',
  'payment.voided',
  'payment.expired',
  'payment.refunded',
  'payment.given_back',
  'payment.capture_failed',
  'payment.void_failed',
  'payment.refund_failed',
  'payment.give_back_failed',
] as const;
export type PaymentEventKind = (typeof paymentKinds)[number];

export const disputeKinds = [
  'dispute.inquired',
  'dispute.opened',
  'dispute.changed',
  'dispute.won',
  'dispute.lost',
] as const;
export type DisputeEventKind = (typeof disputeKinds)[number];

export const batchKinds = [
  'batch.closed',
  'batch.reconciled',
  'batch.mismatch',
  'batch.rejected',
  'batch.released',
] as const;

export const applicationKinds = [
  'application.submitted',
  'application.screening',
  'application.in_review',
  'application.needs_information',
  'application.enhanced_review',
  'application.approved',
  'application.provisioning',
  'application.active',
  'application.declined',
  'application.withdrawn',
  'application.expired',
] as const;

/** About a payment, and about its follow-up or ACH entry if the event is one of that. */
export type PaymentData = {
  readonly paymentId: string;
  readonly customerId: string;
  readonly invoiceNumber: string;
  /** The invoice of which it pays a part, where it does. */
  readonly partOfInvoiceId?: string | undefined;
  readonly orderNumber: string;
  readonly amountCents: string;
  /** The currency of all its amounts; undefined: USD. */
  readonly currency?: string | undefined;
  /** Only if a part was approved, or more than the requested amount. */
  readonly approvedCents?: string | undefined;
  readonly state: string;
  readonly method: 'card' | 'bank';
  readonly isTest?: true | undefined;
  readonly brand?: string | undefined;
  readonly last4: string;
  readonly token?: string | undefined;
  readonly receiptNumber?: string | undefined;
  readonly outcomeCode?: string | undefined;
  readonly message?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly description?: string | undefined;
  readonly externalId?: string | undefined;
  readonly invoiceExternalId?: string | undefined;
  readonly statementDescriptor?: string | undefined;
  readonly checkoutSessionId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  readonly period?: number | undefined;
  readonly attempt?: number | undefined;
  readonly followUpId?: string;
  readonly followUpCents?: string;
  readonly refundedCents?: string;
  /** True if no caller requested it, so the payer still owes the amount. */
  readonly isByUs?: true | undefined;
  /** The request to the payer instead of the payment. */
  readonly payerIsAsked?: 'to_pay_otherwise' | 'for_new_details' | undefined;
  readonly entryId?: string;
  readonly entryCents?: string;
  readonly presentment?: number;
  readonly wasAvailable?: true | undefined;
  readonly isUnauthorized?: true | undefined;
  readonly isGivenUp?: true | undefined;
  /** True if all of it had been refunded before it came back. */
  readonly isRefunded?: true | undefined;
  readonly representedAt?: string | undefined;
  /** The validation of its bank account. */
  readonly validationId?: string;
  readonly validationMethod?: 'prenote' | 'micro_deposits' | 'hook' | 'used_before';
};

/** The payment at that moment, and the new recipients of its receipt. Only its payer is notified. */
export type ReceiptData = PaymentData & {
  /** When it was charged, or its authorization captured. */
  readonly paidAt: string;
  /** Of the request, if it had one; with its fingerprint. */
  readonly idempotencyKey?: string | undefined;
  readonly requestFingerprint?: string | undefined;
};

/** The payment at that moment, and the dispute. */
export type DisputeData = PaymentData & {
  readonly disputeId: string;
  readonly disputeState: 'inquiry' | 'open' | 'won' | 'lost';
  readonly disputedCents: string;
  /** The amount that the bank holds. */
  readonly takenCents: string;
  readonly reasonCode: string;
  readonly reason: string;
  readonly answerUntil: string | undefined;
};

export type BatchData = {
  readonly batchId: string;
  readonly processor: string;
  readonly reference: string;
  readonly itemCount: number;
  readonly netCents: string;
  readonly feeCents: string;
  readonly processorId: string | undefined;
  readonly processorCount: number | undefined;
  readonly processorCents: string | undefined;
};

export type ApplicationData = {
  readonly applicationId: string;
  readonly businessName: string;
  readonly email: string;
  readonly from: string;
  readonly state: string;
  readonly requirements: readonly string[];
  readonly outcomeCodes: readonly string[];
  readonly expiresAt: string | undefined;
};

export type ContactData = {
  readonly customerId: string;
  readonly externalId?: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly stateCode: string;
  readonly postalCode: string;
  readonly countryCode: string;
};

/** The names of changed fields, without their values. */
export type ChangeData = {
  readonly customerId: string;
  readonly token?: string;
  readonly fields?: readonly string[];
  /** The fingerprint of the request, if it had an idempotency key. */
  readonly requestFingerprint?: string | undefined;
};

export type MessageData = {
  readonly customerId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly direction: 'in' | 'out';
  /** Ten digits each. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly mediaCount?: number | undefined;
};

/** For pages that show conversations: neither phone nor words, and no webhook. */
export type ConversationData = {
  readonly customerId?: string | undefined;
  readonly messageId?: string | undefined;
  /** A new text, the final state of one, a change of consent, the mark of what was read, a note, or who takes care of it. */
  readonly what: 'text' | 'state' | 'consent' | 'read' | 'note' | 'assigned';
};

export type SubscriptionData = {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly planCode: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
};

export type EventKind = keyof EventPayloads;
