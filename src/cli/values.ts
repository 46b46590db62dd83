import { dayMs, hourMs, minuteMs } from '../kernel/duration.ts';
import { flawInLength } from '../kernel/lengths.ts';
import { maskCardNumbers } from '../kernel/mask.ts';
import { formatMoney, parseMoney } from '../kernel/money.ts';
import { nearest } from '../kernel/nearest.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { parsePercentage } from '../kernel/percentage.ts';
import { parsePhone } from '../kernel/phone.ts';
import { scrub } from '../kernel/scrub.ts';
import { flawInText } from '../kernel/text.ts';
import { didYouMean, type Read, type Word } from './words.ts';

/** Free text. Anything that looks like a card number is masked before it is stored. */
export function line(most: number): Read<string> {
  const readVerbatim = verbatim(most);
  return (text) => {
    const read = readVerbatim(text);
    return read.ok ? parsed(maskCardNumbers(read.value)) : read;
  };
}

/** Text that is compared with stored text and therefore not masked. */
export function verbatim(most: number): Read<string> {
  return (text) =>
    flawInText(text, { multiline: false }) ?? flawInLength(text, most) ?? parsed(text);
}

export function oneOf<const T extends string>(words: readonly T[]): Read<T> {
  const rule = `must be one of: ${words.join(', ')}`;
  return (text) => {
    const found = words.find((word) => word === text);
    if (found) return parsed(found);
    const meant = didYouMean(nearest(text, words));
    return flaw('not_one_of', meant === '' ? rule : `${rule}.${meant}`);
  };
}

/** `a,b`: at least one, none twice, all of a known list. */
export function listOf<const T extends string>(words: readonly T[]): Read<T[]> {
  const read = oneOf(words);
  const rule = `must be some of: ${words.join(', ')}, with commas between`;
  return (text) => {
    const given = text.split(',').map((word) => word.trim());
    const found = given.map(read);
    const good = found.flatMap((one) => (one.ok ? [one.value] : []));
    if (good.length === found.length) return parsed([...new Set(good)]);
    const wrong = given.filter((_, i) => !found[i]!.ok);
    const meant = didYouMean(wrong.flatMap((word) => nearest(word, words)));
    return flaw('not_one_of', meant === '' ? rule : `${rule}.${meant}`);
  };
}

/** The same, and an empty list by the word "none". */
export function listOrNone<const T extends string>(words: readonly T[]): Read<T[]> {
  const read = listOf(words);
  return (text) => (text.trim() === 'none' ? parsed([]) : read(text));
}

export function wholeNumber(least: number, most: number): Read<number> {
  const wrong = flaw('malformed', `must be a whole number from ${least} to ${most}`);
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? parsed(value) : wrong;
  };
}

/** Stored for ever in the audit log: numbers of cards and persons are taken out. */
export function reason(text: string): Parsed<string> {
  const read = verbatim(500)(text);
  return read.ok ? parsed(scrub(read.value).slice(0, 500)) : read;
}

const notAnId = flaw('malformed', 'must be a number of up to 18 digits');

export function id(text: string): Parsed<bigint> {
  return /^\d{1,18}$/.test(text) ? parsed(BigInt(text)) : notAnId;
}

const units = { m: minuteMs, h: hourMs, d: dayMs } as const;
const notADuration = flaw('malformed', 'must be a time such as 0h, 90m, 24h or 7d, of at most 90d');

/** In milliseconds. */
export function duration(text: string): Parsed<number> {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * units[unit as keyof typeof units];
  return ms <= 90 * units.d ? parsed(ms) : notADuration;
}

const notAMoment = flaw(
  'malformed',
  'must be a moment such as 2030-02-01, 2030-02-01T10:30 or 2030-02-01T10:30Z',
);

/** The help of every command with a word that is a moment. */
export const momentHelp =
  'TIME is a moment such as 2030-02-01T10:30Z. Without an offset it is in the time zone of the business. A date alone ' +
  'is the start of that day.';

/** Every other form that Temporal takes has an offset. */
const byLocalClocks = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?$/;

/** A function of the time zone, which is known once the business is found. */
export function moment(text: string): Parsed<(timeZone: string) => Date> {
  // Years of more digits have a sign, and PostgreSQL does not take them.
  if (!/^[1-9]\d{3}-/.test(text)) return notAMoment;
  try {
    if (!byLocalClocks.test(text)) {
      const { epochMilliseconds } = Temporal.Instant.from(text);
      return parsed(() => new Date(epochMilliseconds));
    }
    const there = Temporal.PlainDateTime.from(text);
    return parsed((timeZone) => new Date(there.toZonedDateTime(timeZone).epochMilliseconds));
  } catch {
    return notAMoment;
  }
}

const notSince = flaw(
  'malformed',
  'must be a moment such as 2030-02-01T10:30, or a time such as 90m, 24h or 7d',
);

/** A moment, by the clocks of the time zone unless it has an offset, or a time before now. */
export function since(text: string): Parsed<(now: Date, timeZone: string) => Date> {
  const before = duration(text);
  if (before.ok) return parsed((now) => new Date(now.getTime() - before.value));
  const from = moment(text);
  return from.ok ? parsed((_, timeZone) => from.value(timeZone)) : notSince;
}

const notATime = flaw('malformed', 'must be a time of day from 00:00 to 23:59');

export function timeOfDay(text: string): Parsed<string> {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? parsed(text) : notATime;
}

/** In hundredths of a percent. */
export function percent(text: string): Parsed<number> {
  const read = parsePercentage(text);
  return read.ok ? parsed(Number(read.value)) : read;
}

/** Dollars, in cents. */
export function amount(most: bigint): Read<number> {
  const tooMuch = flaw('too_large', `must be at most ${formatMoney(most)}`);
  return (text) => {
    const read = parseMoney(text);
    if (!read.ok) return read;
    return read.value > most ? tooMuch : parsed(Number(read.value));
  };
}

const notTenDigits = flaw('malformed', 'must be a phone number of ten digits, as in 2125550100');

export function tenDigits(text: string): Parsed<string> {
  const read = parsePhone(text.replace(/[ ().-]/g, ''));
  return read.ok && read.value.length === 10 ? parsed(read.value) : notTenDigits;
}

export const onOff = oneOf(['on', 'off']);

/** How long a former secret stays valid: 24 hours unless given. */
export const grace: Word<number> = {
  kind: 'option',
  shape: '24h',
  isRequired: false,
  read: duration,
  otherwise: 24 * units.h,
};
