import { isOfKnownBrand } from './card-brand.ts';
import { digitPlaces, foldDigits, luhnDouble, mayHoldDigits } from './digits.ts';

const shortest = 13;
const longest = 19;
const shown = 4;
/** In characters, with all separators. */
export const longestCardNumber = 4 * longest;

/** Digits with at most three blanks, dashes, dots and the like between any two. */
const between = '[\\s\\p{Pd}\\p{Cf}.,;_/|\\\\+·•−]{0,3}';
const chainOfDigits = new RegExp(`\\d(?:${between}\\d){${shortest - 1},}`, 'gu');
const hasChain = new RegExp(chainOfDigits.source, 'u');

/**
 * Masks everything in free text that looks like a card number, except its last four digits; the length stays. That is a
 * run of 13 to 19 digits that passes Luhn, also written in groups: then every sequence of whole groups is tested, so
 * that an expiry date or CVV beside the number does not hide it. Dates, amounts and lists of phones have wider
 * separators than one blank or dash: there it must be a number of a known brand, in the groups of a card and with equal
 * separators. Digits of other scripts count: a text that contains a number gets ASCII digits.
 *
 * `glued` also finds numbers of the known brands inside longer runs, as in records of fixed width. It finds more that
 * is no card, and is meant for logs. `brandsOnly` finds only numbers of the known brands.
 */
export function maskCardNumbers(text: string, how: How = {}): string {
  if (!mayHoldDigits(text, shortest)) return text;
  const folded = foldDigits(text);
  const masked = folded.replace(chainOfDigits, (chain) => maskChain(chain, how));
  return masked === folded ? text : masked;
}

type How = { readonly glued?: boolean; readonly brandsOnly?: boolean };

/** True if there are enough digits in a row for a card number. */
export function mayHoldCardNumber(text: string): boolean {
  return mayHoldDigits(text, shortest) && hasChain.test(foldDigits(text));
}

function maskChain(chain: string, { glued = false, brandsOnly = false }: How): string {
  const places = digitPlaces(chain);
  const digits = places.map((at) => chain[at]).join('');
  const luhn = luhnOverRanges(digits);
  const isClose = closeRanges(chain, places);
  const startsGroup = (at: number) => at === 0 || places[at]! - places[at - 1]! > 1;
  const endsGroup = (at: number) => at === digits.length || startsGroup(at);

  const masked = chain.split('');
  // The digits after a mask are a run of their own, although no group begins there.
  let maskEnd = 0;
  for (let from = 0; from <= digits.length - shortest; from += 1) {
    const atStart = from === maskEnd || startsGroup(from);
    if (!atStart && !glued) continue;
    // The longest first: its mask covers everything that a shorter one would.
    for (let to = Math.min(from + longest, digits.length); to >= from + shortest; to -= 1) {
      const wholeGroups = atStart && endsGroup(to);
      const close = isClose(from, to);
      if (!(wholeGroups || (glued && close)) || !luhn(from, to)) continue;
      const isAny = wholeGroups && close && !brandsOnly;
      if (!isAny && !isOfKnownBrand(digits.slice(from, to))) continue;
      if (!close && !isWrittenAsCard(chain, places.slice(from, to))) continue;
      for (let at = from; at < to - shown; at += 1) masked[places[at]!] = '*';
      maskEnd = Math.max(maskEnd, to - shown);
      break;
    }
  }
  return maskEnd === 0 ? chain : masked.join('');
}

/** Tells for any range, without a loop, whether at most one blank or dash separates its digits. */
function closeRanges(
  chain: string,
  places: readonly number[],
): (from: number, to: number) => boolean {
  const wideUpTo = new Uint32Array(places.length);
  for (let at = 1; at < places.length; at += 1) {
    const gap = chain.slice(places[at - 1]! + 1, places[at]);
    const isWide = gap !== '' && gap !== ' ' && gap !== '-';
    wideUpTo[at] = wideUpTo[at - 1]! + (isWide ? 1 : 0);
  }
  return (from, to) => wideUpTo[from] === wideUpTo[to - 1];
}

const groupings = ['4 4 4 4', '4 6 5', '4 6 4'];

/** In the groups of a card, with equal separators; but not with commas, which separate the items of a list. */
function isWrittenAsCard(chain: string, places: readonly number[]): boolean {
  const gaps = new Set<string>();
  const groups: number[] = [];
  for (const [which, at] of places.entries()) {
    const gap = which === 0 ? undefined : chain.slice(places[which - 1]! + 1, at);
    if (gap === '') groups[groups.length - 1]! += 1;
    else groups.push(1);
    if (gap) gaps.add(gap);
  }
  const [gap = ''] = gaps;
  return gaps.size === 1 && !gap.includes(',') && groupings.includes(groups.join(' '));
}

/**
 * Decides for any range, without a loop, if it passes Luhn, by running sums: one with the digits at even positions
 * doubled, one with the digits at odd positions. A range that ends before `to` doubles every second digit counted from
 * its last; these have the same parity as `to`.
 */
function luhnOverRanges(digits: string): (from: number, to: number) => boolean {
  const sums = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(at) - 48;
    const isEven = at % 2 === 0;
    sums[0][at + 1] = sums[0][at]! + (isEven ? luhnDouble[digit]! : digit);
    sums[1][at + 1] = sums[1][at]! + (isEven ? digit : luhnDouble[digit]!);
  }
  return (from, to) => {
    const sum = to % 2 === 0 ? sums[0] : sums[1];
    return (sum[to]! - sum[from]!) % 10 === 0;
  };
}
