import type { SettledRow } from '../../ports/processors/settled-row.ts';
import { int2, int8, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import { firstAttempt, partsOfReference } from '../payment.ts';

const asked = rowSet({ paymentId: int8, n: int2 }, 3);
const found = shape({ name: text });
type Named = Pick<SettledRow, 'reference' | 'processorId'>;

/**
 * Rows that another business here had carried out: two businesses may share one merchant account, and each reads the whole
 * report. They are known by the processor's id too, so that a second execution under one reference stays a stranger.
 */
export async function rowsOfOthers(
  sql: Sql,
  own: bigint,
  rows: readonly Named[],
): Promise<ReadonlySet<Named>> {
  const named = rows.flatMap((row) => {
    const of = partsOfReference(row.reference);
    return of && of.businessId !== own ? [{ row, ...of }] : [];
  });
  const theirs = new Set<Named>();
  for (const [businessId, some] of Map.groupBy(named, (one) => one.businessId)) {
    const known = await namesOf(sql, businessId, some);
    for (const { row, paymentId, n } of some)
      if (known.has(`${paymentId} ${n} ${row.processorId}`)) theirs.add(row);
  }
  return theirs;
}

type Name = { readonly paymentId: bigint; readonly n: number };

async function namesOf(
  sql: Sql,
  businessId: bigint,
  names: readonly Name[],
): Promise<ReadonlySet<string>> {
  const done = await found.read(
    sql,
    `select concat_ws(' ', r.payment_id, r.n, p.processor_id) as name
     from ${asked.sql} join payments p on p.business_id = $1 and p.id = r.payment_id
     where r.n = $2 and p.processor_id is not null
     union all
     select concat_ws(' ', r.payment_id, r.n, f.processor_id)
     from ${asked.sql}
     join followups f on f.business_id = $1 and f.payment_id = r.payment_id and f.n = r.n
     where f.processor_id is not null`,
    [
      businessId,
      firstAttempt,
      ...asked.encode(names.map(({ paymentId, n }) => ({ paymentId, n }))),
    ],
  );
  return new Set(done.map(({ name }) => name));
}
