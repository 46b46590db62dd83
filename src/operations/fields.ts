import { type AccountType, parseAccountType } from '../base/bank-account.ts';
import {
  type CardNumber,
  parseCardNumber,
  parseExpiryMonth,
  parseExpiryYear,
} from '../base/card.ts';
import { parseEmail } from '../base/email.ts';
import { flawInLength, lengths } from '../base/lengths.ts';
import { maskCardNumbers } from '../base/mask.ts';
import { parseAmountToPay, parseMoney } from '../base/money.ts';
import { flaw, type Parsed, parsed } from '../base/parsed.ts';
import { parsePercentage } from '../base/percentage.ts';
import { parsePhone } from '../base/phone.ts';
import { parseCountry, parseState } from '../base/places.ts';
import { flawInText } from '../base/text.ts';
import type { Parameter } from './operation.ts';

type LengthOf = keyof typeof lengths;

/** A parameter before it is said whether it must be there. */
export type Field<T> = Omit<Parameter<T>, 'isRequired' | 'aka'>;

export function required<T>(field: Field<T>, ...aka: string[]): Parameter<T, true> {
  const { default: _, ...schema } = field.schema;
  return { ...field, schema, isRequired: true, aka };
}

export function optional<T>(field: Field<T>, ...aka: string[]): Parameter<T, false> {
  return { ...field, isRequired: false, aka };
}

/** One whose value stays as it is when nothing is sent, so that there is none to fall back to. */
export function changed<T>(field: Field<T>): Parameter<T, false> {
  const { default: _, ...schema } = field.schema;
  return optional({ ...field, schema });
}

/** The same field with a rule that only one operation has. */
export function described<F extends { readonly doc: string }>(field: F, rule: string): F {
  return { ...field, doc: `${field.doc} ${rule}` };
}

/** A field that SOAP's schema gives a type of its own. */
export function typed<T>(field: Field<T>): Field<T> {
  return { ...field, soapType: 'boolean' };
}

/** Free text. What looks like a card number in it is masked before anybody keeps it, and what was sent as one. */
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

/** A caller's own name for something: kept to the letter, since it is compared. */
export function identifier(doc: string, length: LengthOf): Field<string> {
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

/** Digits that can only be judged together with other fields or with the business. */
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

/** One that must not hold any number of the same request either. */
export function numberless<T>(field: Field<T>): Field<T> {
  return { ...field, holdsNoNumber: true };
}

const holdsCard = flaw('contains_card_number', 'must not contain a card number');

/** What a card number in it spoils: masked it would lead elsewhere. A moment in milliseconds is none. */
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
  return flawInText(text, { multiline }) ?? flawInLength(text, most) ?? parsed(text);
}
