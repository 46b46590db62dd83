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

/** The contract that every processor keeps. A processor knows no database and never throws for what a network may do. */
export type Processor = {
  readonly name: string;
  readonly can: Capabilities;
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** Captures, voids or refunds an earlier charge. */
  followUp(request: FollowUpRequest): Promise<ChargeAnswer>;
  /**
   * The outcome of this reference, not sent before `since`; `of` is the request, where it follows a charge, and
   * `processorId` what `storeId` was told of a charge.
   */
  inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
    processorId?: string,
  ): Promise<InquiryAnswer>;
  /**
   * Cancels a reference: a later execution under it is refused, and one that has happened is undone. It was not sent
   * before `since`: some search by time. `processorId` as in an inquiry.
   */
  cancel(reference: string, since?: Date, processorId?: string): Promise<CancelAnswer>;
  /** Only for processors whose batches we close. The same reference gives the first answer again. */
  closeBatch(request: BatchRequest): Promise<BatchAnswer>;
  /** The outcome of this batch. Where a gateway keeps no name of ours for a batch, its items say what became of it. */
  inquireBatch(request: BatchRequest): Promise<BatchInquiryAnswer>;
  /** Only for processors that close batches by themselves: what was settled between two moments, both included. */
  settledRows?(since: Date, until: Date): Promise<SettledAnswer>;
  /** What became of disputes of payers between two moments, both included; rows may be told more than once. */
  disputes?(since: Date, until: Date): Promise<DisputesAnswer>;
  /** Only where `can.tokens`: has the processor keep a card. A token is of the card of its own request alone. */
  tokenize?(request: TokenRequest): Promise<TokenAnswer>;
  /** Another number, expiry, name or address behind a token, which may get another token by it. */
  updateToken?(token: Secret, request: TokenRequest): Promise<TokenAnswer>;
  /** The processor's record of one of our customers, by its code there. */
  findCustomer(code: string): Promise<CustomerAnswer>;
};

/** What a processor declares it can do; the flows adapt to this and never ask for its name. */
export type Capabilities = {
  readonly references: References;
  /** How a request that is sent again under its reference is known again; undefined: it would be carried out again. */
  readonly replay: Replay | undefined;
  /** What can be canceled by its reference: nothing, charges alone, or what follows a charge as well. */
  readonly cancelByReference: false | 'charges' | 'all';
  /** Who closes batches: we, or the processor on its own schedule. */
  readonly batches: 'manual' | 'automatic';
  /** Where nothing replays: whether a batch that is closed again settles only what it did not settle before. */
  readonly closesAgain?: boolean;
  /** What a settlement took may be shown as settled only this long after; until then no batch is closed again. */
  readonly settledWithinSeconds?: number;
  /** Whether it may approve a part of the amount on request. */
  readonly partialApproval: boolean;
  readonly customerSearch: boolean;
  /** The currencies of its accounts; left out: all that the service takes. */
  readonly currencies?: readonly Currency[];
  /** Whether it charges cards by tokens of its own; who makes them: the charge, a request after it, or an import. */
  readonly tokens: false | 'with_charge' | 'apart' | 'imported';
  /** True if what the issuer checked comes with the answer to a charge, and perhaps with no inquiry about it. */
  readonly checksInAnswersOnly?: boolean;
  /** Whether it takes the result of a 3-D Secure authentication that was made elsewhere. */
  readonly threeDSecure: boolean;
  /** In which forms it takes the card of a wallet. */
  readonly wallets: readonly Wallet['form'][];
  /** A request may still be executed this long after it was sent; before that, "not found" proves nothing. */
  readonly lateWindowSeconds: number;
  /** What was executed may be found only this long after. */
  readonly visibilityDelaySeconds: number;
  /**
   * What "not found" means where nothing can be canceled by its reference. `after_a_day`: what is not found after both
   * windows, and again a day later, was not executed. `never`: only a person or a report can say so.
   */
  readonly absence: 'after_a_day' | 'never';
  /** How many requests it takes for one account, where it says so; more than that it refuses. */
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
 * Of a sealed payload of a wallet we know neither number nor expiry, of a card that the processor alone keeps no number.
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
  /** Whether the approval of a part is acceptable. */
  readonly allowPartial: boolean;
  readonly card: ChargedCard;
  /** Of the two at most one; one that `can` does not name is refused, and nothing is sent. */
  readonly authentication?: Authentication3ds | undefined;
  readonly wallet?: Wallet | undefined;
  readonly statementDescriptor: string | undefined;
  readonly payer?: Payer | undefined;
  readonly initiation?: Initiation | undefined;
  /** The processor's own token of this card: sent instead of the number, where `can.tokens`. */
  readonly processorToken?: Secret | undefined;
  readonly gateway?: Gateway | undefined;
  /**
   * Stores the processor's id of the charge, where that is known before anything moves money. False: it is not stored,
   * and nothing more is sent.
   */
  readonly storeId?: ((processorId: string) => Promise<boolean>) | undefined;
  /**
   * Nothing that moves money is sent after this moment, however many calls it takes: whoever owns the payment then
   * relies on that.
   */
  readonly sendBy?: Date | undefined;
  /**
   * The present moment for the business, whose clock the time machine may have advanced. Only the simulated processor
   * uses it: a real one has its own clock.
   */
  readonly simulatedAt?: Date | undefined;
};

/** Who began a charge, and what its card is stored for: the card networks ask for it. */
export type Initiation = {
  readonly by: 'customer' | 'merchant';
  /** `once`: nothing is stored; `first`: the card is stored with this charge; `again`: it was stored before. */
  readonly use: 'once' | 'first' | 'again';
  readonly purpose: 'recurring' | 'installment' | 'unscheduled';
  /** Of the charge with which the card was stored, where this processor told it. */
  readonly networkTransactionId: string | undefined;
  /** What that charge authorized, where it is known: some networks compare it. */
  readonly originalCents?: bigint | undefined;
};

/** A capture, void or refund of an approved charge. It needs no card, so it can be sent again. */
export type FollowUpRequest = {
  /** Of this request, as in a charge. */
  readonly reference: string;
  readonly kind: 'capture' | 'void' | 'refund';
  /** The reference of the charge, and the processor's ids of it and of its capture. */
  readonly chargeReference: string;
  readonly chargeId: string;
  readonly captureId?: string | undefined;
  /** A capture may take less than was authorized; a void undoes everything. */
  readonly amountCents: bigint;
  /** Of the charge. */
  readonly currency: Currency;
  /** Of the card that was charged. */
  readonly last4?: string;
  /** As in a charge. */
  readonly sendBy?: Date | undefined;
};

export type BatchRequest = {
  readonly reference: string;
  readonly items: readonly BatchItem[];
};

export type BatchItem = {
  /** Under which it was approved. */
  readonly reference: string;
  /** Refunds count negative. */
  readonly cents: bigint;
  /** The processor's own id of what was approved under the reference. */
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
  /** The code of ISO 4217, where the processor tells it. */
  readonly currency?: string | undefined;
  readonly authorizationCode: string;
  readonly checks?: CardChecks;
  /** By which a later charge of the stored card refers to this one: the card networks' name of it, or the processor's. */
  readonly networkTransactionId?: string;
  /** The processor's own token of the card, where it made one. */
  readonly processorToken?: Secret;
  /** Whether it can no longer be voided, where an inquiry tells. */
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
   * `right`: the account may do other things, and not this. `token`, `charge`: it shows no such token of a card, or no
   * such charge, so that nothing was sent. `malformed`: it cannot read requests as we write them, whoever pays.
   */
  readonly because?: 'right' | 'token' | 'charge' | 'malformed';
};
/** The connection never opened, or not for the request that moves money: certain that nothing happened. */
export type NotSent = { readonly outcome: 'not_sent'; readonly reason: string };
/** Sent, and no usable answer: may have happened. */
export type Unknown = {
  readonly outcome: 'unknown';
  readonly reason: string;
  /** The processor holds it for a review, and carries it out or declines it later: it is there. */
  readonly isHeld?: true;
  /** The processor has it, also if it refuses it as a repetition, and does not say what becomes of it. */
  readonly isThere?: true;
  /** It answered in its own words, and they do not say whether it happened: it is not down. */
  readonly isAnswered?: true;
  /** It took it for a repetition of another request, and so did not carry it out, unless a copy of it came first. */
  readonly isDuplicate?: true;
  /** It refused it, which proves nothing: a copy of it may have come first. Only connectors say so. */
  readonly isRefused?: true;
  /** A list is longer than is read: one of a shorter time may be read. */
  readonly isTooLong?: true;
};
export type NotFound = { readonly outcome: 'not_found' };
/** Certain that no money is or will be held under this reference, also if something was. */
export type Canceled = {
  readonly outcome: 'canceled';
  readonly reference: string;
  /** Of what was undone, where the processor tells of it. */
  readonly processorId?: string;
};

export type ChargeAnswer = Approval | Decline | Rejection | NotSent | Unknown;
export type InquiryAnswer = Approval | Decline | Canceled | NotFound | Unknown;
export type CancelAnswer = Canceled | Unknown;
export type CustomerAnswer = FoundCustomer | NotFound | NotSent | Unknown;

/** The amount that the processor will pay: of all items, if it agrees. */
export type BatchTotals = {
  readonly outcome: 'closed';
  readonly reference: string;
  readonly processorId: string;
  readonly count: number;
  readonly cents: bigint;
};
export type BatchAnswer = BatchTotals | Rejection | NotSent | Unknown;
export type BatchInquiryAnswer = BatchTotals | NotFound | Unknown;

/** `card.number` is undefined where it stays as it is. */
export type TokenRequest = {
  readonly reference: string;
  /** Of the account. */
  readonly currency: Currency;
  readonly card: Omit<Card, 'number'> & { readonly number: Secret | undefined };
};
export type TokenAnswer =
  | { readonly outcome: 'kept'; readonly token: Secret }
  | Rejection
  | NotSent
  | Unknown;
