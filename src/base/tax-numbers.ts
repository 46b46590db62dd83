import { allDigits } from './digits.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';
import { Secret } from './secret.ts';

const notAnSsn = flaw('malformed', 'must be a social security number of 9 digits, without hyphens');
const notAnEin = flaw('malformed', 'must be a tax identification number of 9 digits');

/** Only its form: whether anybody could have it is asked when an application is screened. */
export function parseSsn(text: string): Parsed<Secret> {
  return text.length === 9 && allDigits(text) ? parsed(new Secret(text)) : notAnSsn;
}

/** Nine digits, or as it is mostly written: with a hyphen behind the first two. */
export function parseEin(text: string): Parsed<string> {
  return /^\d{2}-?\d{7}$/.test(text) ? parsed(text.replace('-', '')) : notAnEin;
}
