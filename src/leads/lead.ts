import {
  bytea,
  int8,
  json,
  jsonOf,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../runtime/column.ts';
import { type RowOf, table } from '../runtime/table.ts';
import type { Question } from './lead-form.ts';
import type { Personal } from './topics.ts';

export const leads = table('leads', {
  businessId: int8,
  /** ExternalAPIID on the wire. */
  id: int8,
  customerId: int8,
  /** Undefined for a lead of a contact insert. */
  formId: optional(int8),
  source: oneOf(['lead_form', 'contact_insert']),
  /** `waiting`: listed until the system of the business acknowledges it. */
  state: oneOf(['waiting', 'acknowledged']),
  details: jsonOf<LeadDetails>(json),
  /** The last message of the business's system about it. */
  returnMessage: optional(text),
  /** Hash of a filled-in page: the same page sent twice is one lead. */
  submission: optional(bytea),
  createdAt: timestamptz,
  /** When the system of the business said that it took it, or last that it did not, as long as it waits. */
  answeredAt: optional(timestamptz),
});

/** A person who came in through a form or a contact insert, for the system of the business to fetch. */
export type Lead = Omit<RowOf<typeof leads>, 'submission'>;

/** The person's input; the customer record may differ. */
export type LeadDetails = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  /** A code in the US and Canada; free text elsewhere. */
  readonly stateCode: string;
  /** Missing on old leads. */
  readonly countryCode?: string;
  readonly postalCode: string;
  /** Missing when the form asks for none of it or all of it stayed empty. */
  readonly personal?: Personal;
  /** In the order of the form's questions, without empty answers. */
  readonly answers: readonly Answer[];
};

export type Answer = {
  /** Counted from 0. */
  readonly question: number;
  readonly text?: string;
  /** Indexes of options, counted from 0. */
  readonly chosen?: readonly number[];
};

/** One line of the answers handed to the business: a text, or one of several options. */
export type AnswerLine = {
  readonly question: string;
  readonly answer: string;
  readonly externalValue: string;
  readonly isSelected: boolean;
};

/** A line for each text question and for each option of the others, chosen or not. */
export function answerLines(
  questions: readonly Question[],
  answers: readonly Answer[],
): AnswerLine[] {
  return questions.flatMap(({ text: question, externalValue, options, kind }, i): AnswerLine[] => {
    const given = answers.find((one) => one.question === i);
    if (kind === 'text') {
      const answer = given?.text ?? '';
      return [{ question, answer, externalValue, isSelected: answer !== '' }];
    }
    return options.map(({ text, value }, n) => ({
      question,
      answer: text,
      externalValue: value || externalValue,
      isSelected: given?.chosen?.includes(n) ?? false,
    }));
  });
}
