import { someAtOnce } from '../base/some-at-once.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import { nextDay } from './ladder.ts';

/*
 * Who must find out what became of a charge. Those that begin together are watched together, by one row that their
 * ends need not touch; most of them are long over when somebody looks at it.
 */

type Key = { readonly businessId: bigint; readonly id: bigint };

export const groupsAtOnce = 1000;

/**
 * Of the charges that began together a while ago, each that is not over is watched by itself from now on; returns how
 * many groups that were.
 */
export async function partGroups(world: World, only: bigint | undefined): Promise<number> {
  const groups = await readDueGroups(world.db, world.now(), only);
  return await someAtOnce(groups, async ({ businessId, ids }) => {
    try {
      return await part(world.db, businessId, ids);
    } catch (error) {
      world.log.error('payment.not_parted', { businessId, error });
      return 0;
    }
  });
}

async function part(sql: Sql, businessId: bigint, ids: readonly bigint[]): Promise<number> {
  const [row] = await sql.query<{ groups: number }>(
    `with parted as (
         delete from payment_watches
         where business_id = $1 and kind = 'begun' and id = any($2::bigint[])
         returning payment_ids, asked_at, look_at
       ),
       watched as (
         insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
         select p.business_id, 'unknown', p.id, array[p.id], g.asked_at, g.look_at
         from (select unnest(payment_ids) as id, asked_at, look_at from parted) g
         join payments p on p.business_id = $1 and p.id = g.id
         where p.state = 'processing'
         on conflict do nothing
       )
       select count(*)::int as groups from parted`,
    [businessId, ids],
  );
  return row!.groups;
}

type Due = { readonly businessId: bigint; readonly ids: readonly bigint[] };

/** Scope: all, or one; reads only. */
async function readDueGroups(sql: Sql, now: Date, only: bigint | undefined): Promise<Due[]> {
  return await sql.query<Due>(
    `select business_id as "businessId", array_agg(id) as ids
     from (
       select business_id, id from payment_watches
       where look_at <= $1 and kind = 'begun' and ($2::bigint is null or business_id = $2)
       order by look_at limit ${groupsAtOnce}
     ) due
     group by business_id`,
    [now, only],
  );
}

/** The payments that somebody must look after by now, of one business or of all. Scope: all; reads only. */
export async function readUnresolved(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Key[]> {
  const rows = await sql.query<{ business_id: bigint; id: bigint }>(
    `select business_id, id from payment_watches
     where look_at <= $1 and kind = 'unknown' and ($3::bigint is null or business_id = $3)
     order by look_at limit $2`,
    [now, limit, only],
  );
  return rows.map((row) => ({ businessId: row.business_id, id: row.id }));
}

/** One that came to its end by itself while its group was parted. */
export async function stopWatching(sql: Sql, { businessId, id }: Key): Promise<void> {
  await sql.query(
    `delete from payment_watches w where w.business_id = $1 and w.kind = 'unknown' and w.id = $2
       and not exists (
         select from payments p
         where p.business_id = $1 and p.id = $2 and p.state in ('processing', 'unknown'))`,
    [businessId, id],
  );
}

/** A person decided that it was not made: from tomorrow on somebody looks whether that holds. */
export async function watchDecision(tx: Sql, { businessId, id }: Key, at: Date): Promise<void> {
  await tx.query(
    `insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
     values ($1, 'decided', $2, array[$2::bigint], $3, $4)`,
    [businessId, id, at, nextDay(at)],
  );
}

export type Decided = Key & { readonly decidedAt: Date };

/** Those that are due for a look, and are for the next one tomorrow. */
export async function takeDecided(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Decided[]> {
  return await sql.query<Decided>(
    `update payment_watches w set look_at = $2, looks = looks + 1
     from (
       select business_id, id from payment_watches
       where look_at <= $1 and kind = 'decided' and ($3::bigint is null or business_id = $3)
       order by look_at limit $4 for update skip locked
     ) due
     where w.business_id = due.business_id and w.kind = 'decided' and w.id = due.id
     returning w.business_id as "businessId", w.id, w.asked_at as "decidedAt"`,
    [now, nextDay(now), only, limit],
  );
}

export async function leaveDecided(sql: Sql, { businessId, id }: Key): Promise<void> {
  await sql.query(
    `delete from payment_watches where business_id = $1 and kind = 'decided' and id = $2`,
    [businessId, id],
  );
}
