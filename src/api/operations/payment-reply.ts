import { formatMoney } from '../../kernel/money.ts';
import { invoiceNumberOf } from '../../payments/invoice-number.ts';
import { type Payment, receiptNumberOf, tookMoney } from '../../payments/payment.ts';
import type { World } from '../../world.ts';
import { declineHeaderDoc, declineHeaders } from './decline-header.ts';
import type { Reply } from './operation.ts';

/** The shape of Data, for documents. */
export const paymentData = {
  type: 'object',
  required: [
    'TransactionStatus',
    'InvoiceNumber',
    'InvoiceID',
    'ReceiptNumber',
    'TokenStatus',
    'TokenResult',
    'IndividualID',
  ],
  properties: {
    TransactionStatus: { type: 'boolean', description: 'Whether money was taken or promised.' },
    InvoiceNumber: { type: 'string', description: 'The invoice, ten digits.' },
    InvoiceID: { type: 'string', description: 'The same as InvoiceNumber.' },
    ReceiptNumber: {
      type: ['string', 'null'],
      description: 'Present when money was taken or promised.',
    },
    TokenStatus: { type: 'boolean', description: 'Whether TokenResult holds a token.' },
    TokenResult: { type: ['string', 'null'], description: 'The token, when one was asked for.' },
    IndividualID: { type: 'string', description: 'The payer, to be named in later calls.' },
    ApprovedAmount: {
      type: 'string',
      description: 'What was approved; only there when that is not the amount that was asked for.',
    },
  },
};

export const paymentAnswers = {
  200: 'Approved or declined. A decline has IsSuccess and Data.TransactionStatus false.',
  202: 'It is not known yet whether the payment was made. The same order number tells, later.',
  503: 'Certain that nothing was charged: the same payment may be tried again.',
};

export const paymentHeaders = {
  'X-Payment-State':
    'What it is by now: captured, authorized, queued (a bank payment that was accepted), declined, canceled ' +
    '(certain that nothing was charged), processing or unknown; and what was made of it since: settled, ' +
    'voided, expired, originated, available, returned, or capturing and voiding while that is asked for.',
  'X-Payment-Id': 'The payment.',
  ...declineHeaderDoc,
};

const statuses: Partial<Record<Payment['state'], number>> = {
  // Certainly nothing was charged, and the same order may be retried.
  canceled: 503,
  processing: 202,
  unknown: 202,
};

/** Everything in it comes from the payment alone, so that a replay has the same bytes at any later time. */
export function paymentReply(world: Pick<World, 'vault'>, payment: Payment): Reply {
  const took = tookMoney(payment.state);
  const isOther = took && payment.approvedCents !== payment.amountCents;
  const invoiceNumber = invoiceNumberOf(world.vault, payment.businessId, payment.invoiceId);
  const token = took && payment.wantsToken ? payment.token : undefined;
  return {
    status: statuses[payment.state] ?? 200,
    headers: headersOf(payment),
    body: {
      IsSuccess: took,
      Message: payment.message ?? stillProcessing,
      Data: {
        TransactionStatus: took,
        InvoiceNumber: invoiceNumber,
        InvoiceID: invoiceNumber,
        ReceiptNumber: receiptNumberOf(payment) ?? null,
        TokenStatus: token !== undefined,
        TokenResult: token ?? null,
        IndividualID: String(payment.customerId),
        ...(isOther && { ApprovedAmount: formatMoney(payment.approvedCents, payment.currency) }),
      },
      OrderNumber: payment.orderNumber,
      SMSID: null,
    },
  };
}

const stillProcessing =
  'The payment is still being processed. Do not send it again under another OrderNumber; the same ' +
  'OrderNumber tells its outcome.';

/** Distinguishes "declined" from "not known yet" for programs. */
function headersOf({ state, id, outcomeCode }: Payment): Record<string, string> {
  const always = { 'X-Payment-State': state, 'X-Payment-Id': String(id) };
  if (state === 'declined') return { ...always, ...declineHeaders(outcomeCode) };
  return state === 'canceled' ? { ...always, 'Retry-After': '5' } : always;
}
