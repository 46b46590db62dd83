import { Refusal } from '../base/refusal.ts';
import type { Payment } from '../payments/payment.ts';

/** What somebody wants done to a payment. Without an amount: all there is. */
export type Wish = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amountCents: bigint | undefined;
  /** The processor said that it is too late to void: then all of it is refunded. */
  readonly isTooLateToVoid?: true;
};

/** What is to be done, and who does it: a bank payment is turned round by ourselves, in a later file. */
export type Step = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amountCents: bigint;
  readonly by: 'processor' | 'ourselves';
};

/**
 * The rules, on the payment as it is locked: what is wished for becomes what is done, or is refused. `againCents` is
 * what waits to be presented again after it came back.
 */
export function decide(payment: Payment, wish: Wish, againCents?: bigint): Step {
  if (payment.state === 'capturing' || payment.state === 'voiding')
    throw new Refusal('payment_busy');
  switch (wish.kind) {
    case 'capture':
      return decideCapture(payment, wish.amountCents);
    case 'void': {
      const step = voidOf(payment, againCents);
      if (!step) throw new Refusal('not_voidable', { message: whyNotVoided(payment) });
      return step;
    }
    case 'refund':
      return decideRefund(payment, wish, againCents);
  }
}

function decideCapture({ state, approvedCents }: Payment, amountCents = approvedCents): Step {
  if (state !== 'authorized') throw new Refusal('not_capturable');
  if (amountCents > approvedCents) throw new Refusal('capture_too_large');
  return { kind: 'capture', amountCents, by: 'processor' };
}

/** All of it is given back before it is settled: as if nothing had been. */
function voidOf(payment: Payment, againCents: bigint | undefined): Step | undefined {
  const { state, approvedCents, batchId, refundedCents, refundingCents } = payment;
  const step = { kind: 'void', amountCents: approvedCents } as const;
  if (state === 'authorized') return { ...step, by: 'processor' };
  if (state === 'queued') return { ...step, by: 'ourselves' };
  if (againCents !== undefined) return { ...step, amountCents: againCents, by: 'ourselves' };
  const isWhole = refundedCents + refundingCents === 0n;
  if (state !== 'captured' || batchId !== undefined || !isWhole) return undefined;
  return { ...step, amountCents: payment.capturedCents, by: 'processor' };
}

function decideRefund(
  payment: Payment,
  { amountCents, isTooLateToVoid }: Wish,
  againCents: bigint | undefined,
): Step {
  const isVoidable = amountCents === undefined && !isTooLateToVoid;
  const instead = isVoidable ? voidOf(payment, againCents) : undefined;
  if (instead) return instead;
  if (!isRefundable(payment)) {
    const message = againCents === undefined ? whyNot(payment) : onlyAllOfIt;
    throw new Refusal('not_refundable', { message });
  }
  const left = payment.capturedCents - payment.refundedCents - payment.refundingCents;
  const cents = amountCents ?? left;
  if (left === 0n) throw new Refusal('refund_too_large', { message: nothingLeft });
  if (cents > left) throw new Refusal('refund_too_large');
  return {
    kind: 'refund',
    amountCents: cents,
    by: payment.method === 'card' ? 'processor' : 'ourselves',
  };
}

function whyNotVoided(payment: Payment): string {
  return isRefundable(payment)
    ? 'This payment can no longer be voided; it can be refunded.'
    : `This payment cannot be voided: it is ${payment.state}.`;
}

function isRefundable({ state, method }: Payment): boolean {
  if (method === 'card') return state === 'captured' || state === 'settled';
  return state === 'settled' || state === 'available';
}

const nothingLeft = 'Nothing is left of this payment to give back.';
const onlyAllOfIt =
  'This bank payment came back and waits to be presented again: all of it can be voided, and no part given back.';

function whyNot({ state }: Payment): string {
  if (state === 'authorized') {
    return 'This payment is only authorized: capture it, or give all of it back, which voids it.';
  }
  if (state === 'queued')
    return 'A part of this bank payment can be given back once it has settled.';
  if (state === 'originated') return 'This bank payment can be given back once it has settled.';
  return `This payment cannot be given back: it is ${state}.`;
}
