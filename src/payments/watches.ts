import {
  int2,
  int4,
  int8,
  listOf,
  named,
  oneOf,
  optional,
  timestamptz,
} from '../runtime/column.ts';
import { dueRows } from '../runtime/lease.ts';
import { someAtOnce } from '../runtime/some-at-once.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape, table } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { nextDay } from './asking.ts';
import type { Shown } from './evidence.ts';

/*
 * Watches: they name the charges to resolve if their owner does not finish. Charges that begin in one statement share a
 * row, so that finishing one writes nothing here; most are finished when the row is due.
 */

const watches = table('payment_watches', {
  businessId: int8,
  /**
   * `begun`: a group that began together; `unknown`: one payment with an unknown outcome; `decided`: one that a person
   * decided.
   */
  kind: oneOf(['begun', 'unknown', 'decided']),
  id: int8,
  paymentIds: listOf(int8),
  askedAt: timestamptz,
  lookAt: timestamptz,
  looks: int2,
  cancelSentAt: optional(timestamptz),
  absentSince: optional(timestamptz),
  seenAt: optional(timestamptz),
  replayRefusedAt: optional(timestamptz),
});
const keys = watches.pick('businessId', 'id');
type Key = RowOf<typeof keys>;

export const groupsAtOnce = 1000;

/**
 * Replaces due groups: each of their payments that is not finished gets a watch of its own. Returns how many groups
 * were replaced.
 */
export async function splitGroups(world: World, only: bigint | undefined): Promise<number> {
  const groups = await readDueGroups(world.db, world.now(), only);
  return await someAtOnce(groups, async ({ businessId, ids }) => {
    try {
      return await splitOwnGroups(world.db, businessId, ids);
    } catch (error) {
      world.log.error('payment.watch_not_split', { businessId, error });
      return 0;
    }
  });
}

const parting = shape({ groups: int4 });

async function splitOwnGroups(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<number> {
  const parted = await parting.readRow(
    sql,
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
  return parted.groups;
}

const dueGroups = shape({ businessId: int8, ids: listOf(int8) });

/** Scope: all, or one; reads only. */
async function readDueGroups(sql: Sql, now: Date, only: bigint | undefined) {
  return await dueGroups.read(
    sql,
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

/** Due payments of one business or of all. Scope: all; reads only. */
export async function readUnresolved(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Key[]> {
  return await keys.read(
    sql,
    `select ${keys.columns} from payment_watches
     where look_at <= $1 and kind = 'unknown' and ($3::bigint is null or business_id = $3)
     order by look_at limit $2`,
    [now, limit, only],
  );
}

/** Ends the watch of a payment that was finished while its group was replaced. */
export async function stopWatching(sql: Sql, { businessId, id }: Key): Promise<void> {
  await sql.query(
    `delete from payment_watches w where w.business_id = $1 and w.kind = 'unknown' and w.id = $2
       and not exists (
         select from payments p
         where p.business_id = $1 and p.id = $2 and p.state in ('processing', 'unknown'))`,
    [businessId, id],
  );
}

/**
 * Recorded before a cancel is sent, with a lease for the whole call: from then on the charge may be undone at any
 * moment, whatever an inquiry shows. False: another owner has the payment.
 */
export async function recordCancel(
  sql: Sql,
  { businessId, id, epoch }: Key & { readonly epoch: number },
  at: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const rows = await sql.query(
    `with ours as (
       update payments set lease_until = $5
       where business_id = $1 and id = $2 and epoch = $3 and state in ('processing', 'unknown')
       returning business_id, id
     )
     update payment_watches w set cancel_sent_at = $4, look_at = $5
     from ours o
     where w.business_id = o.business_id and w.kind = 'unknown' and w.id = o.id
     returning w.id`,
    [businessId, id, epoch, at, leaseUntil],
  );
  return rows.length === 1;
}

/** Stores the results of inquiries so far; an inquiry whose answer arrives late overwrites no newer result. */
export async function storeEvidence(
  sql: Sql,
  { businessId, id }: Key,
  { absentSince, seenAt, replayRefusedAt }: Shown,
): Promise<void> {
  await sql.query(
    `update payment_watches set absent_since = $3, seen_at = greatest(seen_at, $4),
       replay_refused_at = greatest(replay_refused_at, $5)
     where business_id = $1 and kind = 'unknown' and id = $2`,
    [businessId, id, absentSince, seenAt, replayRefusedAt],
  );
}

/** It was decided that it was not charged: inquiries check this from tomorrow on. */
export async function watchDecision(tx: Sql, { businessId, id }: Key, at: Date): Promise<void> {
  await tx.query(
    `insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
     values ($1, 'decided', $2, array[$2::bigint], $3, $4)
     on conflict do nothing`,
    [businessId, id, at, nextDay(at)],
  );
}

const decided = shape({ ...keys.fields, decidedAt: named('asked_at', timestamptz) });
export type Decided = RowOf<typeof decided>;

/** The queue of decided watches. */
export const decidedWatches = {
  table: 'payment_watches',
  dueAt: 'look_at',
  where: `kind = 'decided'`,
};

const dueDecided = dueRows({
  table: 'payment_watches',
  columns: 'id',
  where: `business_id = $1 and kind = 'decided'`,
  dueAt: 'look_at',
  now: '$2',
  limit: '$4',
});

/** Claims decided watches that are due; the next inquiry is tomorrow. */
export async function takeDecided(
  sql: Sql,
  businessId: bigint,
  now: Date,
  limit: number,
): Promise<Decided[]> {
  return await decided.read(
    sql,
    `update payment_watches w set look_at = $3, looks = looks + 1
     from (${dueDecided}) due
     where w.business_id = $1 and w.kind = 'decided' and w.id = due.id
     returning ${decided.of('w')}`,
    [businessId, now, nextDay(now), limit],
  );
}

export async function deleteDecidedWatch(sql: Sql, { businessId, id }: Key): Promise<void> {
  await sql.query(
    `delete from payment_watches where business_id = $1 and kind = 'decided' and id = $2`,
    [businessId, id],
  );
}
