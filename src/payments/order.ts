import type { Currency } from '../kernel/currency.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Secret } from '../kernel/secret.ts';
import type { Business } from '../parties/businesses/business.ts';
import type { LineKind } from '../parties/businesses/invoice-fields.ts';
import type { Contact } from '../parties/customers/customer.ts';
import type { Authentication3ds, Wallet } from '../ports/processors/authentication.ts';
import type { ChargedCard, Initiation } from '../ports/processors/processor.ts';
import type { IdempotencyKey } from '../runtime/idempotency.ts';
import type { BankAccountFacts } from './payment.ts';
import type { Tester } from './risk/card-testing/suspect.ts';
import type { StoredWith } from './tokens/store.ts';
import type { NewToken } from './tokens/token.ts';

/** A payment as a caller requests it: every field checked, nothing written yet. */
export type Order = {
  readonly business: Business;
  /**
   * The user or key that requests it, for the people of the business; undefined: the payer by a link, or a
   * subscription.
   */
  readonly actor?: string;
  /** True to charge at the simulated bank although the business is live. */
  readonly isTest: boolean;
  /** The caller's, else a generated one. */
  readonly orderNumber: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** When the request arrived. A request begins nothing if its caller got a failure for it since. */
  readonly askedAt: Date;
  readonly amountCents: bigint;
  readonly currency: Currency;
  readonly capture: boolean;
  readonly source: Source;
  /** The payer was authenticated before, and not by us. */
  readonly authentication?: Authentication3ds | undefined;
  /** True if the answer contains a token: the charged one, else a new one. */
  readonly wantsToken: boolean;
  /** The reason to charge a saved card without the payer, who agreed before; undefined: the payer is there. */
  readonly agreed?: Initiation['purpose'] | undefined;
  /** For a new token: the token and its sealed number, kept if the payment succeeds. */
  readonly newToken: NewToken | undefined;
  /** The payer, if the caller names a known one. */
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  /** The payer's own IP address, if it is known. */
  readonly payerIp?: string | undefined;
  readonly lines: readonly Line[];
  readonly description: string | undefined;
  readonly externalId: string | undefined;
  readonly invoiceExternalId: string | undefined;
  readonly statementDescriptor: string | undefined;
  /** A refusal of a new payment; a replay of an earlier one is answered all the same. */
  readonly against?: Refusal | undefined;
  readonly emailReceipt: boolean;
  readonly smsReceipt: boolean;
  /** The limit on guessing the number that an order was paid with. */
  readonly guesses?: Guesses;
  /** Identifies the payer for the detection of card testing; absent if a saved card is charged by agreement. */
  readonly tester?: Tester;
  /** The existing invoice that it pays; else one is made. */
  readonly invoice?: OpenInvoice;
  /** The existing invoice of which it pays a part: an invoice for the part is made. */
  readonly part?: PartOf;
  /** The text that the payer agreed to for a debit, and when: the business may have to show it. */
  readonly agreement?: Agreement;
  /** The period of a subscription that it pays, with the dunning attempt where it is one. */
  readonly period?: PeriodName & { readonly attempt?: number };
};

export type Guesses = {
  /** Returns `isRight()`. Refuses a caller that has guessed wrong too often about this payment. */
  judge(paymentId: bigint, isRight: () => boolean): boolean;
};

export type Agreement = { readonly text: string; readonly at: string };

/** A period of a subscription. */
export type PeriodName = { readonly subscriptionId: string; readonly number: number };

/** The first payment to start holds it, under its order number. */
export type OpenInvoice = { readonly id: bigint; readonly bill: Bill };

/** It starts only if this much of the invoice has been paid, or is being paid, as its payer saw. */
export type PartOf = OpenInvoice & { readonly seenCents: bigint; readonly wholeCents: bigint };

/** The bill as the creator of an invoice wants it shown; cents are text. */
export type Bill = {
  readonly business: Readonly<Record<string, string>>;
  /** The billed person, once a payer tried to pay: the payer may be another person. */
  readonly to?: Billed;
  /** The caller's own numbers of the payer's account. */
  readonly accountNumber?: string;
  readonly accountNumber2?: string;
  /** YYYY-MM-DD. */
  readonly statementOn: string;
  /** The day by which it is to be paid; it can be paid later. */
  readonly dueOn?: string;
  /** The last day on which it can be paid. */
  readonly expiresOn?: string;
  /** The session on whose page it is paid. */
  readonly checkoutSessionId?: string;
  /** It may be paid in parts, each of at least so much; undefined: it is paid whole. */
  readonly inParts?: { readonly leastCents: string };
};

/** The billed person, and how to reach them. */
export type Billed = {
  readonly billTo: Readonly<Record<string, string>>;
  readonly email: string;
  readonly phone: string;
};

/** The source of the money. */
export type Source = {
  readonly fingerprint: Buffer;
  readonly last4: string;
  readonly token: string | undefined;
  /** True for a disabled token. */
  readonly isDisabled: boolean;
} & (
  | {
      readonly method: 'card';
      readonly brand: string;
      /** The first six digits of the number: its bank. Empty where the number is not known. */
      readonly bin: string;
      readonly card: ChargedCard;
      readonly wallet?: Wallet | undefined;
      readonly storedWith?: StoredWith | undefined;
      /** When its token was made. */
      readonly storedAt?: Date | undefined;
      /** True if a gateway alone has the number. */
      readonly isHeld?: true;
    }
  | {
      readonly method: 'bank';
      readonly account: BankAccountFacts;
      /** Stored until the entry is sent; undefined for a token, whose number is in the vault already. */
      readonly number: Secret | undefined;
    }
);

export type CardSource = Extract<Source, { readonly method: 'card' }>;

export type Line = { readonly name: string; readonly cents: bigint; readonly kind: LineKind };
