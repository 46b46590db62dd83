import type { Question } from './lead-form.ts';

/** Somebody who came in through a form or an insert, for the system of the business to fetch. */
export type Lead = {
  readonly businessId: bigint;
  /** Also what the wire calls it. */
  readonly id: bigint;
  readonly customerId: bigint;
  readonly formId: bigint | undefined;
  readonly source: 'lead_form' | 'contact_insert';
  /** waiting: listed until the system of the business acknowledges it. */
  readonly state: 'waiting' | 'acknowledged';
  readonly details: LeadDetails;
  /** What the system of the business said of it last. */
  readonly returnMessage: string | undefined;
  readonly createdAt: Date;
  readonly answeredAt: Date | undefined;
};

/** Who they said they are, which the customer that was found may be called otherwise. */
export type LeadDetails = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly stateCode: string;
  readonly postalCode: string;
  /** In the order of the questions of the form; one that stayed empty is not there. */
  readonly answers: readonly Answer[];
};

export type Answer = {
  /** Counted from 0. */
  readonly question: number;
  readonly text?: string;
  /** Of the options, counted from 0. */
  readonly chosen?: readonly number[];
};

/** One line of what is handed over: a text, or one of several options. */
export type AnswerLine = {
  readonly question: string;
  readonly answer: string;
  readonly externalValue: string;
  readonly isSelected: boolean;
};

/** Every question, and of those with options every option, chosen or not. */
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
