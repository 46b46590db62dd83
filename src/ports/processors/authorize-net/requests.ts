import type { Currency } from '../../../kernel/currency.ts';
import { formatMoney } from '../../../kernel/money.ts';
import { Secret } from '../../../kernel/secret.ts';
import type { Authentication3ds, Wallet } from '../authentication.ts';
import { payerName } from '../gateway-text.ts';
import type { Payer } from '../payer.ts';
import type {
  Card,
  ChargedCard,
  ChargeRequest,
  FollowUpRequest,
  Initiation,
  Rejection,
} from '../processor.ts';
import type { References } from '../request-terms.ts';
import type { Content } from './client.ts';

/* The content of a charge and of its captures, voids and refunds, in the order of the schema. */

/** The invoice number, and the `refId` of a request. */
export const references: References = { longest: 20, signs: 'A-Za-z0-9_-' };

export function chargeContent(request: ChargeRequest): Content {
  const { reference, amountCents, currency, capture, card, payer, initiation } = request;
  const { authentication, wallet, processorToken } = request;
  const ids = processorToken && profileIds(processorToken);
  return {
    transactionType: capture ? 'authCaptureTransaction' : 'authOnlyTransaction',
    amount: formatMoney(amountCents, currency),
    currencyCode: currency,
    ...(ids ? { profile: profileContent(ids, card) } : { payment: paymentContent(card, wallet) }),
    order: { invoiceNumber: reference },
    // A profile has its own customer and address: neither is sent with it.
    customer: payer?.email && !ids ? { email: upTo(255, payer.email) } : undefined,
    billTo: ids ? undefined : personContent(card, payer),
    // An address of IPv6 does not fit into the field.
    customerIP: payer?.ip && payer.ip.length <= 15 ? payer.ip : undefined,
    cardholderAuthentication: authentication && authenticationContent(authentication),
    transactionSettings: settingsOf(initiation),
    ...(initiation && initiationContent(initiation, currency)),
  };
}

type ProfileIds = readonly [customer: string, payment: string];

/** The customer profile that a token names, and the profile of the card in it. Undefined: it is no such token. */
export function profileIds(token: Secret): ProfileIds | undefined {
  const [, customer, payment] = /^(\d{1,20})\/(\d{1,20})$/.exec(token.reveal()) ?? [];
  return customer && payment ? [customer, payment] : undefined;
}

/** The secrets of a token, which nobody may see. */
export function secretsOfToken(token: Secret | undefined): readonly Secret[] {
  return token
    ? [
        token,
        ...token
          .reveal()
          .split('/')
          .map((id) => new Secret(id)),
      ]
    : [];
}

function profileContent([customerProfileId, paymentProfileId]: ProfileIds, card: ChargedCard) {
  const cardCode = card.cvv?.reveal() || undefined;
  return { customerProfileId, paymentProfile: { paymentProfileId, cardCode } };
}

function paymentContent(card: ChargedCard, wallet: Wallet | undefined): Content {
  if (wallet?.form !== 'sealed') return { creditCard: cardContent(card, wallet) };
  const dataValue = Buffer.from(wallet.payload.reveal()).toString('base64');
  return { opaqueData: { dataDescriptor: descriptors[wallet.kind], dataValue } };
}

const descriptors = {
  apple_pay: 'COMMON.APPLE.INAPP.PAYMENT',
  google_pay: 'COMMON.GOOGLE.INAPP.PAYMENT',
} as const;

type Device = Extract<Wallet, { readonly form: 'device_number' }>;

export function cardContent(card: ChargedCard, device: Device | undefined): Content {
  const { number, expiryMonth, expiryYear, cvv } = card;
  const month = String(expiryMonth).padStart(2, '0');
  return {
    cardNumber: number?.reveal(),
    expirationDate: `${expiryYear}-${month}`,
    cardCode: cvv?.reveal() || undefined,
    ...(device && {
      isPaymentToken: true,
      cryptogram: device.cryptogram.reveal(),
      tokenRequestorEci: device.eci,
    }),
  };
}

/** The gateway has no field for the id of the directory server. */
function authenticationContent({ eci, cryptogram }: Authentication3ds): Content {
  return { authenticationIndicator: eci, cardholderAuthenticationValue: cryptogram.reveal() };
}

function initiationContent(
  { by, use, purpose, networkTransactionId, originalCents }: Initiation,
  currency: Currency,
): Content {
  if (use === 'once') return {};
  if (use === 'first') {
    const first = purpose === 'recurring' ? 'isFirstRecurringPayment' : 'isFirstSubsequentAuth';
    return { processingOptions: { [first]: 'true' } };
  }
  if (by === 'customer') return { processingOptions: { isStoredCredentials: 'true' } };
  const processingOptions = { isSubsequentAuth: 'true' };
  // An id of another form comes from an import, and the charge would be refused because of it.
  if (!networkTransactionId || !/^[0-9A-Za-z ]{1,255}$/.test(networkTransactionId))
    return { processingOptions };
  return {
    processingOptions,
    subsequentAuthInformation: {
      originalNetworkTransId: networkTransactionId,
      // Discover, Diners Club, JCB and UnionPay ask for it.
      originalAuthAmount:
        originalCents === undefined ? undefined : formatMoney(originalCents, currency),
    },
  };
}

export function personContent(
  { holder, address, postalCode }: Pick<Card, 'holder' | 'address' | 'postalCode'>,
  payer: Pick<Payer, 'city' | 'stateCode' | 'countryCode' | 'phone'> | undefined,
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

/** Cut between characters: half of one is no text. */
function upTo(most: number, text: string): string | undefined {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') || undefined;
}

/** A refund names the card by its last four digits; a void undoes the whole charge, and has no amount. */
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

/** An account may approve parts by itself, and would hold them for a person. */
const refusesParts = { settingName: 'allowPartialAuth', settingValue: 'false' };

/** A charge that a subscription repeats is marked as one. */
function settingsOf(initiation: Initiation | undefined): Content {
  const isRecurring = initiation?.by === 'merchant' && initiation.purpose === 'recurring';
  const recurring = isRecurring ? [{ settingName: 'recurringBilling', settingValue: 'true' }] : [];
  return { setting: [refusesParts, ...refusesDuplicates.setting, ...recurring] };
}

/* Requests that the gateway would refuse are not sent. */

/** The schema has no room for more digits, and some numbers of UnionPay are longer. */
export function refusalOfNumber(number: Secret | undefined): Rejection | undefined {
  return (number?.reveal().length ?? 0) > 16 ? tooLong : undefined;
}

const tooLong: Rejection = {
  outcome: 'rejected',
  message: 'The gateway takes no card number of more than 16 digits.',
};

export const noLastFour: Rejection = {
  outcome: 'rejected',
  message: 'The gateway refunds a card by its last four digits, which are not known.',
};

export const unknownToken: Rejection = {
  outcome: 'rejected',
  message: 'The gateway knows no such profile of a card.',
  because: 'token',
};
