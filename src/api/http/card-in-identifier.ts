import { testCards } from '#sandbox';
import { cardNumbersIn } from '../../kernel/card-numbers-in.ts';
import type { Flaw } from '../../kernel/parsed.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { holdsCard } from '../operations/fields.ts';
import { holdsNumber } from './numbers-sent.ts';

const published: ReadonlySet<string> = new Set(testCards.map(({ number }) => number));

/**
 * The flaw of an identifier or key that contains a card number. Published test cards pass in the sandbox. Beside a
 * token the refusal is the same as for the token's own number, so that no answer distinguishes the two.
 */
export function cardInIdentifier(
  text: string,
  texts: Readonly<Record<string, string | undefined>>,
  { environment }: Pick<Business, 'environment'>,
): Flaw | undefined {
  const numbers = cardNumbersIn(text);
  const isRefused = numbers.some((number) => environment === 'live' || !published.has(number));
  if (!isRefused) return undefined;
  const isBesideToken = texts.CardToken !== undefined && texts.CardToken !== text;
  return isBesideToken ? holdsNumber : holdsCard;
}
