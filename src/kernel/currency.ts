import { flaw, type Parsed, parsed } from './parsed.ts';

/** The currencies that the service takes, by their codes of ISO 4217. */
export const currencies = ['USD', 'CAD'] as const;
export type Currency = (typeof currencies)[number];

/** The currency of amounts that were stored or sent before they named one. */
export const usualCurrency: Currency = 'USD';

/** Bank accounts are debited and paid by ACH, whose files have no other currency. */
export function isDebitable(currency: Currency): boolean {
  return currency === 'USD';
}

/** The codes of ISO 4217 by their exponents: how many decimals the minor unit is. */
const codesByExponent: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
    'CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG ' +
    'HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR ' +
    'MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD ' +
    'SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG ' +
    'YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const exponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)] as const),
  ),
);

/** Undefined for text that is no currency of ISO 4217. */
export function exponentOf(code: string): number | undefined {
  return exponents.get(code);
}

const notTaken = flaw('not_one_of', `must be one of: ${currencies.join(', ')}`);

/** A currency that the service takes. */
export function parseCurrency(text: string): Parsed<Currency> {
  const found = currencies.find((one) => one === text);
  return found ? parsed(found) : notTaken;
}
