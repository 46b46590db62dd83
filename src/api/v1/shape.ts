import { type Currency, currencies } from '../../kernel/currency.ts';
import { flawInLength, longestRead } from '../../kernel/lengths.ts';
import { flaw } from '../../kernel/parsed.ts';
import { parsePhone, parseWholePhone } from '../../kernel/phone.ts';
import { flawInText } from '../../kernel/text.ts';
import { NumberText, type RawValue } from '../http/json-reader.ts';
import type { Field } from '../operations/fields.ts';
import type { Reading } from './reading.ts';

export type Json = Readonly<Record<string, unknown>>;

/**
 * A kind of value, described once: its JSON Schema, its reader where it is sent, and its type in TypeScript. Fields in
 * answers use the same shapes.
 */
export type Shape<T> = {
  readonly schema: Json;
  /** The property may be missing; null clears it if `isCleared`. */
  readonly isOptional?: boolean;
  readonly doc?: string;
  /** Its values, if it is an object. */
  readonly properties?: Properties;
  /** The inner shape, if this is a list, or another shape around one. */
  readonly inner?: Shape<unknown>;
  /** Its name among the schemas of the document. */
  readonly name?: string;
  read(value: RawValue, at: string, reading: Reading): T | undefined;
};
export type Properties = Readonly<Record<string, Shape<unknown>>>;
export type TypeOf<S> = S extends Shape<infer T> ? T : never;
/** A property whose value may be undefined may be missing. */
export type ObjectOf<P extends Properties> = {
  readonly [K in keyof P as undefined extends TypeOf<P[K]> ? never : K]: TypeOf<P[K]>;
} & {
  readonly [K in keyof P as undefined extends TypeOf<P[K]> ? K : never]?: TypeOf<P[K]>;
};
export type ObjectShape<P extends Properties> = Shape<ObjectOf<P>> & { readonly properties: P };

const mustBeText = flaw('malformed', 'must be a text');
const mustBeInteger = flaw('malformed', 'must be a whole number, without quotes');
const mustBeBoolean = flaw('malformed', 'must be true or false, without quotes');
const mustBeList = flaw('malformed', 'must be a list');
const mustBeObject = flaw('malformed', 'must be an object');
const tooLong = flaw('too_long', `must have at most ${longestRead} characters`);
const isRequired = flaw('required', 'is required');
const isBlank = flaw('required', 'must not be blank');
const isUnknown = flaw('unknown', 'is not a field of this request');

/** A text with the rules of a field of the other interfaces. */
export function field<T>({ default: _, ...of }: Field<T> & { readonly default?: never }): Shape<T> {
  const { doc, parse, schema, isSecret } = of;
  return {
    schema: { ...schema, ...(isSecret && { writeOnly: true }) },
    doc,
    read(value, at, reading) {
      const sent = textIn(value, at, reading);
      if (sent === undefined) return undefined;
      const text = sent.trim();
      if (text === '') return reading.note(at, isBlank);
      if (text.length > longestRead) return reading.note(at, tooLong);
      const read = parse(text);
      if (!read.ok) return reading.note(at, read);
      reading.heard(of, text, at);
      return read.value;
    },
  };
}

function textIn(value: RawValue, at: string, reading: Reading): string | undefined {
  return typeof value === 'string' ? value : reading.note(at, mustBeText);
}

const longestText = 500;

/** A text in answers, or one to search for: a stored text is a `field`. */
export function text(doc: string, schema: Json = {}): Shape<string> {
  const most = Number(schema.maxLength ?? longestText);
  return {
    schema: { type: 'string', ...schema },
    doc,
    read(value, at, reading) {
      const sent = textIn(value, at, reading);
      const wrong = sent && (flawInLength(sent, most) ?? flawInText(sent, { multiline: false }));
      return wrong ? reading.note(at, wrong) : sent;
    },
  };
}

/** One of a few words, exactly as written here. */
export function word<const W extends string>(doc: string, words: readonly W[]): Shape<W> {
  const notOne = flaw('not_one_of', `must be one of: ${words.join(', ')}`);
  return {
    schema: { type: 'string', enum: words },
    doc,
    read: (value, at, reading) => words.find((one) => one === value) ?? reading.note(at, notOne),
  };
}

export function integer(doc: string, least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  const outside = flaw('out_of_range', `must be from ${least} to ${most}`);
  return {
    schema: { type: 'integer', minimum: least, maximum: most },
    doc,
    read(value, at, reading) {
      if (!(value instanceof NumberText) || !/^-?\d{1,16}$/.test(value.text)) {
        return reading.note(at, mustBeInteger);
      }
      const number = Number(value.text);
      return number >= least && number <= most ? number : reading.note(at, outside);
    },
  };
}

export function bool(doc: string): Shape<boolean> {
  return {
    schema: { type: 'boolean' },
    doc,
    read: (value, at, reading) =>
      typeof value === 'boolean' ? value : reading.note(at, mustBeBoolean),
  };
}

const moments = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const notAMoment = flaw(
  'malformed',
  'must be a moment with its zone, such as 2030-01-31T12:00:00Z',
);

export function moment(doc: string): Shape<string> {
  return {
    schema: { type: 'string', format: 'date-time' },
    doc,
    read(value, at, reading) {
      const sent = textIn(value, at, reading);
      if (sent === undefined) return undefined;
      const date = moments.exec(sent)?.[1];
      const time = date !== undefined && isDay(date) ? Date.parse(sent) : Number.NaN;
      const read = Number.isNaN(time) ? '' : new Date(time).toISOString();
      // Its zone may move it out of the years with four digits, and PostgreSQL has no year 0.
      return /^(?!0000)\d{4}-/.test(read) ? read : reading.note(at, notAMoment);
    },
  };
}

/** False for the 30th of February, which JavaScript takes for a day of March. */
function isDay(sent: string): boolean {
  const time = new Date(`${sent}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(sent);
}

const notADay = flaw('malformed', 'must be a day, such as 2030-01-31');

export function day(doc: string): Shape<string> {
  return {
    schema: { type: 'string', format: 'date' },
    doc,
    read(value, at, reading) {
      const sent = textIn(value, at, reading);
      if (sent === undefined) return undefined;
      const isReal = /^(19|20|21)\d\d-\d\d-\d\d$/.test(sent) && isDay(sent);
      return isReal ? sent : reading.note(at, notADay);
    },
  };
}

const notAnId = flaw('malformed', 'must be an id, which is digits');

/** The service's id of an object: the same number as in the other interfaces and on the command line. */
export function id(doc: string): Shape<string> {
  return {
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
    doc,
    read(value, at, reading) {
      const sent = textIn(value, at, reading);
      if (sent === undefined) return undefined;
      return /^[1-9]\d{0,17}$/.test(sent) ? sent : reading.note(at, notAnId);
    },
  };
}

/** In the smallest unit of the currency beside it. */
export function amount(doc: string, least = 1): Shape<number> {
  return integer(`${doc} In the smallest unit of the currency, such as cents.`, least, 99_999_999);
}

/** An amount in an answer may be of either sign and any size. */
export function sum(doc: string): Shape<number> {
  const least = Number.MIN_SAFE_INTEGER;
  return integer(`${doc} In the smallest unit of the currency, such as cents.`, least);
}

export const currency: Shape<Currency> = word('Three letters of ISO 4217.', currencies);

export function phone(doc: string): Shape<string> {
  const schema = { type: 'string', pattern: '^[0-9]{1,10}$' };
  return field({ doc, isSecret: false, schema, parse: parsePhone });
}

/** A phone that a text is sent to. */
export function wholePhone(doc: string): Shape<string> {
  const schema = { type: 'string', pattern: '^[0-9]{10}$' };
  return field({ doc, isSecret: false, schema, parse: parseWholePhone });
}

export function list<T>(item: Shape<T>, doc: string, most?: number): Shape<readonly T[]> {
  const tooMany = flaw('too_many', `must have at most ${most} entries`);
  return {
    schema: { type: 'array', items: schemaOf(item), ...(most && { maxItems: most }) },
    doc,
    inner: item,
    read(value, at, reading) {
      if (!Array.isArray(value)) return reading.note(at, mustBeList);
      if (most !== undefined && value.length > most) return reading.note(at, tooMany);
      return value.map((one, i) => item.read(one, `${at}.${i}`, reading)!);
    },
  };
}

/** A property that may be missing. */
export function maybe<T>(shape: Shape<T>): Shape<T | undefined> {
  return { ...shape, isOptional: true };
}

/** Always present in answers, null without a value. In requests null clears the stored value. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  const { name: _, ...rest } = shape;
  const plain = schemaOf({ ...shape, doc: '' });
  const { type } = plain;
  return {
    ...rest,
    inner: shape,
    schema:
      typeof type === 'string' && !('enum' in plain)
        ? { ...plain, type: [type, 'null'] }
        : { anyOf: [plain, { type: 'null' }] },
    read: (value, at, reading) => (value === null ? null : shape.read(value, at, reading)),
  };
}

/** Any JSON, as it is: the content of an event or of a report. */
export const anything = (doc: string): Shape<unknown> => ({
  schema: {},
  doc,
  read: (value) => plainOf(value),
});

/** Properties that it does not name are refused: a misspelt one would be lost without a word. */
export function object<P extends Properties>(
  properties: P,
  { name, doc }: { readonly name?: string; readonly doc?: string } = {},
): ObjectShape<P> {
  const entries = Object.entries(properties);
  const required = entries.filter(([, { isOptional }]) => !isOptional).map(([key]) => key);
  return {
    properties,
    ...(name !== undefined && { name }),
    ...(doc !== undefined && { doc }),
    schema: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(entries.map(([key, shape]) => [key, schemaOf(shape)])),
      additionalProperties: false,
    },
    read(value, at, reading) {
      if (!(value instanceof Map)) return reading.note(at || 'body', mustBeObject);
      const below = (key: string) => (at === '' ? key : `${at}.${key}`);
      const found: Record<string, unknown> = {};
      for (const [key, shape] of entries) {
        const one = value.get(key);
        if (one === undefined) {
          if (!shape.isOptional) reading.note(below(key), isRequired);
        } else found[key] = reading.keep(found, key, shape.read(one, below(key), reading));
      }
      for (const key of value.keys()) {
        if (!Object.hasOwn(properties, key)) reading.note(nameOf(below(key)), isUnknown);
      }
      return found as ObjectOf<P>;
    },
  };
}

/** Names are echoed only if they could be ours: anything may stand in an unknown one. */
export function nameOf(key: string): string {
  return /^[A-Za-z][\w.]{0,60}$/.test(key) && !/\d{6}/.test(key) ? key : 'an unnamed field';
}

/** The schema inside a property: a reference, if it has a name. */
export function schemaOf({ schema, name, doc }: Shape<unknown>): Json {
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return doc ? { ...schema, description: doc } : schema;
}

function plainOf(value: RawValue): unknown {
  if (value instanceof NumberText) return Number(value.text);
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, one]) => [key, plainOf(one)]));
  }
  return value;
}
