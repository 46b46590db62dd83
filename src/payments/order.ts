import type { Refusal } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Business } from '../businesses/business.ts';
import type { Contact } from '../customers/customer.ts';
import type { Card } from '../processors/processor.ts';
import type { NewToken } from '../tokens/token.ts';
import type { BankAccountFacts } from './payment.ts';

/** What a caller wants paid, in the words of the domain: every field checked, nothing written yet. */
export type Order = {
  readonly business: Business;
  /** To be charged at the simulated bank though the business is live. */
  readonly isTest: boolean;
  /** The caller's, else one that we made. */
  readonly orderNumber: string;
  readonly retryKey: RetryKey | undefined;
  readonly amountCents: bigint;
  readonly capture: boolean;
  readonly source: Source;
  /** Whether the answer shall name a token: the one that is charged, else a new one. */
  readonly wantsToken: boolean;
  /** Tokenize as it is run: the token and its sealed number, to be kept if the payment succeeds. */
  readonly newToken: NewToken | undefined;
  /** The payer, when the caller names a known one. */
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  readonly lines: readonly Line[];
  readonly description: string | undefined;
  readonly externalId: string | undefined;
  readonly invoiceExternalId: string | undefined;
  readonly statementDescriptor: string | undefined;
  /** Why it is not taken unless it was asked before: then it is told what came of that. */
  readonly against?: Refusal | undefined;
  readonly emailReceipt: boolean;
  readonly smsReceipt: boolean;
  /** The brake on trying which number an order was paid with. */
  readonly guesses?: Guesses;
  /** An invoice that is there already and is paid with this; else one is made. */
  readonly invoice?: OpenInvoice;
  /** What the payer agreed to for a debit, and when: the business may have to show it. */
  readonly agreement?: Agreement;
  /** The period of a subscription that it is for; and which try, where it is one of ours. */
  readonly period?: PeriodName & { readonly attempt?: number };
};

export type Guesses = {
  /** Refuses who tried too many that were wrong, of this payment. */
  check(paymentId: bigint): void;
  note(paymentId: bigint): void;
};

export type Agreement = { readonly text: string; readonly at: string };

/** Which period of which subscription. */
export type PeriodName = { readonly subscriptionId: string; readonly number: number };

/** It is held by whoever starts first, under the order number that it has. */
export type OpenInvoice = { readonly id: bigint; readonly bill: Bill };

/** What an invoice shows that was not made by its payment, as whoever made it wished; cents are text. */
export type Bill = {
  readonly business: Readonly<Record<string, string>>;
  /** Since somebody tried to pay it: whom it was made for, since a payer may be another. */
  readonly to?: Billed;
  /** Numbers of the caller's own: of the payer's account, and another. */
  readonly accountNumber?: string;
  readonly accountNumber2?: string;
  /** YYYY-MM-DD. */
  readonly statementOn: string;
  readonly expiresOn?: string;
};

/** Whom the business billed, and where they are reached. */
export type Billed = {
  readonly billTo: Readonly<Record<string, string>>;
  readonly email: string;
  readonly phone: string;
};

/** The Idempotency-Key, and everything that was asked under it but the CVV: only ever hashed. */
export type RetryKey = { readonly key: string; readonly content: Secret };

/** Where the money comes from. */
export type Source = {
  readonly fingerprint: Buffer;
  readonly last4: string;
  readonly token: string | undefined;
  /** A token that may not be used any more. */
  readonly isDisabled: boolean;
} & (
  | { readonly method: 'card'; readonly brand: string; readonly card: Card }
  | {
      readonly method: 'bank';
      readonly account: BankAccountFacts;
      /** To be kept until the entry is sent; undefined where a token's number lies in the vault already. */
      readonly number: Secret | undefined;
    }
);

export type Line = { readonly name: string; readonly cents: bigint; readonly kind: LineKind };
export type LineKind = 'subtotal' | 'tax' | 'tip' | 'fee' | 'discount' | 'other';
