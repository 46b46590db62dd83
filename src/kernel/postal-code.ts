import type { Currency } from './currency.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';

/*
 * Sources of patterns, since pages use them too: each class of letters has both cases, and a hyphen in a class is
 * escaped, as the `pattern` of an HTML field requires.
 */
const zip = String.raw`\d{5}(?:[ \-]?\d{4})?`;
/** Canada Post: no D, F, I, O, Q, U, and no W or Z at the beginning. */
const first = '[ABCEGHJ-NPRSTVXYabceghj-nprstvxy]';
const letter = '[ABCEGHJ-NPRSTV-Zabceghj-nprstv-z]';
const canadian = String.raw`${first}\d${letter}[ \-]?\d${letter}\d`;
/** Cards of other countries are accepted too: letters and digits, but not an incomplete Canadian code. */
const withLetters = String.raw`(?=.*\d)(?=.*[A-Za-z])(?![A-Za-z]\d[A-Za-z][ \-]?\d[A-Za-z]?$)[A-Za-z\d][A-Za-z\d \-]{3,8}[A-Za-z\d]`;
const anywhere = String.raw`[A-Za-z\d][A-Za-z\d \-]{1,18}[A-Za-z\d]`;

/** The rule for postal codes of this country; '': unknown country. */
export function postalPattern(countryCode: string): string {
  const isHere = ['', 'US', 'CA'].includes(countryCode);
  return isHere ? `${zip}|${canadian}|${withLetters}` : anywhere;
}

/**
 * The name of the code for a payer of this country, '' if that is not known, at a business that charges in this
 * currency.
 */
export function postalWord(countryCode: string, currency: Currency): string {
  const isAmerican = ['', 'US'].includes(countryCode) && currency === 'USD';
  return isAmerican ? 'ZIP code' : 'Postal code';
}

const notAPostalCode = flaw('malformed', 'must be a ZIP or postal code, such as 10001 or K1A 0B1');

/** In the form in which banks compare it: 12345-6789, K1A 0B1. */
export function parsePostalCode(text: string, countryCode: string): Parsed<string> {
  if (!new RegExp(`^(?:${postalPattern(countryCode)})$`).test(text)) return notAPostalCode;
  const bare = text.replaceAll(/[ -]/g, '').toUpperCase();
  if (/^\d{9}$/.test(bare) && isZip.test(text))
    return parsed(`${bare.slice(0, 5)}-${bare.slice(5)}`);
  if (isCanadian.test(text)) return parsed(`${bare.slice(0, 3)} ${bare.slice(3)}`);
  return parsed(text);
}
const isZip = new RegExp(`^${zip}$`);
const isCanadian = new RegExp(`^${canadian}$`);
