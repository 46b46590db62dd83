import { digitPlaces, foldDigits, mayHoldDigits } from './digits.ts';

/** Fewer digits may be anything. */
export const shortestKnown = 7;
const shown = 4;
const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * Masks a known number wherever it occurs in a text, also in groups or in digits of another script, except its last
 * four digits; and masks a date, given as YYYY-MM-DD, in every form in which it may have been sent. The length stays.
 */
export function maskKnown(known: string, text: string): string {
  if (text.length < shortestKnown) return text;
  const date = isoDate.exec(known);
  if (date) return text.replace(formsOf(date), (found) => stars(found, found.length));
  if (known.length < shortestKnown || !/^\d+$/.test(known)) return text;
  if (!mayHoldDigits(text, known.length)) return text;
  const folded = foldDigits(text);
  const places = digitPlaces(folded);
  const digits = places.map((at) => folded[at]).join('');
  const masked = folded.split('');
  let isFound = false;
  for (let from = digits.indexOf(known); from !== -1; from = digits.indexOf(known, from + 1)) {
    const written = places.slice(from, from + known.length);
    if (!isOneNumber(folded, written)) continue;
    isFound = true;
    for (const at of written.slice(0, -shown)) masked[at] = '*';
  }
  return isFound ? masked.join('') : text;
}

const mayStandBetween = /^[^\p{L}\p{N}]{0,3}$/u;

/** True if only separators are between its digits: no word, and not too many. */
function isOneNumber(text: string, places: readonly number[]): boolean {
  return places.every((at, which) => {
    const before = places[which - 1];
    return before === undefined || mayStandBetween.test(text.slice(before + 1, at));
  });
}

function formsOf([, year, month, day]: readonly string[]): RegExp {
  const short = (part: string) => `0?${Number(part)}`;
  const between = '[\\s.\\/\\p{Pd}]';
  const american = [short(month!), short(day!), year].join(between);
  const yearFirst = [year, short(month!), short(day!)].join(between);
  const glued = `${month}${day}${year}|${year}${month}${day}`;
  return new RegExp(`(?<!\\d)(?:${american}|${yearFirst}|${glued})(?!\\d)`, 'gu');
}

function stars(found: string, most: number): string {
  let left = most;
  return found.replace(/\d/g, (digit) => {
    left -= 1;
    return left >= 0 ? '*' : digit;
  });
}
