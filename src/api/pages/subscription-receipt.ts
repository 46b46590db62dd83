import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import type { PeriodRow } from '../../invoicing/subscriptions/subscription.ts';
import { chargeOf } from '../../notify/mail/happening.ts';
import { receiptFacts } from '../../notify/mail/receipt-facts.ts';
import type { Sheet } from '../../notify/mail/sheet.ts';
import { readInvoice } from '../../payments/open-invoice.ts';
import { type Payment, tookMoney } from '../../payments/payment.ts';
import { tookNothing } from './receipt-part.ts';

/* The receipts of the periods that a page shows. */

/** The payment whose receipt a period has; undefined where another invoice was paid, or the money went back at once. */
export function receiptOfPeriod(
  { payments }: Pick<OpenedSubscription, 'payments'>,
  { n, invoiceId }: PeriodRow,
): Payment | undefined {
  const payment = payments.get(n);
  if (!payment || payment.invoiceId !== invoiceId) return undefined;
  return tookMoney(payment.state) && !tookNothing.has(payment.state) ? payment : undefined;
}

/** `receipt-3.pdf` is that of the third period. */
export function numberOfFile(part: string): number | undefined {
  const [, number] = /^receipt-([1-9]\d{0,6})\.pdf$/.exec(part) ?? [];
  return number === undefined ? undefined : Number(number);
}

export async function drawnReceipt(
  opened: OpenedSubscription,
  number: number,
): Promise<{ readonly sheet: Sheet; readonly at: Date } | undefined> {
  const period = opened.periods.find(({ n }) => n === number - 1);
  const payment = period && receiptOfPeriod(opened, period);
  if (!payment) return undefined;
  const { businessId, invoiceId, createdAt } = payment;
  const invoice = await readInvoice(opened.world.db, businessId, invoiceId);
  if (!invoice) return undefined;
  const { details } = invoice;
  const happening = chargeOf(payment, details);
  return { sheet: receiptFacts({ happening, face: opened.face, details }), at: createdAt };
}
