/** The value of a digit in a Luhn sum at a doubled position. */
export const luhnDouble = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] as const;

/** True if the last digit is the check digit of the ones before it, as on every payment card. */
export function luhnValid(text: string): boolean {
  if (!allDigits(text)) return false;
  let sum = 0;
  for (let at = text.length - 1, doubled = false; at >= 0; at -= 1, doubled = !doubled) {
    const digit = text.charCodeAt(at) - 48;
    sum += doubled ? luhnDouble[digit]! : digit;
  }
  return sum % 10 === 0;
}

/** The Federal Reserve's routing symbols: their first two digits. 00 is the government, 80 travelers' checks. */
const federalReservePrefixes = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** A routing number that the Federal Reserve may have assigned. */
export function abaValid(text: string): boolean {
  if (!abaCheckDigitValid(text)) return false;
  const prefix = Number(text.slice(0, 2));
  return federalReservePrefixes.some(([from, to]) => prefix >= from && prefix <= to);
}

/** Nine digits whose sum, weighted 3 7 1 3 7 1 3 7 1, is a multiple of ten; not nine zeros. */
export function abaCheckDigitValid(text: string): boolean {
  if (text.length !== 9 || !allDigits(text) || text === '000000000') return false;
  const digit = (at: number) => text.charCodeAt(at) - 48;
  const threes = digit(0) + digit(3) + digit(6);
  const sevens = digit(1) + digit(4) + digit(7);
  const ones = digit(2) + digit(5) + digit(8);
  return (3 * threes + 7 * sevens + ones) % 10 === 0;
}

/** At least one digit and nothing else; digits of other scripts do not count. */
export function allDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

const beyondAscii = /[\u0080-\uffff]/;
const digitOfOthers = /(?!\d)\p{Nd}/gu;
/** A cache of those that occurred: there are about seven hundred. */
const placesOfOthers = new Map<string, string>();

/** The text with the digits of all scripts as 0 to 9, so that a search for numbers finds them all. */
export function foldDigits(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text.replace(digitOfOthers, (digit) => {
    let place = placesOfOthers.get(digit);
    if (place === undefined) {
      place = String(placeInRow(digit.codePointAt(0)!));
      placesOfOthers.set(digit, place);
    }
    return place;
  });
}

/** Unicode has the digits of every script in order, from zero to nine; the ranges of some scripts are adjacent. */
function placeInRow(code: number): number {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** False if the text certainly has fewer digits: a quick test, which most texts fail. */
export function mayHoldDigits(text: string, many: number): boolean {
  if (text.length < many) return false;
  let found = 0;
  for (let at = 0; at < text.length && found < many; at += 1) {
    const code = text.charCodeAt(at);
    // Beyond ASCII there may be digits of other scripts.
    if ((code >= 48 && code <= 57) || code > 127) found += 1;
  }
  return found === many;
}

/** The positions of the digits in a text. */
export function digitPlaces(text: string): number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) places.push(at);
  }
  return places;
}

/** 0000… and the like pass some checks and are never a real number. */
export function allSameDigit(text: string): boolean {
  return allDigits(text) && text === text.charAt(0).repeat(text.length);
}
