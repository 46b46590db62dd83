import type { Currency } from '../../kernel/currency.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { Authentication3ds, Wallet } from './authentication.ts';
import type { CardChecks } from './card-checks.ts';
import type { DeclineCode } from './declines.ts';
import type { DisputesAnswer } from './dispute-row.ts';
import type { FoundCustomer } from './found-customer.ts';
import type { Payer } from './payer.ts';
import type { Pace, References, Replay } from './request-terms.ts';
import type { SettledAnswer } from './settled-row.ts';

/** The contract that every processor implements. It uses no database, and no network failure makes it throw. */
export type Processor = {
  readonly name: string;
  readonly can: Capabilities;
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** Captures, voids or refunds an earlier charge. */
  followUp(request: FollowUpRequest): Promise<ChargeAnswer>;
  /**
   * Returns the outcome of a reference that was not sent before `since`. `of` is the capture, void or refund that is
   * asked about; it is undefined for a charge. `processorId` is the id of the charge that `storeId` was given.
   */
  inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
    processorId?: string,
  ): Promise<InquiryAnswer>;
  /**
   * Only where `can.cancelByReference`. Cancels a reference: a later execution under it is refused, and one that has happened is undone. The reference was
   * not sent before `since`: some processors search by time. `processorId` as in an inquiry.
   */
  cancel?(reference: string, since?: Date, processorId?: string): Promise<CancelAnswer>;
  /** Only where `can.batches` is `manual`: closes a batch. A repeated reference gets the first answer. */
  closeBatch?(request: BatchRequest): Promise<BatchAnswer>;
  /** The same. Returns the outcome of a batch. If the gateway stores no reference of a batch, its items give the outcome. */
  inquireBatch?(request: BatchRequest): Promise<BatchInquiryAnswer>;
  /** Lists what was settled between two moments, both included, where the processor closes batches by itself. */
  settledRows?(since: Date, until: Date): Promise<SettledAnswer>;
  /** Lists the changes of payers' disputes between two moments, both included; a row may be listed more than once. */
  disputes?(since: Date, until: Date): Promise<DisputesAnswer>;
  /** Only where `can.tokens`: stores a card at the processor. The token stands for the card of this request alone. */
  tokenize?(request: TokenRequest): Promise<TokenAnswer>;
  /** Replaces the number, expiry, name or address behind a token. The processor may issue another token for it. */
  updateToken?(token: Secret, request: TokenRequest): Promise<TokenAnswer>;
  /** Only where `can.customerSearch`: the processor's record of one of our customers, by its code there. */
  findCustomer?(code: string): Promise<CustomerAnswer>;
};

/** The capabilities that a processor declares; the flows adapt to them and never ask for its name. */
export type Capabilities = {
  readonly references: References;
  /** How the processor recognizes a request that is sent again under its reference; undefined: it executes it again. */
  readonly replay: Replay | undefined;
  /** The requests that can be canceled by reference: none, charges alone, or also their captures, voids and refunds. */
  readonly cancelByReference: false | 'charges' | 'all';
  /** `manual`: the service closes batches; `automatic`: the processor does, on its own schedule. */
  readonly batches: 'manual' | 'automatic';
  /** Without `replay`: true if closing a batch again settles only the items that it did not settle before. */
  readonly closesAgain?: boolean;
  /** Settled items may be shown as settled only this long after; until then no batch is closed again. */
  readonly settledWithinSeconds?: number;
  /** True if it may approve a part of the amount on request. */
  readonly partialApproval: boolean;
  readonly customerSearch: boolean;
  /** The currencies of its accounts; left out: all currencies of the service. */
  readonly currencies?: readonly Currency[];
  /** How its own tokens of cards are made: by the charge, a request after it, or an import. False: it has none. */
  readonly tokens: false | 'with_charge' | 'apart' | 'imported';
  /** True if the issuer's checks come with the answer to a charge, and perhaps with no inquiry about it. */
  readonly checksInAnswersOnly?: boolean;
  /** True if it takes the result of a 3-D Secure authentication that was made elsewhere. */
  readonly threeDSecure: boolean;
  /** The forms of wallet cards that it takes. */
  readonly wallets: readonly Wallet['form'][];
  /** A request may still be executed this long after it was sent; before that, "not found" proves nothing. */
  readonly lateWindowSeconds: number;
  /** An executed request may be found only this long after. */
  readonly visibilityDelaySeconds: number;
  /**
   * The meaning of "not found" where nothing can be canceled by its reference. `after_a_day`: a request that is not
   * found after both windows, and again a day later, was not executed. `never`: only a person or a report can say so.
   */
  readonly absence: 'after_a_day' | 'never';
  /** How many requests it takes for one account, if it states a limit; it refuses more. */
  readonly pace?: Pace;
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

/**
 * The number and expiry are unknown for the sealed payload of a wallet. The number is unknown for a card that only the
 * processor stores.
 */
export type ChargedCard = Omit<Card, KnownOfCard> &
  (
    | Pick<Card, KnownOfCard>
    | { readonly [part in KnownOfCard]?: undefined }
    | (Pick<Card, 'expiryMonth' | 'expiryYear'> & { readonly number?: undefined })
  );
type KnownOfCard = 'number' | 'expiryMonth' | 'expiryYear';

/** The account that a business charges under at the simulated bank. */
export type Gateway = { readonly id: string; readonly passkey: Secret | undefined };

export type ChargeRequest = {
  /** Derived by us, at most 20 characters: the idempotency key, and the name for inquiries. */
  readonly reference: string;
  readonly amountCents: bigint;
  readonly currency: Currency;
  /** false: authorize only. */
  readonly capture: boolean;
  /** True if a partial approval is acceptable. */
  readonly allowPartial: boolean;
  readonly card: ChargedCard;
  /** At most one of the two. One that `can` does not list is refused, and nothing is sent. */
  readonly authentication?: Authentication3ds | undefined;
  readonly wallet?: Wallet | undefined;
  readonly statementDescriptor: string | undefined;
  readonly payer?: Payer | undefined;
  readonly initiation?: Initiation | undefined;
  /** The processor's own token of this card: sent instead of the number, where `can.tokens`. */
  readonly processorToken?: Secret | undefined;
  readonly gateway?: Gateway | undefined;
  /**
   * Stores the processor's id of the charge, if it is known before anything moves money. Returns false if it was not
   * stored: nothing more is sent then.
   */
  readonly storeId?: ((processorId: string) => Promise<boolean>) | undefined;
  /**
   * Nothing that moves money is sent after this moment, however many calls it takes. The next owner of the payment
   * relies on that.
   */
  readonly sendBy?: Date | undefined;
  /**
   * The present moment for the business, whose clock the time machine may have advanced. Only the simulated processor
   * uses it: a real one has its own clock.
   */
  readonly simulatedAt?: Date | undefined;
};

/** The initiator of a charge, and the reason why its card is stored. The card networks ask for both. */
export type Initiation = {
  readonly by: 'customer' | 'merchant';
  /** `once`: nothing is stored; `first`: the card is stored with this charge; `again`: it was stored before. */
  readonly use: 'once' | 'first' | 'again';
  readonly purpose: 'recurring' | 'installment' | 'unscheduled';
  /** The id of the charge with which the card was stored, if this processor reported it. */
  readonly networkTransactionId: string | undefined;
  /** The amount that that charge authorized, if it is known: some networks compare it. */
  readonly originalCents?: bigint | undefined;
};

/** A capture, void or refund of an approved charge. It needs no card, so it can be sent again. */
export type FollowUpRequest = {
  /** The reference of this request, as in a charge. */
  readonly reference: string;
  readonly kind: 'capture' | 'void' | 'refund';
  /** The reference of the charge, and the processor's ids of it and of its capture. */
  readonly chargeReference: string;
  readonly chargeId: string;
  readonly captureId?: string | undefined;
  /** A capture may take less than was authorized; a void undoes everything. */
  readonly amountCents: bigint;
  /** The currency of the charge. */
  readonly currency: Currency;
  /** The last four digits of the card that was charged. */
  readonly last4?: string;
  /** As in a charge. */
  readonly sendBy?: Date | undefined;
};

export type BatchRequest = {
  readonly reference: string;
  readonly items: readonly BatchItem[];
};

export type BatchItem = {
  /** The reference under which the item was approved. */
  readonly reference: string;
  /** Refunds count negative. */
  readonly cents: bigint;
  /** The processor's own id of the transaction that was approved under the reference. */
  readonly processorId?: string | undefined;
  /** It was approved after this moment: some search by time. */
  readonly begunAt?: Date | undefined;
};

export type Approval = {
  readonly outcome: 'approved';
  readonly reference: string;
  readonly processorId: string;
  /** Less than the requested amount if partial approvals are acceptable. */
  readonly amountCents: bigint;
  /** The ISO 4217 code, if the processor reports it. */
  readonly currency?: string | undefined;
  readonly authorizationCode: string;
  readonly checks?: CardChecks;
  /** The id by which a later charge of the stored card refers to this one: the card network's, or the processor's. */
  readonly networkTransactionId?: string;
  /** The processor's own token of the card, if it made one. */
  readonly processorToken?: Secret;
  /** True if an inquiry reports that it can no longer be voided. */
  readonly isSettled?: boolean;
};

export type Decline = {
  readonly outcome: 'declined';
  readonly reference: string;
  readonly processorId: string;
  readonly code: DeclineCode;
  /** One sentence that may be shown to the payer. */
  readonly message: string;
  /** As in an approval. */
  readonly currency?: string | undefined;
  readonly checks?: CardChecks;
};

/** The processor reports that the request itself was wrong; nothing was charged. */
export type Rejection = {
  readonly outcome: 'rejected';
  readonly message: string;
  /** The processor refuses the account, for example its key, and not this request. */
  readonly account?: 'refused';
  /**
   * `right`: the account may send other requests, but not this one. `token`, `charge`: the processor shows no such
   * token or charge, so nothing was sent. `malformed`: it cannot read our requests, whoever the payer is.
   */
  readonly because?: 'right' | 'token' | 'charge' | 'malformed';
};
/** The connection never opened, or not for the request that moves money: certain that nothing happened. */
export type NotSent = { readonly outcome: 'not_sent'; readonly reason: string };
/** Sent, without a usable answer: it may have happened. */
export type Unknown = {
  readonly outcome: 'unknown';
  readonly reason: string;
  /** The processor has it and holds it for a review; it executes or declines it later. */
  readonly isHeld?: true;
  /** The processor has it, and does not report its outcome; also set if it refuses it as a repetition. */
  readonly isThere?: true;
  /** The processor answered in its own words, which do not say whether it happened: it is not down. */
  readonly isAnswered?: true;
  /**
   * The processor took it for a repetition of another request and did not execute it, unless a copy of it came first.
   */
  readonly isDuplicate?: true;
  /** The processor refused it, which proves nothing: a copy of it may have come first. Only connectors set this. */
  readonly isRefused?: true;
  /** The list is longer than is read; the list of a shorter period may be readable. */
  readonly isTooLong?: true;
};
export type NotFound = { readonly outcome: 'not_found' };
/** Certain that no money is or will be held under this reference, even if some was. */
export type Canceled = {
  readonly outcome: 'canceled';
  readonly reference: string;
  /** The processor's id of what was undone, if it reports one. */
  readonly processorId?: string;
};

export type ChargeAnswer = Approval | Decline | Rejection | NotSent | Unknown;
export type InquiryAnswer = Approval | Decline | Canceled | NotFound | Unknown;
export type CancelAnswer = Canceled | Unknown;
export type CustomerAnswer = FoundCustomer | NotFound | NotSent | Unknown;

/** The amount that the processor will pay: that of all items if the processor agrees with us. */
export type BatchTotals = {
  readonly outcome: 'closed';
  readonly reference: string;
  readonly processorId: string;
  readonly count: number;
  readonly cents: bigint;
};
export type BatchAnswer = BatchTotals | Rejection | NotSent | Unknown;
export type BatchInquiryAnswer = BatchTotals | NotFound | Unknown;

/** `card.number` is undefined if the number does not change. */
export type TokenRequest = {
  readonly reference: string;
  /** The currency of the account. */
  readonly currency: Currency;
  readonly card: Omit<Card, 'number'> & { readonly number: Secret | undefined };
};
export type TokenAnswer =
  | { readonly outcome: 'kept'; readonly token: Secret }
  | Rejection
  | NotSent
  | Unknown;
