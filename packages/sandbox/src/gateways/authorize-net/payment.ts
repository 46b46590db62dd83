import { isCryptogram, openedPayload } from '../proof.ts';
import type { Brand } from './book.ts';

/** A payment in a request, as far as it is read here. */
export type PaymentPart = {
  readonly payment?: {
    readonly creditCard?: CardPart;
    readonly opaqueData?: { readonly dataDescriptor?: string; readonly dataValue?: string };
  };
  readonly billTo?: { readonly zip?: string };
  readonly cardholderAuthentication?: {
    readonly authenticationIndicator?: string;
    readonly cardholderAuthenticationValue?: string;
  };
};

type CardPart = {
  readonly cardNumber?: string;
  readonly expirationDate?: string;
  readonly cardCode?: string;
  readonly isPaymentToken?: boolean;
  readonly cryptogram?: string;
  readonly tokenRequestorEci?: string;
};

const descriptors = ['COMMON.APPLE.INAPP.PAYMENT', 'COMMON.GOOGLE.INAPP.PAYMENT'];

/** The card of a payment, also if it lies in the payload of a wallet. */
export function cardIn({ payment }: PaymentPart): CardPart {
  const { dataDescriptor = '', dataValue = '' } = payment?.opaqueData ?? {};
  if (!descriptors.includes(dataDescriptor)) return payment?.creditCard ?? {};
  const opened = openedPayload(Buffer.from(dataValue, 'base64').toString());
  if (!opened) return {};
  const month = String(opened.month).padStart(2, '0');
  return { cardNumber: opened.number, expirationDate: `${opened.year}-${month}` };
}

/** True if a proof came that is not valid. */
export function hasBadProof({ payment, cardholderAuthentication: proof }: PaymentPart): boolean {
  const { isPaymentToken = false, cryptogram } = payment?.creditCard ?? {};
  if (isPaymentToken !== (cryptogram !== undefined)) return true;
  if (cryptogram !== undefined && !isCryptogram(cryptogram)) return true;
  return (
    proof !== undefined &&
    !(
      isCryptogram(proof.cardholderAuthenticationValue) &&
      /^0[1-7]$/.test(proof.authenticationIndicator ?? '')
    )
  );
}

export function eciIn({ payment, cardholderAuthentication }: PaymentPart): string | undefined {
  return (
    cardholderAuthentication?.authenticationIndicator ?? payment?.creditCard?.tokenRequestorEci
  );
}

const avsByZip: Readonly<Record<string, string>> = {
  46201: 'A',
  46203: 'E',
  46204: 'G',
  46205: 'N',
  46207: 'R',
  46208: 'S',
  46209: 'U',
  46211: 'W',
  46214: 'X',
  46217: 'Z',
};

export function avsOf({ billTo }: PaymentPart): string {
  return billTo?.zip === undefined ? 'B' : (avsByZip[billTo.zip] ?? 'Y');
}

const cvvByCode: Readonly<Record<string, string>> = { 900: 'M', 901: 'N', 902: 'S', 903: 'U' };

export function cvvOf({ payment }: PaymentPart): string {
  const code = payment?.creditCard?.cardCode;
  return (code !== undefined && cvvByCode[code]) || 'P';
}

const brands: readonly (readonly [RegExp, Brand])[] = [
  [/^3[47]/, 'AmericanExpress'],
  [/^35/, 'JCB'],
  [/^(?:5[1-5]|2[2-7])/, 'MasterCard'],
  [/^(?:6|3[068])/, 'Discover'],
];

/** Diners Club and UnionPay run on the network of Discover. */
export function brandOf(cardNumber: string): Brand {
  return brands.find(([starts]) => starts.test(cardNumber))?.[1] ?? 'Visa';
}
