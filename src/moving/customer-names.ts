import { lengths } from '../kernel/lengths.ts';
import { int8, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet, shape } from '../runtime/table.ts';
import { ownId } from './fields.ts';

/** How rows of a file name a customer. */
export const customerName = ownId(lengths.externalId);

const wanted = rowSet({ externalId: text }, 2);
const found = shape({ id: int8, externalId: text });

// The first row from the wanted name on, compared afterwards: find-or-make.ts says why.
/** The customers with these external ids. */
export async function customersByName(
  tx: Sql,
  businessId: bigint,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await found.read(
    tx,
    `select y.id, y.external_id as "externalId" from ${wanted.sql}
     cross join lateral (
       select coalesce(x.merged_into, x.id) as id, x.external_id from customers x
       where x.business_id = $1 and x.external_id >= r.external_id order by x.external_id limit 1
     ) y
     where y.external_id = r.external_id`,
    [businessId, ...wanted.encode([...new Set(names)].map((externalId) => ({ externalId })))],
  );
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}
