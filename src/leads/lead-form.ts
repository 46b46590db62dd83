import { flawInLength, lengths } from '../kernel/lengths.ts';
import { maskCardNumbers } from '../kernel/mask.ts';
import { type Flaw, flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { flawInText } from '../kernel/text.ts';
import {
  int8,
  json,
  jsonOf,
  listOf,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../runtime/column.ts';
import { type RowOf, table } from '../runtime/table.ts';
import { topics } from './topics.ts';

export const leadForms = table('lead_forms', {
  businessId: int8,
  id: int8,
  name: text,
  /** A `closed` form takes no more leads. Its questions never change: answers refer to them. */
  state: oneOf(['open', 'closed']),
  intro: text,
  thanks: text,
  /** The business's own name for the source of its leads. */
  originId: optional(text),
  questions: jsonOf<readonly Question[]>(json),
  createdAt: timestamptz,
  /** Optional personal questions. */
  topics: listOf(oneOf(topics)),
});

/** A page where people who want to hear from a business give their contact and answer its questions. */
export type LeadForm = RowOf<typeof leadForms>;

export const questionKinds = ['text', 'choice', 'choices'] as const;

export type Question = {
  readonly text: string;
  /** Its name in the business's own system; handed over with the answer. */
  readonly externalValue: string;
  readonly kind: (typeof questionKinds)[number];
  /** Empty where the answer is a text. */
  readonly options: readonly Option[];
  readonly isRequired: boolean;
};

export type Option = {
  readonly text: string;
  /** Its name in the business's own system; '': the question's name. */
  readonly value: string;
};

const mostQuestions = 30;
const mostOptions = 50;
/** All questions together: each option may be a field of the request. */
const mostOptionsInAll = 100;

/** The name of the form field of a question. */
export function fieldOf(question: number): string {
  return `q${question + 1}`;
}

const notAList = flaw('malformed', `must be a list of at most ${mostQuestions} questions`);

const tooManyOptions = flaw('too_large', `must have at most ${mostOptionsInAll} options in all`);

/** The questions of a form, from JSON. By default a question is an optional text. */
export function readQuestions(json: unknown): Parsed<Question[]> {
  if (!Array.isArray(json) || json.length > mostQuestions) return notAList;
  const questions: Question[] = [];
  for (const [i, one] of json.entries()) {
    const read = readQuestion(one);
    if (!read.ok) return flaw(read.code, `are wrong in question ${i + 1}: ${read.rule}`);
    questions.push(read.value);
  }
  const options = questions.reduce((sum, one) => sum + one.options.length, 0);
  return options > mostOptionsInAll ? tooManyOptions : parsed(questions);
}

const names = new Set(['text', 'externalValue', 'kind', 'options', 'isRequired']);

function readQuestion(json: unknown): Parsed<Question> {
  const sent = membersOf(json, names);
  if (!sent) return flaw('malformed', `it must be an object with some of ${[...names].join(', ')}`);
  const { externalValue = '', kind = 'text', options = [], isRequired = false } = sent;
  const text = line('text', sent.text, lengths.description);
  if (!text.ok) return text;
  if (text.value === '') return flaw('required', 'text must not be empty');
  const value = line('externalValue', externalValue, lengths.externalId);
  if (!value.ok) return value;
  const known = questionKinds.find((one) => one === kind);
  if (!known) return flaw('not_one_of', `kind must be one of: ${questionKinds.join(', ')}`);
  if (typeof isRequired !== 'boolean') return flaw('malformed', 'isRequired must be true or false');
  const choices = readOptions(options);
  if (!choices.ok) return choices;
  if (known === 'text' && choices.value.length > 0)
    return flaw('malformed', 'a text has no options');
  if (known !== 'text' && choices.value.length < 2)
    return flaw('required', 'options must be two or more');
  return parsed({
    text: text.value,
    externalValue: value.value,
    kind: known,
    options: choices.value,
    isRequired,
  });
}

const notOptions = flaw('malformed', `options must be a list of at most ${mostOptions}`);
const optionNames = new Set(['text', 'value']);

/** Each option is an object with a value of its own, or just its text. */
function readOptions(json: unknown): Parsed<Option[]> {
  if (!Array.isArray(json) || json.length > mostOptions) return notOptions;
  const options: Option[] = [];
  for (const one of json) {
    const sent = typeof one === 'string' ? { text: one } : membersOf(one, optionNames);
    if (!sent) return flaw('malformed', 'an option must be a text, or an object of text and value');
    const text = line('the text of an option', sent.text, lengths.name);
    if (!text.ok) return text;
    if (text.value === '') return flaw('required', 'the text of an option must not be empty');
    const value = line('the value of an option', sent.value ?? '', lengths.externalId);
    if (!value.ok) return value;
    options.push({ text: text.value, value: value.value });
  }
  const texts = new Set(options.map(({ text }) => text));
  if (texts.size < options.length) return flaw('taken', 'no two options may have the same text');
  return parsed(options);
}

type Members = { readonly [name: string]: unknown };

/** Unknown members are refused: a misspelt one would be noticed too late. */
function membersOf(json: unknown, known: ReadonlySet<string>): Members | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const members: Members = { ...json };
  return Object.keys(members).every((name) => known.has(name)) ? members : undefined;
}

function line(what: string, sent: unknown, most: number): Parsed<string> {
  if (typeof sent !== 'string') return flaw('malformed', `${what} must be a text`);
  const trimmed = sent.trim();
  const wrong: Flaw | undefined =
    flawInLength(trimmed, most) ?? flawInText(trimmed, { multiline: false });
  if (wrong) return flaw(wrong.code, `${what} ${wrong.rule}`);
  return parsed(maskCardNumbers(trimmed));
}
