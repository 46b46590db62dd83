import { maskCardNumbers, mayHoldCardNumber } from './mask.ts';

/**
 * Removes from a text everything that must not be logged. The last line of defence: the first is that such values are
 * Secrets, and that the log accepts known facts only.
 */
export function scrub(text: string): string {
  if (!suspicious.test(text) && !mayHoldCardNumber(text)) return text;
  // Keys and credentials are removed first and whole; a mask inside one would hide the rest from its pattern.
  const clean = text
    .replace(ownKey, 'qk_$1_[key]')
    .replace(authorizationHeader, '$1[credentials]')
    .replace(credentials, '$1 [credentials]');
  return maskCardNumbers(clean, { glued: true }).replace(socialSecurityNumber, '***-**-****');
}

/** Finds everything that the patterns below could find. Most texts pass these two quick tests. */
const suspicious = /\d(?:[ -]?\d){8}|qk_|authorization|basic|bearer/i;

const ownKey = /qk_(test|live)_[0-9A-Za-z]+/g;
const authorizationHeader = /(authorization["']?\s*[:=]\s*)[^\r\n]+/gi;
/** "Basic plan" matches too; a log can do without it. */
const credentials = /\b(Basic|Bearer)\s+[\w+/=.~-]+/gi;
const socialSecurityNumber = /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/g;
