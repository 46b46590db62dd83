import type { Payer } from '../payer.ts';
import type { ChargedCard, ChargeRequest, FollowUpRequest, TokenRequest } from '../processor.ts';
import type { CardName } from './card-names.ts';
import type { Fields } from './client.ts';

/*
 * The content of a charge: first the payment without the card, then the card. And the content of a card to be stored.
 */

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

/** The fields of the tombstone of a payment that was never made: no payment has these fields. */
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

/** `kept`: a card that the gateway stores, with its address and what the gateway knows of its first charge. */
export function confirmFields(request: ChargeRequest, kept?: CardName): Fields {
  const { card, payer } = request;
  return {
    ...(kept
      ? { payment_method: kept.card }
      : within('payment_method_data', { ...cardFields(card), ...billingFields(card, payer) })),
    ...initiationFields(request, kept),
    ...authenticationFields(request),
    // Nobody is there to confirm it: it is declined instead.
    error_on_requires_action: 'true',
    ...withCharge,
  };
}

export function storedCardFields({ card }: TokenRequest): Fields {
  return { ...cardFields(card), ...billingFields(card) };
}

/** The fields of a stored card that may change: all but its number. */
export function changedCardFields({ card }: TokenRequest): Fields {
  return { ...expiryFields(card), ...billingFields(card) };
}

/** Asks the issuer whether a card may be charged while its holder is away, which takes no money. */
export function setupFields(reference: string, { customer, card }: CardName): Fields {
  return {
    ...common,
    customer,
    payment_method: card,
    usage: 'off_session',
    confirm: 'true',
    'metadata[reference]': reference,
  };
}

type AnyCard = ChargedCard | TokenRequest['card'];

function cardFields(card: AnyCard): Fields {
  return {
    type: 'card',
    'card[number]': card.number?.reveal(),
    ...expiryFields(card),
    'card[cvc]': card.cvv?.reveal(),
  };
}

function expiryFields({ expiryMonth, expiryYear }: AnyCard): Fields {
  return { 'card[exp_month]': String(expiryMonth), 'card[exp_year]': String(expiryYear) };
}

function billingFields({ holder, address, postalCode }: AnyCard, payer?: Payer): Fields {
  const payerName = payer && `${payer.firstName} ${payer.lastName}`;
  return within('billing_details', {
    name: holder.trim() || payerName?.trim(),
    email: payer?.email,
    phone: payer?.phone,
    'address[line1]': address || payer?.address1,
    'address[line2]': payer?.address2,
    'address[city]': payer?.city,
    'address[state]': payer?.stateCode,
    'address[postal_code]': postalCode || payer?.postalCode,
    'address[country]': payer?.countryCode,
  });
}

/** Nests fields in the field `name`. */
function within(name: string, fields: Fields): Fields {
  const inner = Object.entries(fields);
  return Object.fromEntries(
    inner.map(([key, value]) => [key.replace(/^\w+/, `${name}[$&]`), value]),
  );
}

function initiationFields({ initiation }: ChargeRequest, kept?: CardName): Fields {
  if (!initiation) return {};
  const { by, use, networkTransactionId } = initiation;
  if (by === 'customer') return use === 'first' ? { setup_future_usage: 'off_session' } : {};
  const exemption = 'payment_method_options[card][mit_exemption][network_transaction_id]';
  return { off_session: 'true', [exemption]: kept ? undefined : networkTransactionId };
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

/** There is room for at least so much behind the account's own prefix. */
const longestSuffix = 10;

/** A suffix must contain a letter, and may not contain some characters. */
function suffixOf(descriptor: string | undefined): string | undefined {
  const suffix = descriptor
    ?.replaceAll(/[^\w .,&#+-]/g, '')
    .trim()
    .slice(0, longestSuffix)
    .trim();
  return suffix && /[A-Za-z]/.test(suffix) ? suffix : undefined;
}

/** The path and the fields of a follow-up. */
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

/** The fields of a refund of all that is left, under the reference of the charge itself. */
export function undoFields(reference: string, chargeId: string): Fields {
  return { payment_intent: chargeId, 'metadata[reference]': reference };
}

export const cancelFields: Fields = withCharge;
