import { parseDate } from '../kernel/calendar.ts';
import { flawInLength, lengths } from '../kernel/lengths.ts';
import { maskCardNumbers } from '../kernel/mask.ts';
import { type Flaw, flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { flawInText } from '../kernel/text.ts';

/** Optional personal questions that a form may ask. */
export const topics = ['spouse', 'occupation', 'birth_date', 'gender'] as const;
export type Topic = (typeof topics)[number];

export const genders = ['Female', 'Male', 'Other'] as const;

/** The answers to them, without empty ones. */
export type Personal = {
  readonly spouseFirstName?: string;
  readonly spouseLastName?: string;
  readonly occupation?: string;
  /** YYYY-MM-DD. */
  readonly birthDate?: string;
  readonly gender?: string;
};
export type PersonalField = keyof Personal;

/** The fields of a topic, in the order of the page. */
export const fieldsOf: Readonly<Record<Topic, readonly PersonalField[]>> = {
  spouse: ['spouseFirstName', 'spouseLastName'],
  occupation: ['occupation'],
  birth_date: ['birthDate'],
  gender: ['gender'],
};

type Read = (text: string, today: Temporal.PlainDate) => Parsed<string>;

const readers: Readonly<Record<PersonalField, Read>> = {
  spouseFirstName: line,
  spouseLastName: line,
  occupation: line,
  birthDate: readBirthDate,
  gender: readGender,
};

/** Undefined when all stayed empty; everything that is wrong goes into `flaws`. */
export function readPersonal(
  asked: readonly Topic[],
  textOf: (field: PersonalField) => string,
  today: Temporal.PlainDate,
  flaws: Map<string, Flaw>,
): Personal | undefined {
  const entered: { [K in PersonalField]?: string } = {};
  for (const field of asked.flatMap((topic) => fieldsOf[topic])) {
    const text = textOf(field).trim();
    if (text === '') continue;
    const value = readers[field](text, today);
    if (value.ok) entered[field] = value.value;
    else flaws.set(field, value);
  }
  return Object.keys(entered).length > 0 ? entered : undefined;
}

function line(text: string): Parsed<string> {
  return (
    flawInText(text, { multiline: false }) ??
    flawInLength(text, lengths.name) ??
    parsed(maskCardNumbers(text))
  );
}

const notABirthDate = flaw('malformed', 'must be a date in the past, such as 01/31/1980');

function readBirthDate(text: string, today: Temporal.PlainDate): Parsed<string> {
  const read = parseDate(text);
  const isPast = read.ok && Temporal.PlainDate.compare(read.value, today) < 0;
  return isPast ? parsed(read.value.toString()) : notABirthDate;
}

const notAGender = flaw('not_one_of', 'must be chosen from the list');

function readGender(text: string): Parsed<string> {
  return genders.some((one) => one === text) ? parsed(text) : notAGender;
}
