import { date, int8, named, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** The opening of a stored number in order to charge or export it. */
type Opening = { readonly businessId: bigint; readonly token: string; readonly at: Date };

const numberOpenings = table('number_openings', {
  businessId: int8,
  day: named('opened_on', date),
  token: text,
  openings: int8,
});
const rows = numberOpenings.omit('openings').set();

/**
 * Counts openings by day and token. Awaited before a number is used, so that no use goes uncounted. Lock order:
 * business, day, token.
 */
export async function countOpenings(sql: Sql, openings: readonly Opening[]): Promise<undefined[]> {
  if (openings.length === 0) return [];
  await sql.query(
    `insert into number_openings (${numberOpenings.names})
     select business_id, opened_on, token, count(*) from ${rows.sql}
     group by business_id, opened_on, token order by business_id, opened_on, token
     on conflict (business_id, opened_on, token)
       do update set openings = number_openings.openings + excluded.openings`,
    rows.encode(
      openings.map(({ businessId, token, at }) => {
        return { businessId, token, day: at.toISOString().slice(0, 10) };
      }),
    ),
  );
  return openings.map(() => undefined);
}

const counted = numberOpenings.omit('businessId');
type CountedOpenings = RowOf<typeof counted>;

/** Openings of one business, the latest day first. */
export async function listOpenings(
  sql: Sql,
  businessId: bigint,
  { token, limit }: { readonly token: string | undefined; readonly limit: number },
): Promise<CountedOpenings[]> {
  return await counted.read(
    sql,
    `select ${counted.columns} from number_openings
     where business_id = $1 and ($2::text is null or token = $2)
     order by opened_on desc, token limit $3`,
    [businessId, token, limit],
  );
}
