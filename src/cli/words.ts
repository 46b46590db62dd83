import { parseArgs } from 'node:util';
import { flawInLength } from '../base/lengths.ts';
import { maskCardNumbers } from '../base/mask.ts';
import { formatMoney, parseMoney } from '../base/money.ts';
import { flaw, type Parsed, parsed } from '../base/parsed.ts';
import { parsePercentage } from '../base/percentage.ts';
import { scrub } from '../base/scrub.ts';
import { flawInText } from '../base/text.ts';
import { UsageFault } from './command.ts';

/** One word or option of a command: what the help calls it and how it is read. */
export type Word<T> = {
  readonly kind: 'place' | 'option' | 'flag';
  /** As the help shows its value. */
  readonly shape: string;
  readonly isRequired: boolean;
  read(text: string): Parsed<T>;
};

// biome-ignore lint/suspicious/noExplicitAny: a table mixes types of values; `Wish` gives them back.
export type Words = Readonly<Record<string, Word<any>>>;
export type Wish<W extends Words> = {
  readonly [K in keyof W]: W[K] extends Word<infer T> ? T : never;
};

type Read<T> = (text: string) => Parsed<T>;

/** What stands behind the command without a name; a command takes them in the order of its table. */
export function place<T>(shape: string, read: Read<T>): Word<T> {
  return { kind: 'place', shape, isRequired: true, read };
}

export function optionalPlace<T>(shape: string, read: Read<T>): Word<T | undefined> {
  return { kind: 'place', shape, isRequired: false, read };
}

export function option<T>(shape: string, read: Read<T>): Word<T | undefined> {
  return { kind: 'option', shape, isRequired: false, read };
}

export function needed<T>(shape: string, read: Read<T>): Word<T> {
  return { kind: 'option', shape, isRequired: true, read };
}

export const flag: Word<boolean> = {
  kind: 'flag',
  shape: '',
  isRequired: false,
  read: () => parsed(true),
};

/** What follows the name of a command, as the help shows it. */
export function usageOf(words: Words): string {
  return Object.entries(words)
    .map(([name, { kind, shape, isRequired }]) => {
      if (kind === 'place') return shape;
      const text = kind === 'flag' ? dashed(name) : `${dashed(name)} ${shape}`;
      return isRequired ? text : `[${text}]`;
    })
    .join(' ');
}

/** Judges all words before anything is opened; the first that is wrong is named. */
export function readWords<W extends Words>(words: W, given: readonly string[]): Wish<W> {
  const { values, positionals } = take(words, given);
  const wish: Record<string, unknown> = {};
  for (const [name, { kind, shape, isRequired, read }] of Object.entries(words)) {
    const text = kind === 'place' ? positionals.shift() : values[dashed(name).slice(2)];
    const title = kind === 'place' ? shape : dashed(name);
    if (kind === 'flag') wish[name] = text === true;
    else if (typeof text === 'string' && text.trim() !== '') {
      const value = read(text.trim());
      if (!value.ok) throw new UsageFault(`${title} ${value.rule}`);
      wish[name] = value.value;
    } else if (isRequired || text !== undefined) throw new UsageFault(`${title} is missing`);
  }
  if (positionals.length > 0) throw new UsageFault(`takes no word more: "${positionals[0]}"`);
  return wish as Wish<W>;
}

function take(words: Words, given: readonly string[]) {
  const named = Object.entries(words).filter(([, { kind }]) => kind !== 'place');
  const options = Object.fromEntries(
    named.map(([name, { kind }]) => {
      const type = kind === 'flag' ? ('boolean' as const) : ('string' as const);
      return [dashed(name).slice(2), { type }];
    }),
  );
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new UsageFault((error as Error).message);
  }
}

/** `externalId` is `--external-id`. */
function dashed(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Free text: what looks like a card number in it is masked before anybody keeps it. */
export function line(most: number): Read<string> {
  const readVerbatim = verbatim(most);
  return (text) => {
    const read = readVerbatim(text);
    return read.ok ? parsed(maskCardNumbers(read.value)) : read;
  };
}

/** A name that is compared with others to the letter. */
export function verbatim(most: number): Read<string> {
  return (text) =>
    flawInText(text, { multiline: false }) ?? flawInLength(text, most) ?? parsed(text);
}

export function oneOf<const W extends string>(words: readonly W[]): Read<W> {
  const notOne = flaw('not_one_of', `must be one of: ${words.join(', ')}`);
  return (text) => {
    const found = words.find((word) => word === text);
    return found ? parsed(found) : notOne;
  };
}

/** `a,b`: at least one, none twice, all of a known list. */
export function listOf<const W extends string>(words: readonly W[]): Read<W[]> {
  const read = oneOf(words);
  const unknown = flaw('not_one_of', `must be some of: ${words.join(', ')}, with commas between`);
  return (text) => {
    const found = text.split(',').map((word) => read(word.trim()));
    const good = found.flatMap((one) => (one.ok ? [one.value] : []));
    return good.length === found.length ? parsed([...new Set(good)]) : unknown;
  };
}

export function wholeNumber(least: number, most: number): Read<number> {
  const wrong = flaw('malformed', `must be a whole number from ${least} to ${most}`);
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? parsed(value) : wrong;
  };
}

/** As it is kept for ever: so no number of a card or a person may be in it. */
export function reason(text: string): Parsed<string> {
  const read = verbatim(500)(text);
  return read.ok ? parsed(scrub(read.value).slice(0, 500)) : read;
}

const notAnId = flaw('malformed', 'must be a number of up to 18 digits');

export function id(text: string): Parsed<bigint> {
  return /^\d{1,18}$/.test(text) ? parsed(BigInt(text)) : notAnId;
}

const notAnIdWithin = flaw('malformed', 'must be an id and a number, as in 100002/17');

export function idWithin(text: string): Parsed<{ businessId: bigint; id: bigint }> {
  const [, businessId, own] = /^(\d{1,18})\/(\d{1,18})$/.exec(text) ?? [];
  return businessId && own
    ? parsed({ businessId: BigInt(businessId), id: BigInt(own) })
    : notAnIdWithin;
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
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

/** What the help says of every word that is a moment. */
export const momentWords =
  'TIME is a moment such as 2030-02-01T10:30Z; without an offset it is by the clocks of the business, and a ' +
  'date alone is the start of that day there.';

/** Whatever else Temporal takes says its offset, or is no moment. */
const byLocalClocks = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?$/;

/** Read now, understood when it is known where. */
export function moment(text: string): Parsed<(timeZone: string) => Date> {
  // Others than years of four digits are written with a sign, and no table takes them.
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
