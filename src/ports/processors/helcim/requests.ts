import { createHash } from 'node:crypto';
import { expiryDigits } from '../authentication.ts';
import type { Payer } from '../payer.ts';
import type {
  Card,
  ChargedCard,
  ChargeRequest,
  FollowUpRequest,
  TokenRequest,
} from '../processor.ts';
import { type Content, decimals, numberOf } from './client.ts';

/* The content of a charge and of its captures, voids and refunds. */

/** The idempotency key of a request, made of its reference alone: a repeated request is recognized. */
export function keyOf(reference: string): string {
  const rest = createHash('sha256').update(reference).digest('hex');
  return `${reference}-${rest}`.slice(0, 36);
}

/** The gateway requires an IP address. If the payer's is not known, this address of nobody is sent. */
const unknownIp = '127.0.0.1';

export function chargeContent(request: ChargeRequest): Content {
  const { reference, amountCents, currency, card, payer, initiation, processorToken } = request;
  const amount = decimals(amountCents);
  return {
    ipAddress: payer?.ip ?? unknownIp,
    currency,
    amount,
    ecommerce: initiation?.by !== 'merchant',
    cardData: processorToken ? { cardToken: processorToken.reveal() } : cardContent(card),
    // The gateway makes an invoice with our number, by which the charge is found again.
    invoice: {
      invoiceNumber: reference,
      lineItems: [{ description: 'Payment', quantity: one, price: amount }],
    },
    billingAddress: billingContent(card, payer),
  };
}

const one = { digits: '1' };

type Data = Pick<ChargedCard, 'number' | 'expiryMonth' | 'expiryYear' | 'cvv' | 'holder'>;

function cardContent({ number, cvv, holder, ...expiry }: Data): Content {
  return {
    cardNumber: number?.reveal(),
    cardExpiry: expiryDigits(expiry),
    cardCVV: cvv?.reveal() || undefined,
    cardHolderName: holder || undefined,
  };
}

/** Three of its fields are required: an address that lacks one is left out. */
function billingContent(
  { holder, address, postalCode: cardPostalCode }: Pick<Card, 'holder' | 'address' | 'postalCode'>,
  payer: Payer | undefined,
): Content | undefined {
  const ofPayer = [payer?.firstName, payer?.lastName].filter(Boolean).join(' ');
  const name = holder.trim() || ofPayer;
  const street1 = payer?.address1 || address;
  const postalCode = payer?.postalCode || cardPostalCode;
  if (!name || !street1 || !postalCode) return undefined;
  return {
    name,
    street1,
    street2: payer?.address2 || undefined,
    city: payer?.city || undefined,
    province: payer?.stateCode || undefined,
    country: countryCodes.get(payer?.countryCode ?? ''),
    postalCode,
    phone: payer?.phone || undefined,
    email: payer?.email || undefined,
  };
}

/** The gateway has merchants in these countries, and writes each with three letters. */
const countryCodes: ReadonlyMap<string, string> = new Map([
  ['US', 'USA'],
  ['CA', 'CAN'],
]);

/** A country as we write it; empty for another one. */
export function countryOf(code: string): string {
  const [known] = [...countryCodes].find((pair) => pair.includes(code)) ?? [];
  return known ?? '';
}

/** `target`: the number of the charge, or of its capture if it was captured later. A void undoes the whole amount. */
export function followUpContent({ kind, amountCents }: FollowUpRequest, target: string): Content {
  const amount = decimals(amountCents);
  const id = numberOf(target);
  switch (kind) {
    case 'capture':
      return { preAuthTransactionId: id, amount, ipAddress: unknownIp };
    case 'void':
      return { cardTransactionId: id, ipAddress: unknownIp };
    case 'refund':
      return { originalTransactionId: id, amount, ipAddress: unknownIp };
  }
}

/**
 * The content of a check of the card that takes no money and leaves a token. Undefined: there is no number to check.
 */
export function tokenContent({ currency, card }: TokenRequest): Content | undefined {
  const { number } = card;
  if (!number) return undefined;
  return {
    ipAddress: unknownIp,
    currency,
    amount: decimals(0n),
    cardData: cardContent({ ...card, number }),
    billingAddress: billingContent(card, undefined),
  };
}
