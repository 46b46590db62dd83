import type { Payment } from '../payments/payment.ts';

/** An address under which an invoice can be paid. */
export type PayLink = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly invoiceId: bigint;
  readonly customerId: bigint;
  /** That of its invoice: one open link at a time for each. */
  readonly orderNumber: string;
  readonly state: 'open' | 'expired' | 'revoked';
  readonly requestFingerprint: Buffer;
  /** From then on it cannot be paid. */
  readonly expiresAt: Date | undefined;
  /** The text that it went out with. */
  readonly messageId: bigint | undefined;
  readonly createdAt: Date;
  readonly openedAt: Date | undefined;
};

/** How far it is, for people: most of it follows from what happened to its text and its invoice. */
export type LinkStage =
  | 'created'
  | 'scheduled'
  | 'sent'
  | 'opened'
  | 'paying'
  | 'reserved'
  | 'paid'
  | 'returned'
  | 'canceled'
  | 'expired'
  | 'revoked';

/** Of a payment that is one of the link, what tells how far it is. */
type Paying = Pick<Payment, 'state' | 'method' | 'capturedCents'>;

type Seen = {
  /** Of its text, if it has one. */
  readonly messageState: string | undefined;
  readonly payment: Paying | undefined;
  readonly now: Date;
};

export function stageOf(link: PayLink, { messageState, payment, now }: Seen): LinkStage {
  if (payment) return stageOfPayment(payment);
  if (link.state !== 'open') return link.state;
  if (hasExpired(link, now)) return 'expired';
  if (link.openedAt) return 'opened';
  if (messageState === undefined) return 'created';
  const waits = messageState === 'scheduled' || messageState === 'queued';
  return waits ? 'scheduled' : 'sent';
}

/** What was given back since was paid all the same. */
function stageOfPayment({ state, method, capturedCents }: Paying): LinkStage {
  switch (state) {
    case 'captured':
    case 'available':
      return 'paid';
    case 'settled':
      return method === 'bank' ? 'paying' : 'paid';
    case 'authorized':
    case 'capturing':
      return 'reserved';
    // Nobody knows yet whether that can be undone.
    case 'voiding':
      return capturedCents > 0n ? 'paid' : 'reserved';
    case 'voided':
    case 'expired':
      return 'canceled';
    // It holds its number for as long as it waits to be presented again.
    case 'returned':
      return 'returned';
    default:
      return 'paying';
  }
}

/**
 * Whether the payment that has the order number of a link is one of it: of its invoice; or one that was made otherwise
 * under that number, while the link could be paid. What comes later is of whoever has the number by then.
 */
export function isOfLink(
  { state, invoiceId, expiresAt }: PayLink,
  payment: Pick<Payment, 'invoiceId' | 'createdAt'>,
): boolean {
  if (payment.invoiceId === invoiceId) return true;
  return state === 'open' && (expiresAt === undefined || payment.createdAt < expiresAt);
}

/** Whether its last day is over, be it noted already or not. */
export function hasExpired({ state, expiresAt }: PayLink, now: Date): boolean {
  return state === 'expired' || (expiresAt !== undefined && expiresAt <= now);
}
