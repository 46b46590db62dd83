import { isOfKnownBrand } from './card-brand.ts';
import { allSameDigit, foldDigits, luhnValid, mayHoldDigits } from './digits.ts';

const shortest = 13;

/**
 * The card numbers in an identifier, as digits: of a known brand, with its length and a valid check digit, and written
 * in one piece or in the groups of a card. Part of a longer run of digits does not count, nor do digits inside a UUID
 * or a hash, which would match by chance now and then.
 */
export function cardNumbersIn(text: string): string[] {
  if (!mayHoldDigits(text, shortest)) return [];
  const folded = foldDigits(text).replace(uuid, ' ').replace(hash, ' ');
  if (!mayHoldDigits(folded, shortest)) return [];
  const found: string[] = [];
  for (const form of forms) {
    form.lastIndex = 0;
    for (let match = form.exec(folded); match; match = form.exec(folded)) {
      const digits = match[0].replace(/\D/g, '');
      if (isOfKnownBrand(digits) && luhnValid(digits) && !allSameDigit(digits)) found.push(digits);
      // Digits before a number may look like its first group.
      form.lastIndex = match.index + 1;
    }
  }
  return found;
}

const uuid = /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi;
/** Hexadecimal with at least one letter. The order numbers that this service makes have 20 such digits. */
const hash = /(?<![\da-z])(?=\d*[a-f])[\da-f]{20,}(?![\da-z])/gi;

const gap = '([\\s\\p{Pd}\\p{Cf}._/−]{1,3})';
const groupings = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
  [4, 3, 3, 3],
];

/** In one piece; or in groups, with the same separator between them all. */
const forms: readonly RegExp[] = [
  /(?<!\d)\d{13,19}(?!\d)/g,
  ...groupings.map(([first, ...others]) => {
    const rest = others.map((length, at) => `${at === 0 ? gap : '\\1'}\\d{${length}}`).join('');
    return new RegExp(`(?<!\\d)\\d{${first}}${rest}(?!\\d)`, 'gu');
  }),
];
