import { parseEmail } from '../base/email.ts';
import { flawInLength, lengths } from '../base/lengths.ts';
import { maskCardNumbers } from '../base/mask.ts';
import { type Flaw, flaw, type Parsed, parsed } from '../base/parsed.ts';
import { textable } from '../base/phone.ts';
import { parseState } from '../base/places.ts';
import { flawInText } from '../base/text.ts';
import type { Answer, LeadDetails } from './lead.ts';
import { fieldOf, type LeadForm, type Question } from './lead-form.ts';

/** What was sent, by the names of the fields, as a form in a browser sends it. */
export type Sent = { getAll(field: string): readonly string[] };

/** What is wrong, by the names of the fields. */
export type Flaws = ReadonlyMap<string, Flaw>;

/** So that a form fits into one request, whatever its letters. */
export const mostAnswerCharacters = 2000;

type Read = (text: string) => Parsed<string>;

/** Who somebody is: each field with whether it must be there, in the order of the page. */
export const personFields = {
  firstName: { isRequired: true, read: line(lengths.name) },
  lastName: { isRequired: true, read: line(lengths.name) },
  email: { isRequired: true, read: readEmail },
  phone: { isRequired: true, read: readPhone },
  address1: { isRequired: false, read: line(lengths.address) },
  address2: { isRequired: false, read: line(lengths.address) },
  city: { isRequired: false, read: line(lengths.name) },
  stateCode: { isRequired: false, read: parseState },
  postalCode: { isRequired: false, read: line(lengths.postalCode) },
} as const satisfies Record<string, { isRequired: boolean; read: Read }>;

export type PersonField = keyof typeof personFields;

const missing = flaw('required', 'is required');

/** What somebody told, or everything that is wrong with it. */
export function readAnswers(
  { questions }: Pick<LeadForm, 'questions'>,
  sent: Sent,
):
  | { readonly ok: true; readonly value: LeadDetails }
  | { readonly ok: false; readonly flaws: Flaws } {
  const flaws = new Map<string, Flaw>();
  const person = Object.fromEntries(
    Object.entries(personFields).map(([field, { isRequired, read }]) => {
      const text = (sent.getAll(field)[0] ?? '').trim();
      if (text === '' && isRequired) flaws.set(field, missing);
      if (text === '') return [field, ''];
      const value = read(text);
      if (!value.ok) flaws.set(field, value);
      return [field, value.ok ? value.value : ''];
    }),
  ) as Record<PersonField, string>;
  const answers = questions.flatMap((question, i) => {
    const answer = readAnswer(question, i, sent.getAll(fieldOf(i)));
    if (answer && 'rule' in answer) flaws.set(fieldOf(i), answer);
    return answer && !('rule' in answer) ? [answer] : [];
  });
  return flaws.size > 0 ? { ok: false, flaws } : { ok: true, value: { ...person, answers } };
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
    flawInText(text, { multiline: false }) ??
    flawInLength(text, most) ??
    parsed(maskCardNumbers(text));
}

/** Browsers end lines with two signs, whatever was typed. */
function paragraph(sent: string): Parsed<string> {
  const text = sent.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return (
    flawInText(text, { multiline: true }) ??
    flawInLength(text, mostAnswerCharacters) ??
    parsed(maskCardNumbers(text))
  );
}

const holdsCard = flaw('contains_card_number', 'must not contain a card number');

/** Kept to the letter, since it is compared and written to: nothing can be masked in it. */
function readEmail(text: string): Parsed<string> {
  return maskCardNumbers(text) === text ? parseEmail(text) : holdsCard;
}

const notAPhone = flaw('malformed', 'must be a phone number of 10 digits, such as 617-555-0123');

/** As people write them: with blanks, brackets and dashes. */
function readPhone(text: string): Parsed<string> {
  const bare = text.replaceAll(/[\s().\-/]/g, '');
  const digits = bare.replace(/^\+?1(?=\d{10}$)/, '');
  return textable(digits) ? parsed(digits) : notAPhone;
}
