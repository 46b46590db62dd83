import { customersKnown, isPayerKnown } from '../../parties/customers/search.ts';
import { invoiceIdOf } from '../../payments/invoice-number.ts';
import { paymentOfReceipt } from '../../payments/payment.ts';
import { beginsWith, rangeOf } from '../../runtime/begins-with.ts';
import { bool } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

type $ = (value: unknown) => string;

/** The business that searches. */
export type Searcher = Pick<World, 'vault'> & { readonly businessId: bigint };

/*
 * Statements for `foundBy`: $1 is the business, and each finds its ids by an index, or among the newest rows alone.
 */

/** The number of newest rows that are searched for texts without an index. */
export const mostSearched = 10_000;

/** The most customers, or orders, that a text finds by an index. If more have it, a page of new rows shows some. */
export const mostCollected = 500;

/** Rows whose number one of the statements finds; none without a statement. Each runs once, not for each row. */
export function foundBy(column: string, statements: readonly string[]): string {
  if (statements.length === 0) return 'false';
  return `${column} = any (array(${statements.join(' union all ')}))`;
}

/** The same as a condition that may be none. */
export function isOneOf(column: string, statements: readonly string[]): string[] {
  return statements.length === 0 ? [] : [foundBy(column, statements)];
}

/** Customers by mail address, phone or name. */
export function customersFound(q: string, $: $): string[] {
  return customersKnown(q, $).map((statement) => `(${statement} limit ${mostCollected})`);
}

/** The number itself, if the text is one. */
export function numbered(q: string, $: $): string[] {
  return /^[1-9]\d{0,17}$/.test(q) ? [`select ${$(BigInt(q))}::int8`] : [];
}

/** Payments under an order number, or their invoices. */
export function idsByOrder(q: string, $: $, column: 'id' | 'invoice_id' = 'id'): string[] {
  const order = $(q);
  return ['holds_order', 'not holds_order'].map(
    (part) =>
      `select ${column} from payments where business_id = $1 and order_number = ${order} and ${part}`,
  );
}

/** Rows under an order number, or under one that begins with the text. */
export function idsByOrderStart(
  q: string,
  $: $,
  column: 'id' | 'invoice_id',
  of?: Halves,
): string[] {
  return ordersBegun(q, $, { column, most: mostCollected, of });
}

/** Rows made under an Idempotency-Key, also under one that was freed since. */
export function madeUnderKey(kind: 'payment' | 'followup', key: string, $: $): string[] {
  const sent = $(key);
  return [
    `select id from ${kind}s where business_id = $1 and idempotency_key = ${sent}`,
    `select made_id from kept_keys where business_id = $1 and kind = '${kind}' and key = ${sent}`,
  ];
}

type PayerTable = 'payments' | 'invoices' | 'pay_links' | 'subscriptions';

/** Rows that belong to payers. */
export function idsByPayer(q: string, $: $, table: PayerTable): string[] {
  return isOneOf('o.customer_id', customersFound(q, $)).map(
    (isTheirs) => `select o.id from ${table} o where o.business_id = $1 and ${isTheirs}`,
  );
}

/** Payments by their number, their order, or their payer: payments that hold an invoice, or made it. */
export function paymentsFound(q: string, $: $): string[] {
  const invoices = idsByPayer(q, $, 'invoices').map(
    (theirs) => `select unnest(array[v.id, v.payment_id]) from invoices v
      where v.business_id = $1 and v.id = any (array(${theirs}))`,
  );
  return [...numbered(q, $), ...idsByOrderStart(q, $, 'id'), ...invoices];
}

/** The invoice that a number of ten digits names. */
export function invoiceNumbered(q: string, $: $, { vault, businessId }: Searcher): string[] {
  const id = invoiceIdOf(vault, businessId, q);
  return id === undefined ? [] : [`select ${$(id)}::int8`];
}

/** The payment whose receipt has this number. */
export function receiptNumbered(q: string, $: $, { businessId }: Searcher): string[] {
  const id = paymentOfReceipt(businessId, q);
  return id === undefined ? [] : [`select ${$(id)}::int8`];
}

/*
 * Conditions on a row: none, if the text cannot be of that kind.
 */

/** The row has this number. */
export function isNumbered(column: string, q: string, $: $): string[] {
  return numbered(q, $).map((number) => `${column} = (${number})`);
}

/** The amount begins as it was typed: "48" is all of $48.00 to $48.99, and "48.2" of $48.20 to $48.29. */
export function isSum(column: string, q: string, $: $): string[] {
  const written = /^[-−]?(?:[A-Z]{0,2}\$)? ?(\d{1,3}(?:,\d{3}){1,2}|\d{1,6})(?:\.(\d{0,2}))?$/i;
  const [, whole, cents = ''] = written.exec(q) ?? [];
  if (whole === undefined) return [];
  const bound = (digit: string) => $(BigInt(whole.replaceAll(',', '') + cents.padEnd(2, digit)));
  return [`${column} between ${bound('0')} and ${bound('9')}`];
}

/** The last four digits of a card or account, also with the dots before them. */
export function last4In(q: string): string | undefined {
  return /^(?:[•*]+ ?)?(\d{4})$/.exec(q)?.[1];
}

/** The last four digits are these. */
export function endsIn(column: string, q: string, $: $): string[] {
  const last4 = last4In(q);
  return last4 === undefined ? [] : [`${column} = ${$(last4)}`];
}

/** The text of a row begins so, in letters of any size. */
export function begins(column: string, q: string, $: $): string[] {
  return [`starts_with(lower(${column}), (select lower(${$(q)})))`];
}

/** The bank's code of approval, in letters of any size. Texts without a digit are names. */
export function isApprovedUnder(column: string, q: string, $: $): string[] {
  return /^(?=.*\d)[\dA-Z]{4,8}$/i.test(q) ? [`upper(${column}) = ${$(q.toUpperCase())}`] : [];
}

/** An order number in mixed letters, typed in other ones; only the rows themselves show that. */
export function isOrderInMixedLetters(column: string, q: string, $: $): string[] {
  return /\d/.test(q) && /\p{L}/u.test(q) && !q.includes('@') ? begins(column, q, $) : [];
}

/* A text that very many customers or orders have: its matches are not collected, but searched row by row. */

type Where = (q: string, $: $, searcher: Searcher) => string;
type Conditions = (q: string, $: $, searcher: Searcher) => readonly string[];

/** How such a text is searched; undefined if it is none. */
export type CommonTexts = (sql: Sql, q: string, searcher: Searcher) => Promise<Where | undefined>;

/** Columns of a row with the payer, and with the order number, which is that of a payment unless `of` says otherwise. */
type Columns = { readonly payer: string; readonly order?: string; readonly of?: Halves };

const verdict = shape({ manyPayers: bool, manyOrders: bool });

export function commonTexts(
  { payer, order, of }: Columns,
  others: Conditions,
  isPayer: Conditions = (q, $) => isPayerKnown(payer, q, $),
): CommonTexts {
  return async (sql, q, { businessId }) => {
    const values: unknown[] = [businessId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const hasMany = (statements: readonly string[]) =>
      statements.map((one) => `exists (${one} offset ${mostCollected})`).join(' or ') || 'false';
    const payers = customersKnown(q, parameter);
    const most = mostCollected + 1;
    const orders = order ? ordersBegun(q, parameter, { column: 'id', most, of }) : [];
    if (payers.length + orders.length === 0) return undefined;
    const text = `select ${hasMany(payers)} as "manyPayers", ${hasMany(orders)} as "manyOrders"`;
    const { manyPayers, manyOrders } = await verdict.readRow(sql, text, values);
    if (!manyPayers && !manyOrders) return undefined;
    return (_, $, searcher) => {
      const any = [
        ...(manyPayers ? isPayer(q, $, searcher) : isOneOf(payer, customersFound(q, $))),
        ...(order ? begins(order, q, $) : []),
        ...others(q, $, searcher),
      ];
      return any.map((one) => `(${one})`).join(' or ');
    };
  };
}

/** A table with order numbers, in two halves with an index each. */
export type Halves = { readonly table: string; readonly halves: readonly [string, string] };

const ofPayments: Halves = { table: 'payments', halves: ['holds_order', 'not holds_order'] };

/** How a number is usually written that was typed in other letters. */
function spellings(q: string): string[] {
  const capital = q.charAt(0).toUpperCase() + q.slice(1).toLowerCase();
  return [...new Set([q, q.toUpperCase(), q.toLowerCase(), capital])];
}

/**
 * Statements that find `column` of rows whose order number begins so, whatever its letters are, as far as they are all
 * small or all capital. $1 is the business. The number itself comes first; each spelling finds at most `most`.
 */
function ordersBegun(
  q: string,
  $: $,
  { column, most, of = ofPayments }: { column: string; most: number; of?: Halves | undefined },
): string[] {
  const ranges = spellings(q).map(rangeOf);
  const [lows, highs] = [0, 1].map((end) => `${$(ranges.map((range) => range[end]))}::text[]`);
  return of.halves.map(
    (half) => `select o.${column} from unnest(${lows}, ${highs}) s (low, high) cross join lateral (
      select ${column} from ${of.table} where business_id = $1 and ${half}
        and ${beginsWith('order_number', 's.low', 's.high')} order by order_number limit ${most}) o`,
  );
}
