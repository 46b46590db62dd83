import { phoneTyped } from '../../kernel/phone.ts';
import { beginsWith, rangeOf } from '../../runtime/begins-with.ts';

/**
 * How often a text is divided: each number of words is a statement of its own, which every connection keeps with its plan,
 * and callers choose the words.
 */
const mostDivided = 4;

/** Makes a parameter of a value. In each statement $1 is the business. */
type $ = (value: unknown) => string;

/** Conditions of customers `c` whose mail address, phone or name is or begins so. An index serves each of them. */
function conditions(q: string, $: $): string[] {
  const begins = (column: string, beginning: string) => {
    // Calculated once, and not for each row.
    const [low, high] = rangeOf(beginning).map((one) => `(select lower(${$(one)}))`);
    return beginsWith(column, low!, high!);
  };
  if (q.includes('@')) return [begins('c.email', q)];
  const phone = phoneTyped(q);
  if (phone !== undefined) return [begins('c.phone', phone)];
  if (!/\p{L}/u.test(q)) return [];
  // The last name may come first. A name of several words may be divided anywhere.
  const divided = [...q.matchAll(/, *| +/g)].slice(0, mostDivided);
  const reversed = divided.map(
    ({ index, 0: { length } }) =>
      `c.surname = lower(${$(q.slice(0, index))}) and ${begins('c.full_name', q.slice(index + length))}`,
  );
  return [begins('c.full_name', q), begins('c.surname', q), ...reversed];
}

/** Statements that find customers by details that people know. */
export function customersKnown(q: string, $: $): string[] {
  return conditions(q, $).map(
    (condition) =>
      `select coalesce(c.merged_into, c.id) from customers c where c.business_id = $1 and ${condition}`,
  );
}

/*
 * The same as a condition on each row: a scalar subquery, so that no plan reads all such customers for it.
 */

/** True for a row `c` that is such a customer. */
export function isCustomerKnown(q: string, $: $): string[] {
  return asScalar(q, $, '');
}

/** True for a row whose payer is such a customer. */
export function isPayerKnown(customerId: string, q: string, $: $): string[] {
  return asScalar(q, $, `from customers c where c.business_id = $1 and c.id = ${customerId}`);
}

function asScalar(q: string, $: $, from: string): string[] {
  const any = conditions(q, $).map((condition) => `(${condition})`);
  return any.length === 0 ? [] : [`(select ${any.join(' or ')} ${from})`];
}
