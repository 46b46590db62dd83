import { foldDigits } from '../../kernel/digits.ts';
import { maskKnown, shortestKnown } from '../../kernel/mask-known.ts';
import { flaw } from '../../kernel/parsed.ts';
import type { Parameter } from '../operations/operation.ts';

/**
 * Digits of the secrets in one request, if they are too many to occur elsewhere by chance. They live as long as the
 * request.
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

/** Fewer digits may be an order or a member number, so they are not compared with identifiers. */
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
 * True if the text contains one of the numbers that are long enough to refuse, also in groups. Other digits pass: an
 * order number of sixteen digits that happens to pass Luhn is no card.
 */
export function containsNumber(numbers: NumbersSent, text: string): boolean {
  if (numbers.length === 0 || text.length < shortestRefused) return false;
  const digits = digitsOf(text);
  return numbers.some((one) => one.length >= shortestRefused && digits.includes(one));
}

/** True if there is anything to mask. */
export function containsMaskable(numbers: NumbersSent, text: string): boolean {
  return withoutNumbers(numbers, text) !== text;
}

export function withoutNumbers(numbers: NumbersSent, text: string): string {
  return numbers.reduce((rest, number) => maskKnown(number, rest), text);
}

function digitsOf(text: string): string {
  return foldDigits(text).replace(/\D/g, '');
}
