/** A business as its callers are judged by. */
export type Business = {
  readonly id: bigint;
  readonly username: string;
  readonly name: string;
  readonly environment: 'sandbox' | 'live';
  readonly state: BusinessState;
  readonly timeZone: string;
  /** Whether rate and velocity limits hold here. */
  readonly limited: boolean;
};

export type BusinessState =
  | 'messaging_only'
  | 'payments_pending'
  | 'payments_enabled'
  | 'payouts_enabled'
  | 'suspended'
  | 'closed';

export function mayTakePayments(business: Business): boolean {
  return business.state === 'payments_enabled' || business.state === 'payouts_enabled';
}
