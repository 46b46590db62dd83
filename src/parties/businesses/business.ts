import { type Currency, currencies } from '../../kernel/currency.ts';
import {
  bool,
  int4,
  int8,
  jsonOf,
  listOf,
  named,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { Service } from './offering.ts';
import type { Terms } from './terms.ts';

export const businessStates = [
  'messaging_only',
  'payments_pending',
  'payments_enabled',
  'payouts_enabled',
  'suspended',
  'closed',
] as const;
export type BusinessState = (typeof businessStates)[number];

/** The names of accounts, each by its currency. */
export type CardAccounts = { readonly [currency in Currency]?: string };

export const businesses = table('businesses', {
  id: named('business_id', int8),
  parentId: optional(int8),
  username: text,
  name: text,
  environment: oneOf(['sandbox', 'live']),
  state: oneOf(businessStates),
  timeZone: text,
  limitsOn: bool,
  createdAt: timestamptz,
  /** From the master site down to the parent. */
  ancestors: listOf(int8),
  typeId: int4,
  /** True if card, bank and personal data may stand in a URL. */
  secretsInUrl: bool,
  version: int4,
  /** How far the time machine moved its clock on; 0 unless it is a sandbox business. */
  clockAheadMs: int8,
  /** The gateway that it charges at, where its application named one. */
  gatewayId: optional(text),
  /** The currency of charges that name none. */
  currency: oneOf(currencies),
  /** The accounts that its card payments go to; the simulated bank of a sandbox business where there is none. */
  cardAccounts: jsonOf<CardAccounts>(),
  /** The accounts that a card payment goes to if nothing can have happened at the first one. */
  fallbackAccounts: jsonOf<CardAccounts>(),
});

type Stored = RowOf<typeof businesses>;

/** A business with the settings from its type and its terms. */
export type Business = Omit<
  Stored,
  'parentId' | 'limitsOn' | 'createdAt' | 'version' | 'clockAheadMs' | 'gatewayId'
> & {
  readonly clockAheadMs: number;
  readonly gatewayId?: string | undefined;
  readonly services: readonly Service[];
  /** True if rate and velocity limits and the quiet hours of texts hold: always for a live business. */
  readonly limited: boolean;
  readonly terms: Terms;
};

export function mayTakePayments({ state }: Pick<Business, 'state'>): boolean {
  return state === 'payments_enabled' || state === 'payouts_enabled';
}

/** True if `one` may act for `other`: it is the same business or an ancestor. */
export function isAbove(
  one: Pick<Business, 'id'>,
  other: Pick<Business, 'id' | 'ancestors'>,
): boolean {
  return one.id === other.id || other.ancestors.includes(one.id);
}
