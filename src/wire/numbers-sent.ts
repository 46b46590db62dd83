import { flaw } from '../base/parsed.ts';

/**
 * Digits of the secrets in one request that are long enough to be a card number, so that nobody writes the
 * same digits elsewhere by chance. They live as long as the request.
 */
export type NumbersSent = readonly string[];

export const holdsNumber = flaw(
  'contains_card_number',
  'must not contain the card or account number',
);

const shortest = 12;

export function numberOf(secret: string): string | undefined {
  const digits = digitsOf(secret);
  return digits.length >= shortest ? digits : undefined;
}

/**
 * Whether a text that is kept to the letter holds such a number, be it written in groups. Any other digits
 * are let through: an order number of sixteen digits that happens to pass Luhn is nobody's card.
 */
export function holdsOne(numbers: NumbersSent, text: string): boolean {
  if (numbers.length === 0 || text.length < shortest) return false;
  const digits = digitsOf(text);
  return numbers.some((number) => digits.includes(number));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
