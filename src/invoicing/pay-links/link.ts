import { paymentStates } from '../../payments/moves.ts';
import type { Payment } from '../../payments/payment.ts';
import { bytea, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';

export const linkStates = ['open', 'expired', 'revoked'] as const;
export type LinkState = (typeof linkStates)[number];

/** The states that may follow each state. */
export const linkMoves: Readonly<Record<LinkState, readonly LinkState[]>> = {
  open: ['expired', 'revoked'],
  expired: ['revoked'],
  revoked: [],
};

export const payLinks = table('pay_links', {
  businessId: int8,
  id: int8,
  invoiceId: int8,
  customerId: int8,
  /** The order number of its invoice: each has one open link at a time. */
  orderNumber: text,
  state: oneOf(linkStates),
  tokenHash: bytea,
  /** The end of its payability. */
  expiresAt: optional(timestamptz),
  /** When its end is checked again. */
  dueAt: optional(timestamptz),
  idempotencyKey: optional(text),
  requestFingerprint: bytea,
  /** The text that it was sent with. */
  messageId: optional(int8),
  createdAt: timestamptz,
  openedAt: optional(timestamptz),
  endedAt: optional(timestamptz),
});
export const links = payLinks.omit('tokenHash', 'dueAt', 'idempotencyKey', 'endedAt');
/** An address under which an invoice can be paid. */
export type PayLink = RowOf<typeof links>;

/** Shown to people; derived from the link, its text and its payment. */
export const linkStages = [
  'created',
  'scheduled',
  'sent',
  'opened',
  'partially_paid',
  'paying',
  'reserved',
  'paid',
  'returned',
  'canceled',
  'expired',
  'revoked',
] as const;
export type LinkStage = (typeof linkStages)[number];

type Paying = Pick<Payment, 'state' | 'method' | 'capturedCents'>;

/** The stages of an invoice that a payment holds. */
export const paymentStages = ['paying', 'reserved', 'paid', 'returned', 'canceled'] as const;
type PaymentStage = (typeof paymentStages)[number];

type Seen = {
  /** The state of its text, if it has one. */
  readonly messageState: string | undefined;
  readonly payment: Paying | undefined;
  /** Of an invoice of which parts were paid. */
  readonly parts: 'partially_paid' | 'paying' | 'paid' | undefined;
  /** True once its invoice is void, which may be ended without the link. */
  readonly isVoid: boolean;
  readonly now: Date;
};

export function stageOf(
  link: PayLink,
  { messageState, payment, parts, isVoid, now }: Seen,
): LinkStage {
  if (payment) return stageOfPayment(payment);
  // What is left may have expired.
  if (parts && parts !== 'partially_paid') return parts;
  if (link.state !== 'open') return link.state;
  if (isVoid) return 'revoked';
  if (hasExpired(link, now)) return 'expired';
  if (parts) return parts;
  if (link.openedAt) return 'opened';
  if (messageState === undefined) return 'created';
  const waits = messageState === 'scheduled' || messageState === 'queued';
  return waits ? 'scheduled' : 'sent';
}

/** A refunded payment counts as paid. */
export function stageOfPayment({ state, method, capturedCents }: Paying): PaymentStage {
  switch (state) {
    case 'captured':
    case 'available':
      return 'paid';
    case 'settled':
      return method === 'bank' ? 'paying' : 'paid';
    case 'authorized':
    case 'capturing':
      return 'reserved';
    // The outcome of the void is not known yet.
    case 'voiding':
      return capturedCents > 0n ? 'paid' : 'reserved';
    case 'voided':
    case 'expired':
      return 'canceled';
    // It may be presented again.
    case 'returned':
      return 'returned';
    case 'processing':
    case 'unknown':
    case 'queued':
    case 'originated':
    // A payment that holds no order number is not one of the link.
    case 'declined':
    case 'canceled':
      return 'paying';
  }
}

/** In SQL: `stageOfPayment` of the payment `p` is one of these. */
export function stagesIn(p: string, stages: readonly PaymentStage[]): string {
  const cases = paymentStates.flatMap((state) =>
    (['card', 'bank'] as const).flatMap((method) =>
      [0n, 1n]
        .filter((capturedCents) =>
          stages.includes(stageOfPayment({ state, method, capturedCents })),
        )
        .map((cents) => `('${state}', '${method}', ${cents > 0n})`),
    ),
  );
  return `(${p}.state, ${p}.method, ${p}.captured_cents > 0) in (${cases.join(', ')})`;
}

/**
 * True for a payment of the link's invoice, and for another payment under its order number that was made while the link
 * could be paid. A later one belongs to the next link with that number.
 */
export function isOfLink(
  { state, invoiceId, expiresAt }: PayLink,
  payment: Pick<Payment, 'invoiceId' | 'createdAt'>,
): boolean {
  if (payment.invoiceId === invoiceId) return true;
  return state === 'open' && (expiresAt === undefined || payment.createdAt < expiresAt);
}

/** True from its expiry on, even before its state changes. */
export function hasExpired({ state, expiresAt }: PayLink, now: Date): boolean {
  return state === 'expired' || (expiresAt !== undefined && expiresAt <= now);
}

/** For the audit log. */
export function actOf(
  { businessId, id, orderNumber }: PayLink,
  act: 'pay_link.shown' | 'pay_link.revoked' | 'pay_link.reminded',
  actor: string,
  at: Date,
) {
  return { businessId, actor, act, object: `pay_link:${id}`, facts: { orderNumber }, at };
}
