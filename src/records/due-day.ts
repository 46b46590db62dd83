/** The day by which an invoice is to be paid, of invoices that are selected as `v`. Null: none was said. */
export function dueOnOf(v: string): string {
  return `(${v}.details -> 'bill' ->> 'dueOn')`;
}

/** In SQL: nobody pays it, and its day was before `today`, which is a parameter of text. An index has these with a day. */
export function isOverdueAt(v: string, today: string): string {
  return `${v}.state = 'open' and ${dueOnOf(v)} is not null and ${dueOnOf(v)} < ${today}::text`;
}

/** Days as YYYY-MM-DD are in their order as text. */
export function isDayOver(dueOn: string | undefined, today: Temporal.PlainDate): boolean {
  return dueOn !== undefined && dueOn < today.toString();
}
