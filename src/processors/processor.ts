import type { Secret } from '../base/secret.ts';
import type { DeclineCode } from './declines.ts';

/** The contract that every processor keeps. A processor knows no database and never throws for what a network may do. */
export type Processor = {
  readonly name: string;
  readonly can: Capabilities;
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** Captures, voids or gives back what was charged before. */
  followUp(request: FollowUpRequest): Promise<ChargeAnswer>;
  /** What became of the conversation with this reference? */
  inquire(reference: string): Promise<InquiryAnswer>;
  /** Leaves a tombstone, so that a late execution under this reference is refused; undoes one that happened. */
  cancel(reference: string): Promise<CancelAnswer>;
  /** Where batches are closed by us. The same reference again gives the first answer. */
  closeBatch(request: BatchRequest): Promise<BatchAnswer>;
  /** What became of the batch with this reference? */
  inquireBatch(reference: string): Promise<BatchInquiryAnswer>;
  /** What the processor knows of a customer of ours, by its code for it. */
  findCustomer(code: string): Promise<CustomerAnswer>;
};

/** What a processor declares it can do; the flows adapt to this and never ask for its name. */
export type Capabilities = {
  readonly idempotency: 'none' | 'by_reference';
  readonly inquiry: 'none' | 'by_reference';
  readonly cancelByReference: boolean;
  /** Who closes batches: we, or the processor by its own clock. */
  readonly batches: 'manual' | 'automatic';
  /** Whether it may approve a part of the amount, when it is asked to. */
  readonly partialApproval: boolean;
  readonly customerSearch: boolean;
  /** A request may still be executed this long after it was sent; before that, "not found" proves nothing. */
  readonly lateWindowSeconds: number;
};

export type Card = {
  readonly number: Secret;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly cvv: Secret | undefined;
  readonly holder: string;
  readonly address: string;
  readonly postalCode: string;
};

export type ChargeRequest = {
  /** Ours, deterministic, at most 20 characters: the idempotency key and the name to ask about later. */
  readonly reference: string;
  readonly amountCents: bigint;
  /** false: authorize only. */
  readonly capture: boolean;
  /** Whether the approval of a part is welcome. */
  readonly allowPartial: boolean;
  readonly card: Card;
  readonly statementDescriptor: string | undefined;
  /**
   * What time it is for the business, whose clock the time machine may have moved on. For the simulated bank alone:
   * a real one goes by its own clock.
   */
  readonly simulatedAt?: Date | undefined;
};

/** The conversation about a charge that was approved before. It needs no card: it can be sent again. */
export type FollowUpRequest = {
  /** Of this conversation, as in a charge. */
  readonly reference: string;
  readonly kind: 'capture' | 'void' | 'refund';
  /** The reference and the processor's own name of the charge. */
  readonly chargeReference: string;
  readonly chargeId: string;
  /** A capture may take less than was authorized; a void undoes all there is. */
  readonly amountCents: bigint;
};

export type BatchRequest = {
  readonly reference: string;
  /** What is in it, by the references under which it was approved; what was given back counts below zero. */
  readonly items: readonly { readonly reference: string; readonly cents: bigint }[];
};

export type Approval = {
  readonly outcome: 'approved';
  readonly reference: string;
  readonly processorId: string;
  /** Less than was asked for where that was welcome. */
  readonly amountCents: bigint;
  readonly authorizationCode: string;
};

export type Decline = {
  readonly outcome: 'declined';
  readonly reference: string;
  readonly processorId: string;
  readonly code: DeclineCode;
  /** One sentence that may be shown to the payer. */
  readonly message: string;
};

/** The processor says that the request itself was wrong; nothing was charged. */
export type Rejection = { readonly outcome: 'rejected'; readonly message: string };
/** The connection never opened: certain that nothing happened. */
export type NotSent = { readonly outcome: 'not_sent'; readonly reason: string };
/** Sent, and no usable answer: may have happened. */
export type Unknown = { readonly outcome: 'unknown'; readonly reason: string };
export type NotFound = { readonly outcome: 'not_found' };
/** Certain that no money is or will be held under this reference. */
export type Canceled = { readonly outcome: 'canceled'; readonly reference: string };

export type ChargeAnswer = Approval | Decline | Rejection | NotSent | Unknown;
export type InquiryAnswer = Approval | Decline | Canceled | NotFound | Unknown;
export type CancelAnswer = Canceled | Unknown;

/** What the processor will pay for: all the items, if it agrees. */
export type BatchTotals = {
  readonly outcome: 'closed';
  readonly reference: string;
  readonly processorId: string;
  readonly count: number;
  readonly cents: bigint;
};
export type BatchAnswer = BatchTotals | Rejection | NotSent | Unknown;
export type BatchInquiryAnswer = BatchTotals | NotFound | Unknown;

export type FoundCustomer = {
  readonly outcome: 'found';
  readonly code: string;
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
export type CustomerAnswer = FoundCustomer | NotFound | NotSent | Unknown;
