import { beginsWith, rangeOf } from '../runtime/begins-with.ts';

type $ = (value: unknown) => string;

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
export function ordersBegun(
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
