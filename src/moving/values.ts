import { parseDate } from '../kernel/calendar.ts';
import { maxCents } from '../kernel/money.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';

export function wholeFrom(least: number, most: number): (text: string) => Parsed<number> {
  const wrong = flaw('malformed', `must be a whole number from ${least} to ${most}`);
  return (text) => {
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? parsed(value) : wrong;
  };
}

/** In minor units of the currency. */
export const cents = wholeFrom(1, Number(maxCents));

export function oneOf<const T extends string>(words: readonly T[]): (text: string) => Parsed<T> {
  const notOne = flaw('not_one_of', `must be one of: ${words.join(', ')}`);
  return (text) => {
    const found = words.find((word) => word === text);
    return found === undefined ? notOne : parsed(found);
  };
}

const notADay = flaw('malformed', 'must be a day such as 2030-02-01');

export function day(text: string): Parsed<Temporal.PlainDate> {
  // Nobody knows which month 03-02-2030 means.
  const read = /^\d{4}-/.test(text) ? parseDate(text) : notADay;
  return read.ok ? read : notADay;
}

const notTrueOrFalse = flaw('not_one_of', 'must be true or false');

export function trueOrFalse(text: string): Parsed<boolean> {
  // Spreadsheets write them large.
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? parsed(word === 'true') : notTrueOrFalse;
}
