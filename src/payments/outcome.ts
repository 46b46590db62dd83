import type { Account, Transfer } from '../ledger/transfer.ts';
import type { CancelAnswer, ChargeAnswer, InquiryAnswer } from '../processors/processor.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { LineKind } from './order.ts';
import type { Payment, PaymentState } from './payment.ts';

/** What an answer means for a payment: everything that the second commit writes. */
export type Outcome = {
  readonly state: Exclude<PaymentState, 'processing'>;
  readonly attempt: 'approved' | 'declined' | 'rejected' | 'not_sent' | 'unknown' | 'reversed';
  /** For programs; undefined when all went well. */
  readonly code: string | undefined;
  /** One sentence that may be shown to a payer. */
  readonly message: string;
  readonly processorId: string | undefined;
  readonly authorizationCode: string | undefined;
};

const none = { processorId: undefined, authorizationCode: undefined };

export function outcomeOf(
  payment: Payment,
  answer: ChargeAnswer | InquiryAnswer | CancelAnswer,
): Outcome {
  switch (answer.outcome) {
    case 'approved':
      return {
        state: payment.capture ? 'captured' : 'authorized',
        attempt: 'approved',
        code: undefined,
        message: payment.capture ? 'Approved.' : 'Authorized.',
        processorId: answer.processorId,
        authorizationCode: answer.authorizationCode,
      };
    case 'declined':
      return {
        state: 'declined',
        attempt: 'declined',
        code: answer.code,
        message: answer.message,
        processorId: answer.processorId,
        authorizationCode: undefined,
      };
    case 'rejected':
      return {
        ...none,
        state: 'declined',
        attempt: 'rejected',
        code: 'rejected',
        message: 'The payment could not be processed as it was sent.',
      };
    case 'not_sent':
      return {
        ...none,
        state: 'canceled',
        attempt: 'not_sent',
        code: 'not_sent',
        message: 'The payment could not be sent and was not charged; it may be tried again.',
      };
    case 'canceled':
      return {
        ...none,
        state: 'canceled',
        attempt: 'reversed',
        code: 'canceled',
        message: 'The payment was not charged; it may be tried again.',
      };
    // Before the processor's late window has passed, "not found" proves nothing.
    case 'not_found':
    case 'unknown':
      return {
        ...none,
        state: 'unknown',
        attempt: 'unknown',
        code: 'unknown',
        message: unknownMessage,
      };
  }
}

const unknownMessage =
  'The outcome of this payment is not known yet. Do not send it again under another OrderNumber; ' +
  'the same OrderNumber tells its outcome.';

/** A bank payment waits for its file; nobody is asked now. */
export const queuedOutcome: Outcome = {
  ...none,
  state: 'queued',
  attempt: 'approved',
  code: undefined,
  message: 'Accepted.',
};

/** The lines that have an account of their own; what is left of the amount is sales. */
const accounts: Partial<Record<LineKind, Account>> = { tax: 'tax', tip: 'tip', fee: 'fees' };

/** The ledger's side of money that was taken; an authorization moves nothing. */
export function transfersOf(payment: Payment, lines: InvoiceDetails['lines']): Transfer[] {
  if (payment.state !== 'captured') return [];
  const debit = `receivable:${payment.processor}` as const;
  if (payment.isTest) return [{ debit, credit: 'tests', cents: payment.amountCents }];
  const transfers: Transfer[] = [];
  let left = payment.amountCents;
  for (const line of lines) {
    const credit = accounts[line.kind];
    const cents = BigInt(line.cents);
    // The parts need not add up to the amount, so none may take more than is left.
    const share = cents < left ? cents : left;
    if (!credit || share === 0n) continue;
    transfers.push({ debit, credit, cents: share });
    left -= share;
  }
  if (left > 0n) transfers.push({ debit, credit: 'sales', cents: left });
  return transfers;
}
