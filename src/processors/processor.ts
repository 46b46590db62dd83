import type { Secret } from '../base/secret.ts';
import type { DeclineCode } from './declines.ts';

/** The contract that every processor keeps. A processor knows no database and never throws for what a network may do. */
export type Processor = {
  readonly name: string;
  readonly can: Capabilities;
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** What became of the conversation with this reference? */
  inquire(reference: string): Promise<InquiryAnswer>;
  /** Leaves a tombstone, so that a late execution under this reference is refused; undoes one that happened. */
  cancel(reference: string): Promise<CancelAnswer>;
};

/** What a processor declares it can do; the flows adapt to this and never ask for its name. */
export type Capabilities = {
  readonly idempotency: 'none' | 'by_reference';
  readonly inquiry: 'none' | 'by_reference';
  readonly cancelByReference: boolean;
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
  readonly card: Card;
  readonly statementDescriptor: string | undefined;
};

export type Approval = {
  readonly outcome: 'approved';
  readonly reference: string;
  readonly processorId: string;
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
