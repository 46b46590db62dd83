import { maskCardNumbers, mayHoldCardNumber } from './mask.ts';

/**
 * Takes out of a text what must not stand in a log. The last line of defence: the first is that such
 * values are Secrets and that the log knows which facts it may write.
 */
export function scrub(text: string): string {
  if (!suspicious.test(text) && !mayHoldCardNumber(text)) return text;
  // Keys and credentials go first and whole; a mask inside one would hide its rest from its pattern.
  const clean = text
    .replace(ownKey, 'qk_$1_[key]')
    .replace(authorizationHeader, '$1[credentials]')
    .replace(credentials, '$1 [credentials]');
  return maskCardNumbers(clean, { glued: true }).replace(socialSecurityNumber, '***-**-****');
}

/** Finds whatever one of the others could find. Nearly every text is let through by these two looks. */
const suspicious = /\d(?:[ -]?\d){8}|qk_|authorization|basic|bearer/i;

const ownKey = /qk_(test|live)_[0-9A-Za-z]+/g;
const authorizationHeader = /(authorization["']?\s*[:=]\s*)[^\r\n]+/gi;
/** "Basic plan" falls to it as well; a log can do without. */
const credentials = /\b(Basic|Bearer)\s+[\w+/=.~-]+/gi;
const socialSecurityNumber = /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/g;
