import type { ChargeRequest, FollowUpRequest } from '../processor.ts';
import type { Fields } from './wire.ts';

/* What is sent of a charge: first the payment without the card, then the card. */

const common = { 'payment_method_types[]': 'card' };
const withCharge = { 'expand[]': 'latest_charge' };

export function paymentFields({
  reference,
  amountCents,
  currency,
  capture,
  statementDescriptor,
}: ChargeRequest): Fields {
  return {
    ...common,
    currency: currency.toLowerCase(),
    amount: String(amountCents),
    capture_method: capture ? 'automatic' : 'manual',
    'metadata[reference]': reference,
    statement_descriptor_suffix: suffixOf(statementDescriptor),
  };
}

/** What takes the place of a payment that was never made: no payment has these fields. */
export function tombstoneFields(reference: string): Fields {
  return {
    ...common,
    currency: 'usd',
    amount: '100',
    capture_method: 'manual',
    'metadata[reference]': reference,
    description: 'Canceled before it was made',
  };
}

export function confirmFields(request: ChargeRequest): Fields {
  const { number, expiryMonth, expiryYear, cvv } = request.card;
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number?.reveal(),
    'payment_method_data[card][exp_month]': String(expiryMonth),
    'payment_method_data[card][exp_year]': String(expiryYear),
    'payment_method_data[card][cvc]': cvv?.reveal(),
    ...billingFields(request),
    ...initiationFields(request),
    ...authenticationFields(request),
    // Nobody is there to confirm it: it is declined instead.
    error_on_requires_action: 'true',
    ...withCharge,
  };
}

function billingFields({ card, payer }: ChargeRequest): Fields {
  const details = 'payment_method_data[billing_details]';
  const payerName = payer && `${payer.firstName} ${payer.lastName}`;
  return {
    [`${details}[name]`]: card.holder.trim() || payerName?.trim(),
    [`${details}[email]`]: payer?.email,
    [`${details}[phone]`]: payer?.phone,
    [`${details}[address][line1]`]: card.address || payer?.address1,
    [`${details}[address][line2]`]: payer?.address2,
    [`${details}[address][city]`]: payer?.city,
    [`${details}[address][state]`]: payer?.stateCode,
    [`${details}[address][postal_code]`]: card.postalCode || payer?.postalCode,
    [`${details}[address][country]`]: payer?.countryCode,
  };
}

function initiationFields({ initiation }: ChargeRequest): Fields {
  if (!initiation) return {};
  const { by, use, networkTransactionId } = initiation;
  if (by === 'customer') return use === 'first' ? { setup_future_usage: 'off_session' } : {};
  const exemption = 'payment_method_options[card][mit_exemption][network_transaction_id]';
  return { off_session: 'true', [exemption]: networkTransactionId };
}

function authenticationFields({ authentication }: ChargeRequest): Fields {
  if (!authentication) return {};
  const { version, eci, cryptogram, dsTransactionId } = authentication;
  const result = 'payment_method_options[card][three_d_secure]';
  return {
    [`${result}[cryptogram]`]: cryptogram.reveal(),
    [`${result}[transaction_id]`]: dsTransactionId,
    [`${result}[version]`]: version,
    [`${result}[electronic_commerce_indicator]`]: eci,
  };
}

/** Behind the account's own prefix there is room for so much at least. */
const longestSuffix = 10;

/** A letter must be in it, and some signs must not. */
function suffixOf(descriptor: string | undefined): string | undefined {
  const suffix = descriptor
    ?.replaceAll(/[^\w .,&#+-]/g, '')
    .trim()
    .slice(0, longestSuffix)
    .trim();
  return suffix && /[A-Za-z]/.test(suffix) ? suffix : undefined;
}

/** Where it is sent, and what. */
export function followUpRequest({ kind, reference, chargeId, amountCents }: FollowUpRequest): {
  readonly path: string;
  readonly fields: Fields;
} {
  const payment = `/v1/payment_intents/${chargeId}`;
  const amount = String(amountCents);
  switch (kind) {
    case 'capture': {
      const stamp = { 'metadata[capture]': reference };
      return {
        path: `${payment}/capture`,
        fields: { amount_to_capture: amount, ...stamp, ...withCharge },
      };
    }
    case 'void':
      return { path: `${payment}/cancel`, fields: withCharge };
    case 'refund':
      return {
        path: '/v1/refunds',
        fields: { payment_intent: chargeId, amount, 'metadata[reference]': reference },
      };
  }
}

/** Of all that is left, under the reference of the charge itself. */
export function undoFields(reference: string, chargeId: string): Fields {
  return { payment_intent: chargeId, 'metadata[reference]': reference };
}

export const cancelFields: Fields = withCharge;
