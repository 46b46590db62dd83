import type { Terms } from './terms.ts';

/** A business as its callers are judged by. */
export type Business = {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly environment: 'sandbox' | 'live';
  readonly state: BusinessState;
  readonly timeZone: string;
  /** The businesses above it, from the master site down to its parent. */
  readonly ancestors: readonly bigint[];
  /** Of business_types. */
  readonly typeId: number;
  /** Whether rate and velocity limits hold here. */
  readonly limited: boolean;
  /** Whether card, bank and personal data may come in an address, as far as the business is asked. */
  readonly secretsInUrl: boolean;
  /** How far the time machine moved its clock on; 0 unless it is a sandbox business. */
  readonly clockAheadMs: number;
  readonly terms: Terms;
};

export const businessStates = [
  'messaging_only',
  'payments_pending',
  'payments_enabled',
  'payouts_enabled',
  'suspended',
  'closed',
] as const;
export type BusinessState = (typeof businessStates)[number];

export function mayTakePayments({ state }: Pick<Business, 'state'>): boolean {
  return state === 'payments_enabled' || state === 'payouts_enabled';
}

/** Whether `one` may act for `other`: it is the same, or stands above it in the tree. */
export function isAbove(
  one: Pick<Business, 'id'>,
  other: Pick<Business, 'id' | 'ancestors'>,
): boolean {
  return one.id === other.id || other.ancestors.includes(one.id);
}
