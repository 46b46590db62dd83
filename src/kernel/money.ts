import { type Currency, exponentOf, usualCurrency } from './currency.ts';
import { type Language, locales, usualLanguage } from './language.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';

/** The largest accepted amount in minor units: 999,999.99 of a currency with two decimals. */
export const maxCents = 99_999_999n;

/** Leaves room for a fixed-width field full of zeros. */
const longestText = 32;

const notAnAmount = flaw(
  'malformed',
  'must be an amount with at most two decimals, for example 12.50',
);
const tooMuch = flaw('too_large', 'must be at most 999999.99');
const nothing = flaw('too_small', 'must be more than 0.00');

/**
 * Converts an amount as text, or as the text of a JSON number, into minor units of its currency, which are called cents
 * everywhere. Never through a float.
 */
export function parseMoney(text: string, currency: string = usualCurrency): Parsed<bigint> {
  const exponent = exponentOf(currency);
  if (exponent === undefined) return notAnAmount;
  const point = text.indexOf('.');
  const wholeDigits = point === -1 ? text.length : point;
  const decimals = point === -1 ? 0 : text.length - point - 1;
  if (
    text.length > longestText ||
    wholeDigits === 0 ||
    decimals > exponent ||
    (point !== -1 && decimals === 0)
  )
    return notAnAmount;

  // Whole numbers are exact far beyond the limit; longer ones only have to stay above it.
  let cents = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at === point) continue;
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return notAnAmount;
    cents = cents * 10 + digit;
  }
  for (let missing = exponent - decimals; missing > 0; missing -= 1) cents *= 10;
  return cents > Number(maxCents) ? tooMuch : parsed(BigInt(cents));
}

/** An amount to pay, greater than zero. */
export function parseAmountToPay(text: string): Parsed<bigint> {
  const amount = parseMoney(text);
  return amount.ok && amount.value === 0n ? nothing : amount;
}

/** Minor units in the form of the wire: always all decimals of the currency, no grouping. */
export function formatMoney(cents: bigint, currency: string = usualCurrency): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new Error(`${currency} is no currency`);
  const sign = cents < 0n ? '-' : '';
  const digits = String(cents < 0n ? -cents : cents).padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** For tables and logs: `12.50`, or `12.50 CAD` of another currency than the usual. */
export function amountWithCode(cents: bigint, currency: string = usualCurrency): string {
  const digits = formatMoney(cents, currency);
  return currency === usualCurrency ? digits : `${digits} ${currency}`;
}

const signs: Readonly<Record<Currency, string>> = { USD: '$', CAD: 'CA$' };

/** For people: $1,234.50, or CA$1,234.50. Which dollars a payer takes for the usual ones is not known. */
export function moneyWords(
  cents: bigint,
  currency: Currency,
  language: Language = usualLanguage,
): string {
  if (language !== 'en') return moneyIn(language, cents, currency);
  const [whole = '', ...parts] = formatMoney(cents < 0n ? -cents : cents, currency).split('.');
  const digits = [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...parts].join('.');
  return `${cents < 0n ? '-' : ''}${signs[currency]}${digits}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** 1 234,50 $ US, with blanks at which no line is broken. */
function moneyIn(language: Language, cents: bigint, currency: Currency): string {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locales[language], { style: 'currency', currency });
    formats.set(key, format);
  }
  // As text: exact, never through a float.
  const exact = formatMoney(cents, currency) as `${number}`;
  return format.format(exact).replace(/\s/g, '\u00a0');
}
