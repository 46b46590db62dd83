import { text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import { exportKinds } from './export-kinds.ts';

/** The columns that order the rows of a kind, and the property of a row that has the same value. */
const keys = {
  customers: { column: 'c.id', type: 'bigint', property: 'customerId' },
  plans: { column: 't.code', type: 'text', property: 'id' },
  subscriptions: { column: 't.id', type: 'bigint', property: 'subscriptionId' },
} as const;
export type PagedKind = keyof typeof keys;

const row = shape({ key: text, line: text });
const rowsOfPage = 500;

/**
 * The rows of a kind in the form that an import takes, page by page along the primary key: whoever reads slowly holds no
 * connection and no moment of the database. A row that is made meanwhile may be among them.
 */
export async function* exportPages(
  sql: Sql,
  businessId: bigint,
  kind: PagedKind,
): AsyncIterable<readonly string[]> {
  const { column, type, property } = keys[kind];
  const { statement } = exportKinds().find(({ name }) => name === kind)!;
  let after = type === 'bigint' ? '0' : '';
  for (;;) {
    const rows = await row.read(
      sql,
      `select x."${property}" as key, row_to_json(x)::text as line from (
         ${statement} and ${column} > $2::${type} order by ${column} limit ${rowsOfPage}
       ) x order by x."${property}"::${type}`,
      [businessId, after],
    );
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < rowsOfPage) return;
    after = rows.at(-1)!.key;
  }
}
