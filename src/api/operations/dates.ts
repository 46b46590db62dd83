import { parseDate } from '../../kernel/calendar.ts';
import { type Expiry, parseExpiryDate } from '../../kernel/card.ts';
import { flaw } from '../../kernel/parsed.ts';
import { type Field, plain } from './fields.ts';
import type { Caller, Review } from './operation.ts';

/** The documented example, so the field must accept it. */
export function date(doc: string, example = '01-31-2026'): Field<Temporal.PlainDate> {
  const pattern = '^(0[1-9]|1[0-2])-[0-9]{2}-[0-9]{4}$';
  return plain(doc, { type: 'string', pattern, examples: [example] }, parseDate);
}

/** The expiry can be judged only where the caller's date is known. */
export function expiryDate(doc: string): Field<Expiry> {
  return plain(doc, { type: 'string', pattern: '^(0[1-9]|1[0-2])[0-9]{2}$' }, parseExpiryDate);
}

/** Dates on the wire: MM-DD-YYYY. */
export function wireDate(day: Temporal.PlainDate): string {
  const [year, month, date] = day.toString().split('-');
  return `${month}-${date}-${year}`;
}

const past = flaw('too_early', 'must not lie in the past');
const far = flaw('too_late', 'must lie at most ten years ahead');
const notYet = flaw('too_late', 'must lie in the past');
const minor = flaw('too_late', 'must lie at least 18 years back');

export function rejectPast(
  field: string,
  day: Temporal.PlainDate | undefined,
  { today }: Caller,
  review: Review,
): void {
  if (day && Temporal.PlainDate.compare(day, today) < 0) review.note(field, past);
}

/** A year that far ahead is a typing error. */
export function rejectFar(
  field: string,
  day: Temporal.PlainDate | undefined,
  { today }: Caller,
  review: Review,
): void {
  if (day && Temporal.PlainDate.compare(day, today.add({ years: 10 })) > 0) review.note(field, far);
}

/** The age at which a person may sign a contract. */
export function rejectMinor(
  field: string,
  born: Temporal.PlainDate | undefined,
  { today }: Caller,
  review: Review,
): void {
  if (!born) return;
  if (Temporal.PlainDate.compare(born, today) >= 0) review.note(field, notYet);
  else if (Temporal.PlainDate.compare(born.add({ years: 18 }), today) > 0)
    review.note(field, minor);
}
