import { parseEmail } from '../kernel/email.ts';
import { flawInLength, lengths } from '../kernel/lengths.ts';
import { maskCardNumbers } from '../kernel/mask.ts';
import { type Flaw, flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { textable } from '../kernel/phone.ts';
import { parseAnyRegion, parseCountry, parseRegion, usualCountry } from '../kernel/places.ts';
import { flawInText } from '../kernel/text.ts';
import type { Answer, LeadDetails } from './lead.ts';
import { fieldOf, type LeadForm, type Question } from './lead-form.ts';
import { readPersonal } from './topics.ts';

/** The fields of a form as a browser sends them. */
export type Sent = { getAll(field: string): readonly string[] };

/** The flaws, by the name of the field. */
export type Flaws = ReadonlyMap<string, Flaw>;

/** Small enough that a form fits into one request in any script. */
export const mostAnswerCharacters = 2000;

type Read = (text: string) => Parsed<string>;

/** The fields about the person, in the order of the page. */
export const personFields = {
  firstName: { isRequired: true, read: line(lengths.name) },
  lastName: { isRequired: true, read: line(lengths.name) },
  email: { isRequired: true, read: readEmail },
  phone: { isRequired: true, read: readPhone },
  address1: { isRequired: false, read: line(lengths.address) },
  address2: { isRequired: false, read: line(lengths.address) },
  city: { isRequired: false, read: line(lengths.name) },
  countryCode: { isRequired: false, read: parseCountry },
  stateCode: { isRequired: false, read: parseAnyRegion },
  province: { isRequired: false, read: parseAnyRegion },
  region: { isRequired: false, read: parseAnyRegion },
  postalCode: { isRequired: false, read: line(lengths.postalCode) },
} as const satisfies Record<string, { isRequired: boolean; read: Read }>;

export type PersonField = keyof typeof personFields;

/** Countries with a list of regions have a field of their own; the page shows the one of the chosen country. */
function regionFieldOf(country: string): 'stateCode' | 'province' | 'region' {
  if (country === 'US') return 'stateCode';
  return country === 'CA' ? 'province' : 'region';
}

const missing = flaw('required', 'is required');

/** The answers, or everything that is wrong with them. */
export function readAnswers(
  { questions, topics }: Pick<LeadForm, 'questions' | 'topics'>,
  sent: Sent,
  today: Temporal.PlainDate,
):
  | { readonly ok: true; readonly value: LeadDetails }
  | { readonly ok: false; readonly flaws: Flaws } {
  const flaws = new Map<string, Flaw>();
  const textOf = (field: string) => sent.getAll(field)[0] ?? '';
  const enteredIn = (field: PersonField): string => {
    const { isRequired, read } = personFields[field];
    const text = textOf(field).trim();
    if (text === '' && isRequired) flaws.set(field, missing);
    if (text === '') return '';
    const value = read(text);
    if (!value.ok) flaws.set(field, value);
    return value.ok ? value.value : '';
  };
  const person = {
    firstName: enteredIn('firstName'),
    lastName: enteredIn('lastName'),
    email: enteredIn('email'),
    phone: enteredIn('phone'),
    address1: enteredIn('address1'),
    address2: enteredIn('address2'),
    city: enteredIn('city'),
    countryCode: enteredIn('countryCode') || usualCountry,
  };
  const regions = {
    stateCode: enteredIn('stateCode'),
    province: enteredIn('province'),
    region: enteredIn('region'),
  };
  const postalCode = enteredIn('postalCode');
  const personal = readPersonal(topics, textOf, today, flaws);
  const field = regionFieldOf(person.countryCode);
  const entered = regions[field];
  const region = entered === '' ? parsed('') : parseRegion(entered, person.countryCode);
  if (!region.ok) flaws.set(field, region);
  const stateCode = region.ok ? region.value : '';
  const answers = questions.flatMap((question, i) => {
    const answer = readAnswer(question, i, sent.getAll(fieldOf(i)));
    if (answer && 'rule' in answer) flaws.set(fieldOf(i), answer);
    return answer && !('rule' in answer) ? [answer] : [];
  });
  if (flaws.size > 0) return { ok: false, flaws };
  const details = { ...person, stateCode, postalCode, ...(personal && { personal }), answers };
  return { ok: true, value: details };
}

const notAnOption = flaw('not_one_of', 'must be chosen from the list');

function readAnswer(
  { kind, options, isRequired }: Question,
  question: number,
  sent: readonly string[],
): Answer | Flaw | undefined {
  const texts = sent.map((text) => text.trim()).filter((text) => text !== '');
  const [first] = texts;
  if (first === undefined) return isRequired ? missing : undefined;
  if (kind === 'text') {
    const text = paragraph(first);
    return text.ok ? { question, text: text.value } : text;
  }
  const chosen = [...new Set(texts)].map((text) => (/^\d{1,2}$/.test(text) ? Number(text) : -1));
  const isKnown = chosen.every((n) => n >= 0 && n < options.length);
  if (!isKnown || (kind === 'choice' && chosen.length > 1)) return notAnOption;
  return { question, chosen: chosen.sort((a, b) => a - b) };
}

function line(most: number): Read {
  return (text) =>
    flawInLength(text, most) ??
    flawInText(text, { multiline: false }) ??
    parsed(maskCardNumbers(text));
}

/** Browsers end lines with CR LF. */
function paragraph(sent: string): Parsed<string> {
  const text = sent.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return (
    flawInLength(text, mostAnswerCharacters) ??
    flawInText(text, { multiline: true }) ??
    parsed(maskCardNumbers(text))
  );
}

const holdsCard = flaw('contains_card_number', 'must not contain a card number');

/** Stored unchanged, since it is compared and mailed to, so nothing in it can be masked. */
function readEmail(text: string): Parsed<string> {
  const read = parseEmail(text);
  if (read.ok || read.code !== 'too_long') {
    return maskCardNumbers(text) === text ? read : holdsCard;
  }
  return read;
}

const notAPhone = flaw('malformed', 'must be a phone number of 10 digits, such as 617-555-0123');

/** Accepts blanks, brackets and dashes. */
function readPhone(text: string): Parsed<string> {
  const bare = text.replaceAll(/[\s().\-/]/g, '');
  const digits = bare.replace(/^\+?1(?=\d{10}$)/, '');
  return textable(digits) ? parsed(digits) : notAPhone;
}
