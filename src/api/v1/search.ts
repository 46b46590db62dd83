import { invoiceIdOf } from '../../payments/invoice-number.ts';
import type { World } from '../../world.ts';

type $ = (value: unknown) => string;

/** What people search a payer by: mail address, phone, or name. `c` are customers. */
function payerMatches(q: string, $: $): string {
  if (q.includes('@')) return `c.email = ${$(q.toLowerCase())}`;
  if (/^\d{7,10}$/.test(q)) return `c.phone = ${$(q)}`;
  const called = (last: string) => `c.surname = lower(${$(last)})`;
  const first = (name: string) => `lower(c.first_name) = lower(${$(name)})`;
  // Where a name of several words is divided, nobody knows.
  const divided = [...q.matchAll(/ /g)].map(
    ({ index }) => `${called(q.slice(index + 1))} and ${first(q.slice(0, index))}`,
  );
  return [called(q), ...divided].join(' or ');
}

const payers = (q: string, $: $) =>
  `select c.id from customers c where c.business_id = $1 and (${payerMatches(q, $)})`;

/**
 * Rows whose payer matches: `of` is the alias of a table with customer_id. The payers are looked for once, not for each
 * row: a list of one business has it as its first parameter.
 */
export function ofPayer(of: string, q: string, $: $): string {
  return `${of}.customer_id = any (array(${payers(q, $)}))`;
}

/*
 * Statements for `foundBy`: $1 is the business, and each finds its ids by an index, or among the newest rows alone.
 */

/** How many of the newest rows are looked at for what no index finds. */
export const mostSearched = 10_000;

/** Rows whose number one of the statements finds. Each runs once, not for each row. */
export function foundBy(column: string, statements: readonly string[]): string {
  return `${column} = any (array(${statements.join(' union all ')}))`;
}

/** The number itself, if the text is one. */
export function numbered(q: string, $: $): string[] {
  return /^[1-9]\d{0,17}$/.test(q) ? [`select ${$(BigInt(q))}::int8`] : [];
}

/** Payments under an order number, or their invoices. */
export function ofOrder(q: string, $: $, column: 'id' | 'invoice_id' = 'id'): string[] {
  const order = $(q);
  return ['holds_order', 'not holds_order'].map(
    (part) =>
      `select ${column} from payments where business_id = $1 and order_number = ${order} and ${part}`,
  );
}

/** What was made under an Idempotency-Key, also under one that was freed since. */
export function madeUnderKey(kind: 'payment' | 'followup', key: string, $: $): string[] {
  const sent = $(key);
  return [
    `select id from ${kind}s where business_id = $1 and idempotency_key = ${sent}`,
    `select made_id from kept_keys where business_id = $1 and kind = '${kind}' and key = ${sent}`,
  ];
}

/** Payments or invoices of payers. */
export function ofPayers(q: string, $: $, table: 'payments' | 'invoices'): string {
  return `select o.id from ${table} o where o.business_id = $1 and ${ofPayer('o', q, $)}`;
}

/** Payments by their number, their order, or their payer: those that hold an invoice, or made it. */
export function paymentsFound(q: string, $: $): string[] {
  const invoices = `select unnest(array[v.id, v.payment_id]) from invoices v
    where v.business_id = $1 and v.id = any (array(${ofPayers(q, $, 'invoices')}))`;
  return [...numbered(q, $), ...ofOrder(q, $), invoices];
}

/** An amount as people write it, in cents. */
export function centsIn(q: string): bigint | undefined {
  const [, whole, cents = '00'] = /^\$?(\d{1,6})(?:\.(\d\d))?$/.exec(q) ?? [];
  return whole === undefined ? undefined : BigInt(whole + cents);
}

/** The invoice that a number of ten digits names. */
export function invoiceNumbered(q: string, $: $, { vault, businessId }: Searcher): string[] {
  const id = invoiceIdOf(vault, businessId, q);
  return id === undefined ? [] : [`select ${$(id)}::int8`];
}

/** Who searches. */
export type Searcher = Pick<World, 'vault'> & { readonly businessId: bigint };
