import { foldDigits } from '../base/digits.ts';
import { maskKnown, shortestKnown } from '../base/mask-known.ts';
import { flaw } from '../base/parsed.ts';
import type { Parameter } from '../operations/operation.ts';

/**
 * Digits of the secrets in one request that are long enough that nobody writes the same ones elsewhere by
 * chance. They live as long as the request.
 */
export type NumbersSent = readonly string[];

export const holdsNumber = flaw(
  'contains_card_number',
  'must not contain the card or account number',
);
export const holdsSecretNumber = flaw(
  'contains_secret_number',
  'must not contain the account or social security number',
);

/** Fewer may be an order or a member: of identifiers, which are kept to the letter, nothing else is asked. */
const shortestRefused = 12;

export function numberOf({ isSecret, schema }: Parameter, secret: string): string | undefined {
  if (!isSecret) return undefined;
  const digits = digitsOf(secret);
  if (digits.length >= shortestRefused) return digits;
  // Dates are written in parts, and a password of digits may be anything.
  const isNumber = digits.length >= shortestKnown && digits === secret && 'pattern' in schema;
  return isNumber ? digits : undefined;
}

/**
 * Whether a text that is kept to the letter holds the number of a card, or one as long, be it written in
 * groups. Any other digits are let through: an order number of sixteen digits that happens to pass Luhn is
 * nobody's card.
 */
export function holdsOne(numbers: NumbersSent, text: string): boolean {
  if (numbers.length === 0 || text.length < shortestRefused) return false;
  const digits = digitsOf(text);
  return numbers.some((one) => one.length >= shortestRefused && digits.includes(one));
}

/** Whether there is anything to mask. */
export function holdsAny(numbers: NumbersSent, text: string): boolean {
  return withoutNumbers(numbers, text) !== text;
}

export function withoutNumbers(numbers: NumbersSent, text: string): string {
  return numbers.reduce((rest, number) => maskKnown(number, rest), text);
}

function digitsOf(text: string): string {
  return foldDigits(text).replace(/\D/g, '');
}
