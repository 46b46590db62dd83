import type { Sql } from '../runtime/sql.ts';
import { readForms } from './form-store.ts';
import { type AnswerLine, answerLines, type Lead } from './lead.ts';
import type { LeadForm } from './lead-form.ts';
import { type LeadCustomer, readWaiting } from './store.ts';

/** A lead that waits to be acknowledged, with all that is known of the person. */
export type Waiting = {
  readonly lead: Lead;
  readonly customer: LeadCustomer;
  /** Undefined for a lead of a contact insert. */
  readonly form: LeadForm | undefined;
  readonly answers: readonly AnswerLine[];
};

const mostLeads = 500;
/** The most characters of all answers together: anybody can fill in forms, and a response must end somewhere. */
const mostCharacters = 4_000_000;

/** The oldest first, as many as one response may hold and at least one. Reading changes nothing. */
export async function waitingLeads(sql: Sql, businessId: bigint): Promise<Waiting[]> {
  const found = await readWaiting(sql, businessId, mostLeads);
  const formIds = new Set(found.flatMap(({ lead }) => lead.formId ?? []));
  const read = formIds.size === 0 ? [] : await readForms(sql, businessId, [...formIds]);
  const forms = new Map(read.map((form) => [form.id, form]));
  const waiting: Waiting[] = [];
  let characters = 0;
  for (const { lead, customer } of found) {
    const form = lead.formId === undefined ? undefined : forms.get(lead.formId);
    const answers = answerLines(form?.questions ?? [], lead.details.answers);
    characters += answers.reduce((sum, one) => sum + lengthOf(one), 0);
    if (waiting.length > 0 && characters > mostCharacters) break;
    waiting.push({ lead, customer, form, answers });
  }
  return waiting;
}

function lengthOf({ question, answer, externalValue }: AnswerLine): number {
  return question.length + answer.length + externalValue.length;
}
