import { strict as assert } from 'node:assert';
import { namedCurrency } from '../runtime/event-currency.ts';
import type { PaymentData, PaymentEventKind } from '../runtime/event-kinds.ts';
import type { NewEvent } from '../runtime/events.ts';
import type { World } from '../world.ts';

import type { InvoiceDetails } from './invoice.ts';
import { invoiceNumberOf } from './invoice-number.ts';
import type { PaymentState } from './moves.ts';
import { type Payment, receiptNumberOf, tookMoney } from './payment.ts';
import { isReceiptDue, receiptChannels } from './receipts-due.ts';

export type PaymentEvent = NewEvent<PaymentEventKind>;

/** The event of a payment, fixed now: webhooks and receipts contain nothing else. */
export function eventOf(
  world: Pick<World, 'uuid' | 'vault'>,
  payment: Payment,
  details: InvoiceDetails,
): PaymentEvent {
  return {
    id: world.uuid(),
    kind: kindOf(payment.state),
    data: paymentData(world, payment, details),
    pending: channelsOf(payment, details),
  };
}

/** The data of a payment in its events. */
export function paymentData(
  { vault }: Pick<World, 'vault'>,
  payment: Payment,
  details: InvoiceDetails,
): PaymentData {
  return {
    paymentId: String(payment.id),
    customerId: String(payment.customerId),
    invoiceNumber: invoiceNumberOf(vault, payment.businessId, payment.invoiceId),
    partOfInvoiceId: details.partOf?.invoiceId,
    orderNumber: payment.orderNumber,
    amountCents: String(payment.amountCents),
    currency: namedCurrency(payment.currency),
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
    invoiceExternalId: details.invoiceExternalId,
    statementDescriptor: details.statementDescriptor,
    checkoutSessionId: details.bill?.checkoutSessionId,
    subscriptionId: details.period?.subscriptionId,
    period: details.period?.number,
    attempt: details.period?.attempt,
  };
}

/** While the processor is being asked there is no event. */
function kindOf(state: PaymentState): PaymentEventKind {
  assert(state !== 'processing' && state !== 'capturing' && state !== 'voiding');
  return `payment.${state}`;
}

/** Only if a part was approved, or more than the requested amount. */
function approvedPart({ approvedCents, amountCents, state }: Payment): string | undefined {
  return tookMoney(state) && approvedCents !== amountCents ? String(approvedCents) : undefined;
}

/** Webhooks get every outcome. */
function channelsOf({ state }: Payment, details: InvoiceDetails): PaymentEvent['pending'] {
  if (state === 'unknown') return [];
  const receipt = isReceiptDue(state) ? receiptChannels(details) : [];
  return ['webhook', ...receipt, ...subscriptionChannels(details)];
}

/** The subscription follows all events of a payment for its period. */
export function subscriptionChannels({ period }: InvoiceDetails): readonly 'subscription'[] {
  return period ? ['subscription'] : [];
}
