import type { Secret } from '../../kernel/secret.ts';
import type { VaultField } from '../../ports/vault/vault.ts';
import type { Business, BusinessState } from './business.ts';
import type { Principal } from './principal.ts';
import type { CallerKey } from './site-requests.ts';

/** A requested business: every field checked, nothing written yet. */
export type NewBusiness = {
  /** The caller, or a business in the caller's tree. Undefined: it is a master site. */
  readonly parent: Business | undefined;
  readonly environment: Business['environment'];
  /** How far the clock by which it is made is moved on: one of the sandbox lives by the same. */
  readonly clockAheadMs: number;
  readonly state: BusinessState;
  readonly name: string;
  readonly typeId: number;
  /** The contact's mail address. */
  readonly email: string;
  readonly phone: string;
  /** Decides the area code of the messaging number. */
  readonly businessPhone: string;
  /** A messaging number that the caller assigns; else one is found. */
  readonly mobileNumber: string | undefined;
  /** Taken when it is free. */
  readonly requestedUsername: string | undefined;
  readonly externalId: string | undefined;
  /** A key that the caller chose; else one is made. */
  readonly externalKey: string | undefined;
  readonly webhooks: readonly NewWebhook[];
  /** Further fields, by their names on the wire, without secrets. */
  readonly details: Readonly<Record<string, string>>;
  readonly secrets: readonly NewSecret[];
  /** So that a retry under the same key gets the same API key, which is not stored. */
  readonly idempotencyKey: CallerKey | undefined;
  /** The caller, for the audit log. */
  readonly actor: string;
  /** The origins of the new key; the operator is no origin. */
  readonly by?: Principal | undefined;
};

export const webhookKinds = ['payments', 'messages', 'customers'] as const;
export type WebhookKind = (typeof webhookKinds)[number];
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

/** The answer about a new business; the only one with its key. */
export type Made = {
  readonly business: Business;
  readonly apiKey: string;
  readonly mobileNumber: string | undefined;
};

/** Nothing was made: this one has the ExternalID already. */
export type Duplicate = { readonly duplicateOf: Pick<Business, 'id' | 'username'> };
