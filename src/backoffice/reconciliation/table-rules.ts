import { int8, optional, text } from '../../runtime/column.ts';
import type { Database } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { readWhole } from '../../runtime/whole-tables.ts';
import type { Finding } from './finding.ts';

/**
 * A rule between our own tables; its one statement finds the rows that break it. It reads whole tables, and costs at
 * most n log n: sets are joined by equality, and a row is looked up by an index only. Scope: all.
 */
export type Rule = {
  readonly name: string;
  /** Returns `business_id`, `payment_id` (null if it concerns no payment) and `says`. */
  readonly sql: string;
  readonly values?: readonly unknown[];
};

const broken = shape({ businessId: int8, paymentId: optional(int8), says: text });
const mostOfOneKind = 1000;

export async function* checkRule(
  db: Database,
  { name, sql, values }: Rule,
): AsyncGenerator<Finding> {
  const rows = await readWhole(db, broken, sql, values, mostOfOneKind);
  for (const row of rows) yield { rule: name, ...row };
  if (rows.length === mostOfOneKind) {
    yield { rule: name, says: 'there are more of this kind than are listed' };
  }
}
