import { int2, int4, int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { PeriodRow, PeriodState } from './subscription.ts';

export type PeriodKey = Pick<PeriodRow, 'businessId' | 'subscriptionId' | 'n'>;

const news = rowSet({
  businessId: int8,
  subscriptionId: int8,
  n: int4,
  invoiceId: int8,
  state: text,
  amountCents: int8,
  priceCents: int8,
  startsOn: text,
  endsOn: text,
  dueAt: timestamptz,
  givesUpAt: timestamptz,
  createdAt: timestamptz,
  paidAt: timestamptz,
});

export async function insertPeriods(tx: Sql, periods: readonly PeriodRow[]): Promise<void> {
  await tx.query(
    `insert into subscription_periods (business_id, subscription_id, n, invoice_id, state, amount_cents,
       price_cents, starts_on, ends_on, due_at, gives_up_at, created_at, paid_at)
     select business_id, subscription_id, n, invoice_id, state, amount_cents, price_cents, starts_on::date,
       ends_on::date, due_at, gives_up_at, created_at, paid_at
     from ${news.sql}`,
    news.encode(
      periods.map((one) => ({
        ...one,
        startsOn: one.startsOn.toString(),
        endsOn: one.endsOn.toString(),
      })),
    ),
  );
}

type Taking = {
  /** Undefined: also those that somebody has. */
  readonly now: Date | undefined;
  readonly until: Date;
  readonly limit: number;
  readonly only?: bigint | undefined;
};

/** Periods that are to be charged by now, in our hands until the lease ends. */
export async function takeDuePeriods(
  sql: Sql,
  businessId: bigint,
  { now, until, limit, only }: Taking,
): Promise<PeriodRow[]> {
  const rows = await sql.query<PeriodRecord>(
    `with due as (
       select subscription_id, n from subscription_periods
       where business_id = $1 and due_at <= coalesce($2::timestamptz, 'infinity') and ($5::bigint is null or subscription_id = $5)
       order by due_at, subscription_id, n limit $4
       for update ${now ? 'skip locked' : ''}
     )
     update subscription_periods p set due_at = $3::timestamptz, epoch = p.epoch + 1
     from due d
     where p.business_id = $1 and p.subscription_id = d.subscription_id and p.n = d.n
     returning ${columnsOf('p')}`,
    [businessId, now, until, limit, only],
  );
  return rows.map(toPeriod);
}

const postponed = rowSet({ subscriptionId: int8, n: int4, epoch: int4, dueAt: timestamptz }, 2);

/** Who still has them looks again later: nothing was decided. */
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

/** Something is amiss with it: somebody looks again later. */
export async function postponeGivingUp(sql: Sql, key: PeriodKey, at: Date): Promise<void> {
  await sql.query(
    `update subscription_periods set gives_up_at = $4
     where business_id = $1 and subscription_id = $2 and n = $3 and gives_up_at is not null`,
    [key.businessId, key.subscriptionId, key.n, at],
  );
}

const wanted = rowSet({ subscriptionId: int8, n: int4 }, 2);

/** Locked after their subscriptions, in one order. */
export async function lockPeriods(
  tx: Sql,
  businessId: bigint,
  keys: readonly Pick<PeriodKey, 'subscriptionId' | 'n'>[],
): Promise<PeriodRow[]> {
  const rows = await tx.query<PeriodRecord>(
    `select ${columnsOf('p')} from subscription_periods p
     where business_id = $1 and (subscription_id, n) in (select subscription_id, n from ${wanted.sql})
     order by subscription_id, n for update`,
    [businessId, ...wanted.encode(keys)],
  );
  return rows.map(toPeriod);
}

/** Of these subscriptions, those that are not paid: open, on their way or given up. */
export async function lockUnpaid(
  tx: Sql,
  businessId: bigint,
  subscriptionIds: readonly bigint[],
): Promise<PeriodRow[]> {
  const rows = await tx.query<PeriodRecord>(
    `select ${columnsOf('p')} from subscription_periods p
     where business_id = $1 and subscription_id = any($2::bigint[]) and state in ('open', 'processing', 'unpaid')
     order by subscription_id, n for update`,
    [businessId, subscriptionIds],
  );
  return rows.map(toPeriod);
}

/** Those that are given up by now. */
export async function readGivenUp(
  sql: Sql,
  businessId: bigint,
  now: Date,
  limit: number,
): Promise<PeriodKey[]> {
  return await sql.query<PeriodKey>(
    `select business_id as "businessId", subscription_id as "subscriptionId", n from subscription_periods
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
  const rows = await sql.query<PeriodRecord>(
    `select ${columnsOf('p')} from subscription_periods p
     where business_id = $1 and subscription_id = $2 order by n desc limit $3`,
    [businessId, subscriptionId, most],
  );
  return rows.map(toPeriod);
}

const changes = rowSet(
  {
    subscriptionId: int8,
    n: int4,
    state: text,
    priceCents: int8,
    changedCents: int8,
    carriedCents: int8,
    tries: int2,
    dueAt: timestamptz,
    givesUpAt: timestamptz,
    lastCode: text,
    failedAt: timestamptz,
    paidAt: timestamptz,
    cardAt: timestamptz,
  },
  2,
);

/** Everything that may change, of periods of one business that are locked. */
export async function writePeriods(
  tx: Sql,
  businessId: bigint,
  periods: readonly PeriodRow[],
): Promise<void> {
  if (periods.length === 0) return;
  await tx.query(
    `update subscription_periods p set state = c.state, price_cents = c.price_cents,
       changed_cents = c.changed_cents, carried_cents = c.carried_cents, tries = c.tries,
       due_at = c.due_at, gives_up_at = c.gives_up_at, last_code = c.last_code, failed_at = c.failed_at,
       paid_at = c.paid_at, card_at = c.card_at, epoch = p.epoch + 1
     from (select * from ${changes.sql}) c
     where p.business_id = $1 and p.subscription_id = c.subscription_id and p.n = c.n`,
    [businessId, ...changes.encode(periods)],
  );
}

function columnsOf(of: string): string {
  const plain = `business_id subscription_id n invoice_id state amount_cents price_cents changed_cents
    carried_cents tries epoch due_at gives_up_at last_code failed_at created_at paid_at card_at`;
  const names = plain.split(/\s+/).map((name) => `${of}.${name}`);
  return [...names, `${of}.starts_on::text`, `${of}.ends_on::text`].join(', ');
}

type PeriodRecord = {
  readonly business_id: bigint;
  readonly subscription_id: bigint;
  readonly n: number;
  readonly invoice_id: bigint | null;
  readonly state: PeriodState;
  readonly amount_cents: bigint;
  readonly price_cents: bigint;
  readonly changed_cents: bigint;
  readonly carried_cents: bigint;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly tries: number;
  readonly epoch: number;
  readonly due_at: Date | null;
  readonly gives_up_at: Date | null;
  readonly last_code: string | null;
  readonly failed_at: Date | null;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  readonly card_at: Date | null;
};

function toPeriod(row: PeriodRecord): PeriodRow {
  return {
    businessId: row.business_id,
    subscriptionId: row.subscription_id,
    n: row.n,
    invoiceId: row.invoice_id ?? undefined,
    state: row.state,
    amountCents: row.amount_cents,
    priceCents: row.price_cents,
    changedCents: row.changed_cents,
    carriedCents: row.carried_cents,
    startsOn: Temporal.PlainDate.from(row.starts_on),
    endsOn: Temporal.PlainDate.from(row.ends_on),
    tries: row.tries,
    epoch: row.epoch,
    dueAt: row.due_at ?? undefined,
    givesUpAt: row.gives_up_at ?? undefined,
    lastCode: row.last_code ?? undefined,
    failedAt: row.failed_at ?? undefined,
    createdAt: row.created_at,
    paidAt: row.paid_at ?? undefined,
    cardAt: row.card_at ?? undefined,
  };
}
