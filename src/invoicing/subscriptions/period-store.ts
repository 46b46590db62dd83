import { dueRows, nextToken } from '../../runtime/lease.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet } from '../../runtime/table.ts';
import {
  type PeriodRow,
  periodMoves,
  type Subscription,
  subscriptionPeriods,
} from './subscription.ts';

const keys = subscriptionPeriods.pick('businessId', 'subscriptionId', 'n');
export type PeriodKey = RowOf<typeof keys>;

function toPeriod(row: RowOf<typeof subscriptionPeriods>): PeriodRow {
  return {
    ...row,
    startsOn: Temporal.PlainDate.from(row.startsOn),
    endsOn: Temporal.PlainDate.from(row.endsOn),
  };
}

export async function insertPeriods(tx: Sql, periods: readonly PeriodRow[]): Promise<void> {
  const rows = periods.map((one) => {
    return { ...one, startsOn: one.startsOn.toString(), endsOn: one.endsOn.toString() };
  });
  await subscriptionPeriods.insert(tx, rows);
}

type Taking = {
  /** Undefined: also periods that another worker has leased. */
  readonly now: Date | undefined;
  readonly until: Date;
  readonly limit: number;
  readonly only?: bigint | undefined;
};

/** Leases periods that are due. */
export async function takeDuePeriods(
  sql: Sql,
  businessId: bigint,
  { now, until, limit, only }: Taking,
): Promise<PeriodRow[]> {
  const due = dueRows({
    table: 'subscription_periods',
    columns: 'subscription_id, n',
    where: 'business_id = $1 and ($5::bigint is null or subscription_id = $5)',
    dueAt: 'due_at',
    now: "coalesce($2::timestamptz, 'infinity')",
    thenBy: 'subscription_id, n',
    limit: '$4',
    waits: now === undefined,
  });
  const rows = await subscriptionPeriods.read(
    sql,
    `with due as (${due})
     update subscription_periods p set due_at = $3::timestamptz, ${nextToken('p')}
     from due d
     where p.business_id = $1 and p.subscription_id = d.subscription_id and p.n = d.n
     returning ${subscriptionPeriods.of('p')}`,
    [businessId, now, until, limit, only],
  );
  return rows.map(toPeriod);
}

const postponed = subscriptionPeriods.pick('subscriptionId', 'n', 'epoch', 'dueAt').set(2);

/** Postpones periods whose lease the caller still owns. */
export async function postponePeriods(
  sql: Sql,
  businessId: bigint,
  periods: readonly PeriodRow[],
): Promise<void> {
  if (periods.length === 0) return;
  await sql.query(
    `with ours as materialized (
       select p.subscription_id, p.n, l.due_at
       from subscription_periods p join (select * from ${postponed.sql}) l
         on p.subscription_id = l.subscription_id and p.n = l.n and p.epoch = l.epoch
       where p.business_id = $1 and p.due_at is not null order by p.subscription_id, p.n for update of p
     )
     update subscription_periods p set due_at = o.due_at
     from ours o where p.business_id = $1 and p.subscription_id = o.subscription_id and p.n = o.n`,
    [businessId, ...postponed.encode(periods)],
  );
}

/** After an error. */
export async function postponeGivingUp(sql: Sql, key: PeriodKey, at: Date): Promise<void> {
  await sql.query(
    `update subscription_periods set gives_up_at = $4
     where business_id = $1 and subscription_id = $2 and n = $3 and gives_up_at is not null`,
    [key.businessId, key.subscriptionId, key.n, at],
  );
}

const wanted = subscriptionPeriods.pick('subscriptionId', 'n').set(2);

/** Lock order: subscriptions, then periods in the order of their keys. */
export async function lockPeriods(
  tx: Sql,
  businessId: bigint,
  keys: readonly Pick<PeriodKey, 'subscriptionId' | 'n'>[],
): Promise<PeriodRow[]> {
  const rows = await subscriptionPeriods.read(
    tx,
    `select ${subscriptionPeriods.of('p')} from subscription_periods p
     where business_id = $1 and (subscription_id, n) in (select subscription_id, n from ${wanted.sql})
     order by subscription_id, n for update`,
    [businessId, ...wanted.encode(keys)],
  );
  return rows.map(toPeriod);
}

/** Periods of these subscriptions that are open, processing or unpaid. */
export async function lockUnpaid(
  tx: Sql,
  businessId: bigint,
  subscriptionIds: readonly bigint[],
): Promise<PeriodRow[]> {
  const rows = await subscriptionPeriods.read(
    tx,
    `select ${subscriptionPeriods.of('p')} from subscription_periods p
     where business_id = $1 and subscription_id = any($2::bigint[]) and state in ('open', 'processing', 'unpaid')
     order by subscription_id, n for update`,
    [businessId, subscriptionIds],
  );
  return rows.map(toPeriod);
}

/** The same, to be shown: nothing is locked. */
export async function readUnpaid(
  sql: Sql,
  { businessId, id }: Pick<Subscription, 'businessId' | 'id'>,
): Promise<PeriodRow[]> {
  const rows = await subscriptionPeriods.read(
    sql,
    `select ${subscriptionPeriods.of('p')} from subscription_periods p
     where business_id = $1 and subscription_id = $2 and state in ('open', 'processing', 'unpaid') order by n`,
    [businessId, id],
  );
  return rows.map(toPeriod);
}

/** Periods to give up by now. */
export async function readGivenUp(
  sql: Sql,
  businessId: bigint,
  now: Date,
  limit: number,
): Promise<PeriodKey[]> {
  return await keys.read(
    sql,
    `select ${keys.columns} from subscription_periods
     where business_id = $1 and gives_up_at <= $2 order by gives_up_at limit $3`,
    [businessId, now, limit],
  );
}

/** The latest first. */
export async function listPeriods(
  sql: Sql,
  businessId: bigint,
  subscriptionId: bigint,
  most: number,
): Promise<PeriodRow[]> {
  const rows = await subscriptionPeriods.read(
    sql,
    `select ${subscriptionPeriods.of('p')} from subscription_periods p
     where business_id = $1 and subscription_id = $2 order by n desc limit $3`,
    [businessId, subscriptionId, most],
  );
  return rows.map(toPeriod);
}

const changeable = subscriptionPeriods.pick(
  'state',
  'priceCents',
  'changedCents',
  'carriedCents',
  'tries',
  'dueAt',
  'givesUpAt',
  'lastCode',
  'failedAt',
  'paidAt',
  'cardAt',
);
const changes = rowSet(
  { ...subscriptionPeriods.pick('subscriptionId', 'n').fields, ...changeable.fields },
  3,
);
const moves = Object.entries(periodMoves).flatMap(([from, next]) =>
  next.map((to) => `${from} ${to}`),
);

/** The only statement that writes the state of periods: every mutable column, of locked periods of one business. */
export async function writePeriods(
  tx: Sql,
  businessId: bigint,
  periods: readonly PeriodRow[],
): Promise<void> {
  if (periods.length === 0) return;
  const changed = await tx.query(
    `update subscription_periods p set ${changeable.changesFrom('c')}, ${nextToken('p')}
     from (select * from ${changes.sql}) c
     where p.business_id = $1 and p.subscription_id = c.subscription_id and p.n = c.n
       and (p.state = c.state or p.state || ' ' || c.state = any($2::text[])) returning p.n`,
    [businessId, moves, ...changes.encode(periods)],
  );
  if (changed.length !== periods.length) throw new Error('a period cannot become what it should');
}
