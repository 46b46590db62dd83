import { formatMoney } from '../../../kernel/money.ts';
import { payerName } from '../gateway-text.ts';
import type { Card, ChargeRequest, FollowUpRequest, Initiation, Payer } from '../processor.ts';
import type { Content } from './wire.ts';

/* What is sent of a charge and of what follows it, in the order of the schema. */

export function chargeContent(request: ChargeRequest): Content {
  const { reference, amountCents, currency, capture, card, payer, initiation } = request;
  return {
    transactionType: capture ? 'authCaptureTransaction' : 'authOnlyTransaction',
    amount: formatMoney(amountCents, currency),
    currencyCode: currency,
    payment: { creditCard: cardContent(card) },
    order: { invoiceNumber: reference },
    customer: payer?.email ? { email: upTo(255, payer.email) } : undefined,
    billTo: billTo(card, payer),
    // The field has no room for an address of IPv6.
    customerIP: payer?.ip && payer.ip.length <= 15 ? payer.ip : undefined,
    transactionSettings: refusesDuplicates,
    ...(initiation && initiationContent(initiation)),
  };
}

function cardContent({ number, expiryMonth, expiryYear, cvv }: Card): Content {
  const month = String(expiryMonth).padStart(2, '0');
  const cardCode = cvv?.reveal() || undefined;
  return { cardNumber: number.reveal(), expirationDate: `${expiryYear}-${month}`, cardCode };
}

function initiationContent({ by, use, purpose, networkTransactionId }: Initiation): Content {
  if (use === 'once') return {};
  if (use === 'first') {
    const first = purpose === 'recurring' ? 'isFirstRecurringPayment' : 'isFirstSubsequentAuth';
    return { processingOptions: { [first]: 'true' } };
  }
  if (by === 'customer') return { processingOptions: { isStoredCredentials: 'true' } };
  return {
    processingOptions: { isSubsequentAuth: 'true' },
    ...(networkTransactionId && {
      subsequentAuthInformation: { originalNetworkTransId: networkTransactionId },
    }),
  };
}

function billTo(
  { holder, address, postalCode }: Card,
  payer: Payer | undefined,
): Content | undefined {
  const { first, last } = payerName(holder);
  const content = {
    firstName: upTo(50, first),
    lastName: upTo(50, last),
    address: upTo(60, address),
    city: upTo(40, payer?.city ?? ''),
    state: upTo(40, payer?.stateCode ?? ''),
    zip: upTo(20, postalCode),
    country: upTo(60, payer?.countryCode ?? ''),
    phoneNumber: upTo(25, payer?.phone ?? ''),
  };
  return Object.values(content).some((value) => value !== undefined) ? content : undefined;
}

function upTo(most: number, text: string): string | undefined {
  return text.slice(0, most) || undefined;
}

/** A refund names the card by its last four digits; a void undoes all there is, and has no amount. */
export function followUpContent({
  reference,
  kind,
  chargeId,
  amountCents,
  currency,
  last4,
}: FollowUpRequest) {
  const amount = formatMoney(amountCents, currency);
  switch (kind) {
    case 'capture':
      return { transactionType: 'priorAuthCaptureTransaction', amount, refTransId: chargeId };
    case 'void':
      return { transactionType: 'voidTransaction', refTransId: chargeId };
    case 'refund':
      return {
        transactionType: 'refundTransaction',
        amount,
        currencyCode: currency,
        payment: { creditCard: { cardNumber: last4, expirationDate: 'XXXX' } },
        refTransId: chargeId,
        order: { invoiceNumber: reference },
        transactionSettings: refusesDuplicates,
      };
  }
}

/**
 * A copy of a request is refused for eight hours. Its invoice number is compared, so two honest purchases of the same
 * amount are no duplicates.
 */
const refusesDuplicates = {
  setting: [{ settingName: 'duplicateWindow', settingValue: '28800' }],
};
