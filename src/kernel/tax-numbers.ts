import { allDigits, allSameDigit } from './digits.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';
import { Secret } from './secret.ts';

const notAnSsn = flaw('malformed', 'must be a social security number of 9 digits, without hyphens');
const nobodys = flaw('invalid', 'must be a social security number that somebody can have');
const notAnEin = flaw('malformed', 'must be a tax identification number of 9 digits');

/** Area 000, 666 or from 900 on, group 00 and serial 0000 were never assigned. */
const neverGivenOut = /^(?:000|666|9)|^...00|0000$/;

export function parseSsn(text: string): Parsed<Secret> {
  if (text.length !== 9 || !allDigits(text)) return notAnSsn;
  return neverGivenOut.test(text) ? nobodys : parsed(new Secret(text));
}

/** Nine digits, or as usual with a hyphen after the first two. No office has the prefix 00. */
export function parseEin(text: string): Parsed<string> {
  const digits = /^\d{2}-?\d{7}$/.test(text) ? text.replace('-', '') : '';
  const isNobodys = digits.startsWith('00') || allSameDigit(digits);
  return digits === '' || isNobodys ? notAnEin : parsed(digits);
}
