/*
 * What must become of money, as slowly and obviously as it can be said: no rows, no commits, nobody who dies. What
 * a processor books is done, and what it does not book is not.
 */
export type Modelled = {
  readonly id: bigint;
  readonly cents: bigint;
  readonly madeAt: Date;
  state: 'authorized' | 'captured' | 'voided' | 'expired' | 'settled';
  capturedCents: bigint;
  refundedCents: bigint;
};

export type FollowUp = {
  readonly kind: 'capture' | 'void' | 'refund';
  /** Undefined: all there is. */
  readonly cents: bigint | undefined;
};

type Change = Pick<Modelled, 'state' | 'capturedCents' | 'refundedCents'>;

/** What becomes of a card payment to which this is done; undefined: nothing, whether refused or done before. */
export function after(payment: Modelled, { kind, cents }: FollowUp): Change | undefined {
  const { state, capturedCents, refundedCents } = payment;
  const left = capturedCents - refundedCents;
  const isTaken = state === 'captured' || state === 'settled';
  const mayVoid = state === 'authorized' || (state === 'captured' && refundedCents === 0n);
  if (kind === 'capture') {
    const taken = cents ?? payment.cents;
    if (state !== 'authorized' || taken > payment.cents) return undefined;
    return { state: 'captured', capturedCents: taken, refundedCents };
  }
  if (mayVoid && (kind === 'void' || cents === undefined)) {
    return { state: 'voided', capturedCents, refundedCents };
  }
  if (kind === 'void' || !isTaken || left === 0n) return undefined;
  const back = cents ?? left;
  if (back > left) return undefined;
  return { state, capturedCents, refundedCents: refundedCents + back };
}

const weekMs = 7 * 24 * 3_600_000;

/** Time passes: batches are closed at their cut-off, and authorizations lapse. */
export function pass(payments: readonly Modelled[], to: Date, wasCutOff: boolean): void {
  for (const payment of payments) {
    const age = to.getTime() - payment.madeAt.getTime();
    if (payment.state === 'authorized' && age >= weekMs) payment.state = 'expired';
    if (payment.state === 'captured' && wasCutOff) payment.state = 'settled';
  }
}

/** What the business has of it in the end. */
export function kept({ state, capturedCents, refundedCents }: Modelled): bigint {
  return state === 'voided' ? 0n : capturedCents - refundedCents;
}
