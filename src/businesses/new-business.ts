import type { Secret } from '../base/secret.ts';
import type { VaultField } from '../vault/vault.ts';
import type { Business, BusinessState } from './business.ts';

/** A business that somebody wants made: every field checked, nothing written yet. */
export type NewBusiness = {
  /** Who stands above it: the caller, or a business in the caller's tree. Nobody: a master site. */
  readonly parent: Business | undefined;
  readonly environment: Business['environment'];
  /** How far the clock by which it is made is moved on: one of the sandbox lives by the same. */
  readonly clockAheadMs: number;
  readonly state: BusinessState;
  readonly name: string;
  readonly typeId: number;
  /** Of the contact. */
  readonly email: string;
  readonly phone: string;
  /** Decides the area code of the messaging number. */
  readonly businessPhone: string;
  /** A messaging number that the caller assigns; else one is found. */
  readonly mobileNumber: string | undefined;
  /** Taken when it is free. */
  readonly wishedUsername: string | undefined;
  readonly externalId: string | undefined;
  /** A key that the caller chose; else one is made. */
  readonly externalKey: string | undefined;
  readonly webhooks: readonly NewWebhook[];
  /** What was told beside, by the names of the wire, without secrets. */
  readonly details: Readonly<Record<string, string>>;
  readonly secrets: readonly NewSecret[];
  /** So that a retry under the same key is given the same API key, which is kept nowhere. */
  readonly retryKey:
    | { readonly callerId: bigint; readonly key: string; readonly content: Secret }
    | undefined;
  /** Who asks, for the audit trail. */
  readonly actor: string;
};

export type WebhookKind = 'payments' | 'messages' | 'customers';
export type NewWebhook = {
  readonly kind: WebhookKind;
  readonly url: string;
  readonly username: string | undefined;
  readonly password: Secret | undefined;
};

/** To be sealed in the vault, under `owner` of the new business. */
export type NewSecret = {
  readonly owner: string;
  readonly field: VaultField;
  readonly value: Secret;
};

/** What a caller is told of a business that was made; the key is shown this once. */
export type Made = {
  readonly business: Business;
  readonly apiKey: string;
  readonly mobileNumber: string | undefined;
};

/** Nothing was made: this one has the ExternalID already. */
export type Duplicate = { readonly duplicateOf: Pick<Business, 'id' | 'username'> };
