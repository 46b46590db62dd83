import { int8, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet, shape } from '../runtime/table.ts';

/*
 * How an export names what has no name of its owner's. Each business counts its ids by itself, so the id alone would
 * name objects of two businesses alike.
 */

/** The name of a row of a table with this alias. */
export function originOf(alias: string): string {
  return `'quittance:' || ${alias}.business_id || '/' || ${alias}.id`;
}

type Origin = { readonly businessId: bigint; readonly id: bigint };

/** Undefined: it is a name of another kind. */
export function readOrigin(name: string): Origin | undefined {
  const [, businessId, id] = /^quittance:(\d{1,18})\/(\d{1,18})$/.exec(name) ?? [];
  if (businessId === undefined || id === undefined) return undefined;
  return { businessId: BigInt(businessId), id: BigInt(id) };
}

type Named = { readonly id: string; readonly createdAt?: Date | undefined };

const renamed = rowSet({ name: text, ownId: int8, formerName: text, createdAt: timestamptz }, 2);
const taken = shape({ name: text, id: int8 });

/**
 * Gives customers the name that they have in these rows: one that was exported from here, and one that was imported
 * when exports did not name the business. Another customer of that id was made in another moment.
 */
export async function nameCustomers(
  tx: Sql,
  businessId: bigint,
  rows: readonly Named[],
): Promise<ReadonlyMap<string, bigint>> {
  const asked = rows.flatMap(({ id: name, createdAt }) => {
    const origin = readOrigin(name);
    if (!origin || !createdAt) return [];
    const { businessId: madeIn, id } = origin;
    const ownId = madeIn === businessId ? id : undefined;
    return [{ name, ownId, formerName: `quittance:${id}`, createdAt }];
  });
  if (asked.length === 0) return new Map();
  const found = await taken.read(
    tx,
    // A look along an index for each name; find-or-make.ts says why the second is written so.
    `with wanted as (select * from ${renamed.sql}),
     found as (
       select w.name, w.created_at, y.id, y.made_at, true as is_own from wanted w
       cross join lateral (
         select x.id, x.created_at as made_at from customers x
         where x.business_id = $1 and x.id = w.own_id and x.external_id is null and x.merged_into is null
       ) y
       union all
       select w.name, w.created_at, y.id, y.made_at, false from wanted w
       cross join lateral (
         select x.id, x.created_at as made_at, x.external_id, x.merged_into from customers x
         where x.business_id = $1 and x.external_id >= w.former_name order by x.external_id limit 1
       ) y
       where y.external_id = w.former_name and y.merged_into is null
     ),
     chosen as (
       select distinct on (name) name, id from found
       where date_trunc('milliseconds', made_at) = created_at order by name, is_own desc
     )
     update customers c set external_id = chosen.name from chosen
     where c.business_id = $1 and c.id = chosen.id
       and not exists (select from customers o where o.business_id = $1 and o.external_id = chosen.name)
     returning c.external_id as name, c.id`,
    [businessId, ...renamed.encode(asked)],
  );
  return new Map(found.map(({ name, id }) => [name, id]));
}
