import { textable } from '../base/phone.ts';
import type { World } from '../world.ts';
import type { NewEvent } from './finish-store.ts';
import type { InvoiceDetails } from './invoice.ts';
import { invoiceNumberOf } from './invoice-number.ts';
import { type Payment, receiptNumberOf, tookMoney } from './payment.ts';

/** What happened to a payment, fixed now: webhooks and receipts are written from this and nothing else. */
export function eventOf(
  world: Pick<World, 'uuid' | 'vault'>,
  payment: Payment,
  details: InvoiceDetails,
): NewEvent {
  return {
    id: world.uuid(),
    kind: `payment.${payment.state}`,
    data: JSON.stringify({
      paymentId: String(payment.id),
      customerId: String(payment.customerId),
      invoiceNumber: invoiceNumberOf(world.vault, payment.businessId, payment.invoiceId),
      orderNumber: payment.orderNumber,
      amountCents: String(payment.amountCents),
      approvedCents: approvedPart(payment),
      state: payment.state,
      method: payment.method,
      isTest: payment.isTest || undefined,
      brand: payment.brand,
      last4: payment.last4,
      token: tookMoney(payment.state) ? payment.token : undefined,
      receiptNumber: receiptNumberOf(payment),
      outcomeCode: payment.outcomeCode,
      message: payment.message,
      email: details.email,
      phone: details.phone,
      description: details.description,
      externalId: details.externalId,
      statementDescriptor: details.statementDescriptor,
      subscriptionId: details.period?.subscriptionId,
      period: details.period?.number,
      attempt: details.period?.attempt,
    }),
    untold: whoMustHear(payment, details),
  };
}

/** Where a part was approved, or what nobody asked for. */
function approvedPart({ approvedCents, amountCents, state }: Payment): string | undefined {
  return tookMoney(state) && approvedCents !== amountCents ? String(approvedCents) : undefined;
}

/** A receipt follows money taken or promised, by the channels that were wished; a hook follows any end. */
function whoMustHear({ state }: Payment, details: InvoiceDetails): NewEvent['untold'] {
  if (state === 'unknown') return [];
  const wantsReceipt = state === 'captured' || state === 'queued';
  return [
    'webhook',
    ...(wantsReceipt && details.emailReceipt && details.email ? (['email'] as const) : []),
    ...(wantsReceipt && details.smsReceipt && textable(details.phone) ? (['sms'] as const) : []),
    ...whosePeriod(details),
  ];
}

/** Whatever happens to the payment of a period is followed by its subscription. */
export function whosePeriod({ period }: InvoiceDetails): readonly 'subscription'[] {
  return period ? ['subscription'] : [];
}
