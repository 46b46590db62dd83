import { amountWithCode, formatMoney } from '../kernel/money.ts';
import type { LineKind } from '../parties/businesses/invoice-fields.ts';
import type { Terms } from '../parties/businesses/terms.ts';
import type { CardChecks } from '../ports/processors/card-checks.ts';
import { type DeclineCode, declines, rejected } from '../ports/processors/declines.ts';
import type {
  Approval,
  CancelAnswer,
  ChargeAnswer,
  InquiryAnswer,
} from '../ports/processors/processor.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { Account, Transfer } from './ledger/transfer.ts';
import type { moves } from './moves.ts';
import type { Payment } from './payment.ts';

/** The effect of an answer on a payment: everything that the second commit writes. */
export type Outcome = {
  readonly state: ChargeEnd;
  /** For programs; undefined on success. */
  readonly code: string | undefined;
  /** One sentence that may be shown to a payer. */
  readonly message: string;
  /** The approved amount; zero otherwise. */
  readonly approvedCents: bigint;
  readonly processorId: string | undefined;
  readonly authorizationCode: string | undefined;
  readonly networkTransactionId?: string | undefined;
  readonly checks?: CardChecks | undefined;
  /** The approved amount that is reversed. */
  readonly reversedCents?: bigint;
  /** While it is unknown: that the processor has it. */
  readonly isThere?: boolean;
  /** While it is unknown: when it is asked about again, if not by the backoff. */
  readonly lookAt?: Date;
};

/** The states in which a charge may end. */
export type ChargeEnd = (typeof moves.processing)[number];

const none = { approvedCents: 0n, processorId: undefined, authorizationCode: undefined };

export function outcomeOf(
  payment: Payment,
  answer: ChargeAnswer | InquiryAnswer | CancelAnswer,
): Outcome {
  switch (answer.outcome) {
    case 'approved':
      return {
        state: payment.capture ? 'captured' : 'authorized',
        code: undefined,
        message: approvalOf(payment, answer.amountCents),
        approvedCents: answer.amountCents,
        processorId: answer.processorId,
        authorizationCode: answer.authorizationCode,
        networkTransactionId: answer.networkTransactionId,
        checks: answer.checks,
      };
    case 'declined':
      return {
        state: 'declined',
        code: answer.code,
        message: answer.message,
        approvedCents: 0n,
        processorId: answer.processorId,
        authorizationCode: undefined,
        checks: answer.checks,
      };
    case 'rejected':
      return {
        ...none,
        state: 'declined',
        code: rejected,
        message: 'The payment could not be processed as it was sent.',
      };
    case 'not_sent':
      return {
        ...none,
        state: 'canceled',
        code: 'not_sent',
        message: 'The payment could not be sent and was not charged; it may be tried again.',
      };
    case 'canceled':
      return {
        ...none,
        state: 'canceled',
        code: 'canceled',
        message: 'The payment was not charged; it may be tried again.',
      };
    // Before the processor's late window has passed, "not found" proves nothing.
    case 'not_found':
    case 'unknown': {
      const isDuplicate = isTakenForDuplicate(payment, answer);
      return {
        ...none,
        state: 'unknown',
        code: isDuplicate ? maybeDuplicate : 'unknown',
        message: isHeld(answer) ? heldMessage : isDuplicate ? duplicateMessage : unknownMessage,
        isThere: answer.outcome === 'unknown' && answer.isThere === true,
      };
    }
  }
}

/** The code of a payment that the processor took for a repetition of another one, until inquiries have confirmed it. */
const maybeDuplicate = 'maybe_duplicate';

/** True if the processor answered that the charge duplicates another, even if inquiries followed. */
export function isTakenForDuplicate(
  { outcomeCode }: Pick<Payment, 'outcomeCode'>,
  answer?: ChargeAnswer | InquiryAnswer | CancelAnswer,
): boolean {
  return outcomeCode === maybeDuplicate || (answer?.outcome === 'unknown' && !!answer.isDuplicate);
}

const unknownMessage =
  'The outcome of this payment is not known yet. Do not send it again under another OrderNumber; ' +
  'the same OrderNumber tells its outcome.';

const duplicateMessage =
  'The card was charged with the same amount a short time ago, and the payment was taken for a repetition. In a few ' +
  'minutes it is certain whether it was charged. Do not send it again under another OrderNumber; the same ' +
  'OrderNumber tells its outcome.';

const heldMessage =
  'The payment is held for a review, and its outcome is not known yet. Do not send it again under another ' +
  'OrderNumber; the same OrderNumber tells its outcome.';

/** True if the processor holds the request for review. */
export function isHeld(answer: ChargeAnswer | InquiryAnswer | CancelAnswer): boolean {
  return answer.outcome === 'unknown' && answer.isHeld === true;
}

function approvalOf({ capture, amountCents, currency }: Payment, cents: bigint): string {
  const word = capture ? 'Approved' : 'Authorized';
  if (cents === amountCents) return `${word}.`;
  return `${word} for ${formatMoney(cents, currency)} of ${amountWithCode(amountCents, currency)}.`;
}

/** A bank payment waits for its file; no processor is called now. */
export function queuedOutcome({ amountCents }: Payment): Outcome {
  return {
    ...none,
    state: 'queued',
    code: undefined,
    message: 'Accepted.',
    approvedCents: amountCents,
  };
}

/** The lines that have an account of their own; the rest of the amount is sales. */
const accounts: Partial<Record<LineKind, Account>> = { tax: 'tax', tip: 'tip', fee: 'fees' };

/** The transfers for money that was taken: the processor's debt, and its parts. */
export function transfersOf(payment: Payment, lines: InvoiceDetails['lines']): Transfer[] {
  const debit = `receivable:${payment.processor}` as const;
  if (payment.isTest) return [{ debit, credit: 'tests', cents: payment.capturedCents }];
  const transfers: Transfer[] = [];
  let left = payment.capturedCents;
  for (const line of lines) {
    const credit = accounts[line.kind];
    const cents = BigInt(line.cents);
    // The parts need not add up to the amount, so none may exceed the rest.
    const share = cents < left ? cents : left;
    if (!credit || share === 0n) continue;
    transfers.push({ debit, credit, cents: share });
    left -= share;
  }
  if (left > 0n) transfers.push({ debit, credit: 'sales', cents: left });
  return transfers;
}

/**
 * The outcome by the terms of the business: issuers approve charges whose security code or address is wrong, and leave
 * it to the business. One that it does not keep is declined, and reversed in a step of its own.
 */
export function outcomeByTerms(
  payment: Payment,
  answer: ChargeAnswer | InquiryAnswer | CancelAnswer,
  terms: Terms,
): Outcome {
  const code = answer.outcome === 'approved' ? failedCheck(answer, terms) : undefined;
  if (answer.outcome !== 'approved' || !code) return outcomeOf(payment, answer);
  return {
    state: 'declined',
    code,
    message: declines[code],
    approvedCents: 0n,
    processorId: answer.processorId,
    authorizationCode: undefined,
    checks: answer.checks,
    reversedCents: answer.amountCents,
  };
}

/** True if the issuer's checks decide about an approval. */
export function needsChecks({ voidsWrongCode, voidsWrongAddress }: Terms): boolean {
  return voidsWrongCode || voidsWrongAddress;
}

function failedCheck({ checks }: Approval, terms: Terms): DeclineCode | undefined {
  if (terms.voidsWrongCode && checks?.securityCode === 'no_match') return 'incorrect_cvc';
  if (terms.voidsWrongAddress && checks?.address === 'no_match') return 'incorrect_address';
  return undefined;
}
