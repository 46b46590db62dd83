import { flawInLength, longestRead } from '../kernel/lengths.ts';
import { maskCardNumbers } from '../kernel/mask.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { flawInText } from '../kernel/text.ts';
import { shownColumn } from './column-name.ts';

/** A column of a file: the reader of a present value, and the value of a missing one. */
export type Field<T> = {
  readonly isRequired: boolean;
  readonly otherwise: T;
  read(value: unknown): Parsed<T>;
};

// biome-ignore lint/suspicious/noExplicitAny: a description mixes types of values; `Valued` gives them back.
export type Fields = Readonly<Record<string, Field<any>>>;
export type Valued<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

type Read<T> = (text: string) => Parsed<T>;

export function required<T>(read: Read<T>): Field<T> {
  // Never read: a row without it is refused.
  return { isRequired: true, otherwise: undefined as never, read: (value) => ofText(value, read) };
}

export function optional<T, const Else>(read: Read<T>, otherwise: Else): Field<T | Else> {
  return { isRequired: false, otherwise, read: (value) => ofText(value, read) };
}

/** Names of an object with texts; in CSV its JSON. */
export const textsByName: Field<Readonly<Record<string, string>>> = {
  isRequired: false,
  otherwise: {},
  read(value) {
    const object = typeof value === 'string' ? jsonIn(value) : value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return notTexts;
    const entries = Object.entries(object).map(
      ([name, one]) => [name, ofText(one, line(500))] as const,
    );
    const good = entries.flatMap(([name, one]) => (one.ok ? [[name, one.value] as const] : []));
    return good.length === entries.length ? parsed(Object.fromEntries(good)) : notTexts;
  },
};

const notTexts = flaw('malformed', 'must be an object with texts of at most 500 characters');
const notOneValue = flaw('malformed', 'must be a text, a number or a boolean');
const tooLong = flaw('too_long', `must have at most ${longestRead} characters`);

/** Free text in one line. Anything that looks like a card number is masked. */
export function line(most: number): Read<string> {
  return (text) =>
    flawInText(text, { multiline: false }) ??
    flawInLength(text, most) ??
    parsed(maskCardNumbers(text));
}

/** The id of a row where it comes from: compared, so it is not masked, and must not be a card number. */
export function ownId(most: number): Read<string> {
  return (text) => {
    const read = line(most)(text);
    return read.ok && read.value !== text ? cardNumber : read;
  };
}

const cardNumber = flaw('card_number', 'must not hold a card number');
const notAMoment = flaw('malformed', 'must be a moment such as 2030-02-01T10:30:00Z');

export function moment(text: string): Parsed<Date> {
  const isWhole = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/.test(
    text,
  );
  const at = new Date(text);
  return isWhole && !Number.isNaN(at.getTime()) ? parsed(at) : notAMoment;
}

/** The values of a row, or every flaw in it. Columns that the kind neither reads nor passes over are flaws. */
export function readFields<F extends Fields>(
  fields: F,
  passedOver: readonly string[],
  values: Readonly<Record<string, unknown>>,
): { readonly row: Valued<F> } | { readonly flaws: readonly string[] } {
  const names = Object.keys(values);
  const unknown = names.filter((name) => !(name in fields) && !passedOver.includes(name));
  if (unknown.length > 0 && unknown.length === names.length) {
    return { flaws: [`has none of the columns ${Object.keys(fields).join(', ')}`] };
  }
  const flaws = unknown.map((name) => {
    const shown = shownColumn(name);
    return shown ? `there is no column ${shown}` : 'a column has a name that is no word';
  });
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (isBlank(value)) {
      if (field.isRequired) flaws.push(`${name} is missing`);
      row[name] = field.otherwise;
      continue;
    }
    const read = field.read(value);
    if (read.ok) row[name] = read.value;
    else flaws.push(`${name} ${read.rule}`);
  }
  return flaws.length > 0 ? { flaws } : { row: row as Valued<F> };
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

function ofText<T>(value: unknown, read: Read<T>): Parsed<T> {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return notOneValue;
  }
  const text = String(value).trim();
  return text.length > longestRead ? tooLong : read(text);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
