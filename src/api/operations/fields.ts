import { type AccountType, parseAccountType } from '../../kernel/bank-account.ts';
import {
  type CardNumber,
  parseCardNumber,
  parseExpiryMonth,
  parseExpiryYear,
} from '../../kernel/card.ts';
import { parseEmail } from '../../kernel/email.ts';
import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { maskCardNumbers } from '../../kernel/mask.ts';
import { parseAmountToPay, parseMoney } from '../../kernel/money.ts';
import { flaw, type Parsed, parsed } from '../../kernel/parsed.ts';
import { parsePercentage } from '../../kernel/percentage.ts';
import { parsePhone } from '../../kernel/phone.ts';
import {
  hasRegionCodes,
  parseAnyRegion,
  parseCountry,
  parseRegion,
  parseState,
  usualCountry,
} from '../../kernel/places.ts';
import { flawInText } from '../../kernel/text.ts';
import type { Parameter } from './operation.ts';

type LengthOf = keyof typeof lengths;

/** A parameter before it is made required or optional. */
export type Field<T> = Omit<Parameter<T>, 'isRequired' | 'aka'>;

export function required<T>(field: Field<T>, ...aka: string[]): Parameter<T, true> {
  const { default: _, ...schema } = field.schema;
  return { ...field, schema, isRequired: true, aka };
}

export function optional<T>(field: Field<T>, ...aka: string[]): Parameter<T, false> {
  return { ...field, isRequired: false, aka };
}

/** A parameter whose stored value stays when nothing is sent, so that it has no default. */
export function changed<T>(field: Field<T>): Parameter<T, false> {
  const { default: _, ...schema } = field.schema;
  return optional({ ...field, schema });
}

/** The same field with a rule of one operation. */
export function described<F extends { readonly doc: string }>(field: F, rule: string): F {
  return { ...field, doc: `${field.doc} ${rule}` };
}

/** A field with its own type in SOAP's schema. */
export function typed<T>(field: Field<T>): Field<T> {
  return { ...field, soapType: 'boolean' };
}

/** Free text. Numbers that look like cards, and secrets of the same request, are masked before it is stored. */
export function freeText(doc: string, length: LengthOf, { multiline = false } = {}): Field<string> {
  return {
    ...textOf(doc, lengths[length], multiline),
    isFreeText: true,
    parse(text) {
      const read = parseText(text, lengths[length], multiline);
      return read.ok ? parsed(maskCardNumbers(read.value)) : read;
    },
  };
}

/** A caller's own identifier: stored unmasked, since it is compared. */
export function identifier(doc: string, length: LengthOf): Field<string> {
  return { ...exactText(doc, length), isIdentifier: true };
}

/** An identifier that is only shown and never compared: other numbers in it are masked as in free text. */
export function shownIdentifier(doc: string, length: LengthOf): Field<string> {
  return { ...freeText(doc, length), isIdentifier: true };
}

/** Stored unmasked. */
export function exactText(doc: string, length: LengthOf): Field<string> {
  return verbatim(textOf(doc, lengths[length], false));
}

export function money(doc: string): Field<bigint> {
  return { ...amount(doc), parse: parseMoney };
}

export function amountToPay(doc: string): Field<bigint> {
  return { ...amount(doc), parse: parseAmountToPay };
}

/** In hundredths of a percent. */
export function percentage(doc: string): Field<bigint> {
  const schema = { type: 'string', pattern: '^[0-9]{1,3}(\\.[0-9]{1,2})?$', examples: ['10'] };
  return plain(doc, schema, parsePercentage);
}

const notABoolean = flaw('malformed', 'must be true or false');
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export function boolean(doc: string, otherwise: boolean): Field<boolean> {
  return {
    doc,
    isSecret: false,
    schema: { type: 'boolean', default: otherwise },
    parse(text) {
      const value = booleans.get(text) ?? booleans.get(text.toLowerCase());
      return value === undefined ? notABoolean : parsed(value);
    },
  };
}

/** An enumerated word, in any letter case. */
export function oneOf<const W extends string>(doc: string, ...words: W[]): Field<W> {
  const byLowerCase = new Map(words.map((word) => [word.toLowerCase(), word]));
  const notOne = flaw('not_one_of', `must be one of: ${words.join(', ')}`);
  return {
    doc,
    isSecret: false,
    schema: { type: 'string', enum: words },
    parse(text) {
      const word = byLowerCase.get(text.toLowerCase());
      return word === undefined ? notOne : parsed(word);
    },
  };
}

export function email(doc: string): Field<string> {
  const schema = { type: 'string', format: 'email', maxLength: lengths.email };
  return numberless(verbatim(plain(doc, schema, (text) => cardless(text, parseEmail(text)))));
}

export function phone(doc: string): Field<string> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{1,10}$' }, parsePhone);
}

export function state(doc: string): Field<string> {
  return plain(doc, { type: 'string', minLength: 2, maxLength: 2 }, parseState);
}

/**
 * State or province of a payer, in the country that `beside` names. An unreadable country counts as the default: its
 * own fault is reported separately.
 */
export function region(doc: string, beside: string): Field<string> {
  return {
    doc,
    isSecret: false,
    schema: { type: 'string', maxLength: lengths.region },
    isFreeText: true,
    beside,
    isOptionalBeside: (sent) => !hasRegionCodes(countryIn(sent)),
    parse: (text, sent) => parseRegion(text, countryIn(sent)),
  };
}

/** The same if an omitted country means the stored one: checked when that is read. */
export function regionOfKnown(doc: string, beside: string): Field<string> {
  const field = region(doc, beside);
  return {
    ...field,
    parse: (text, sent) => (sent === undefined ? parseAnyRegion(text) : field.parse(text, sent)),
  };
}

function countryIn(text: string | undefined): string {
  const read = text === undefined ? undefined : parseCountry(text);
  return read?.ok ? read.value : usualCountry;
}

export function country(doc: string): Field<string> {
  return plain(doc, { type: 'string', minLength: 2, maxLength: 2, default: 'US' }, parseCountry);
}

export function cardNumber(doc: string): Field<CardNumber> {
  return secret(plain(doc, { type: 'string', pattern: '^[0-9]{12,19}$' }, parseCardNumber));
}

export function expiryMonth(doc: string): Field<number> {
  return plain(doc, { type: 'string', pattern: '^(0[1-9]|1[0-2])$' }, parseExpiryMonth);
}

export function expiryYear(doc: string): Field<number> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{2}$' }, parseExpiryYear);
}

export function accountType(doc: string): Field<AccountType> {
  return plain(doc, { type: 'string', default: 'Checking' }, parseAccountType);
}

const notDigits = flaw('malformed', 'must be digits only');

/** Digits that are validated together with other fields or with the business. */
export function secretDigits(doc: string, pattern: string): Field<string> {
  return secret(digits(doc, pattern));
}

export function digits(doc: string, pattern: string): Field<string> {
  return plain(doc, { type: 'string', pattern }, (text) =>
    /^\d{1,32}$/.test(text) ? parsed(text) : notDigits,
  );
}

export function plain<T>(
  doc: string,
  schema: Parameter['schema'],
  parse: (text: string) => Parsed<T>,
): Field<T> {
  return { doc, isSecret: false, schema, parse };
}

export function secret<T>(field: Field<T>): Field<T> {
  return { ...field, isSecret: true };
}

export function verbatim<T>(field: Field<T>): Field<T> {
  return { ...field, isVerbatim: true };
}

/** A text that must not hold any number of the same request either. */
export function numberless<T>(field: Field<T>): Field<T> {
  return { ...field, holdsNoNumber: true };
}

export const holdsCard = flaw('contains_card_number', 'must not contain a card number');

/** Values that masking would redirect, so a card number in them is refused. A timestamp in milliseconds is none. */
export function cardless<T>(text: string, read: Parsed<T>): Parsed<T> {
  return read.ok && maskCardNumbers(text, { brandsOnly: true }) !== text ? holdsCard : read;
}

function amount(doc: string) {
  return {
    doc,
    isSecret: false,
    schema: { type: 'string', pattern: '^[0-9]{1,6}(\\.[0-9]{1,2})?$', examples: ['12.50'] },
  };
}

function textOf(doc: string, most: number, multiline: boolean): Field<string> {
  return plain(doc, { type: 'string', maxLength: most }, (text) =>
    parseText(text, most, multiline),
  );
}

function parseText(text: string, most: number, multiline: boolean): Parsed<string> {
  return flawInLength(text, most) ?? flawInText(text, { multiline }) ?? parsed(text);
}
