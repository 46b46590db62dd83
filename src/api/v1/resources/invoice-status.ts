import { paymentStages, stageOfPayment, stagesIn } from '../../../invoicing/pay-links/link.ts';
import {
  isPartsStage,
  paidInPartsField,
  stageOfParts,
} from '../../../invoicing/pay-links/parts.ts';
import { storedDetails } from '../../../payments/invoice.ts';
import { invoices } from '../../../payments/open-invoice.ts';
import { payments } from '../../../payments/payment.ts';
import type { RowOf } from '../../../runtime/table.ts';

export const invoiceStatuses = [
  'open',
  'partially_paid',
  ...paymentStages,
  'expired',
  'void',
] as const;
type Status = (typeof invoiceStatuses)[number];

export const shownInvoice = invoices.omit('externalId', 'details');
export const invoiceHolder = payments.pick('method', 'capturedCents');
export const invoiceRow = shownInvoice.with({
  details: storedDetails,
  ...paidInPartsField,
  ...invoiceHolder.outer().fields,
  paymentState: payments.pick('state').outer().fields.state,
});
export type InvoiceRow = RowOf<typeof invoiceRow>;

export function statusOf(one: InvoiceRow): Status {
  const { state, paymentState, method, capturedCents } = one;
  const inParts = stageOfParts(one);
  if (inParts) return inParts;
  if (state === 'covered') throw new Error('an invoice that is covered by no parts');
  if (state !== 'held') return state;
  if (paymentState === undefined || method === undefined || capturedCents === undefined)
    throw new Error('a held invoice without its payment');
  return stageOfPayment({ state: paymentState, method, capturedCents });
}

/** The same in SQL. */
export function isInvoiceSo(status: Status): string {
  switch (status) {
    case 'open':
      return `v.state = 'open' and v.parts_cents = 0`;
    case 'expired':
    case 'void':
      return `v.state = '${status}'`;
    case 'partially_paid':
      return isPartsStage(status);
    case 'paid':
    case 'paying':
      return `(v.state = 'held' and ${stagesIn('p', [status])}) or (${isPartsStage(status)})`;
    case 'reserved':
    case 'returned':
    case 'canceled':
      return `v.state = 'held' and ${stagesIn('p', [status])}`;
  }
}
