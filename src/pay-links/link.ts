import { type PaymentState, tookMoney } from '../payments/payment.ts';

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
  | 'paid'
  | 'expired'
  | 'revoked';

type Seen = {
  /** Of its text, if it has one. */
  readonly messageState: string | undefined;
  /** Of the payment that has its order number. */
  readonly paymentState: PaymentState | undefined;
  readonly now: Date;
};

export function stageOf(link: PayLink, { messageState, paymentState, now }: Seen): LinkStage {
  if (paymentState) return tookMoney(paymentState) ? 'paid' : 'paying';
  if (link.state !== 'open') return link.state;
  if (hasExpired(link, now)) return 'expired';
  if (link.openedAt) return 'opened';
  if (messageState === undefined) return 'created';
  const waits = messageState === 'scheduled' || messageState === 'queued';
  return waits ? 'scheduled' : 'sent';
}

/** Whether its last day is over, be it noted already or not. */
export function hasExpired({ state, expiresAt }: PayLink, now: Date): boolean {
  return state === 'expired' || (expiresAt !== undefined && expiresAt <= now);
}
