import { matching } from '../base/matching.ts';
import { bool, int4, int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Interval } from './interval.ts';
import type { SubscriptionState } from './state.ts';
import type { Subscription } from './subscription.ts';

/** False: the same one lives already, or was made under this key. */
export async function insertSubscription(
  tx: Sql,
  one: Subscription,
  idempotencyKey: string | undefined,
): Promise<boolean> {
  const made = await tx.query(
    `insert into subscriptions (business_id, id, customer_id, token, plan_code, state, amount_cents,
       billing_interval, discount, tax_cents, carry_cents, starts_on, first_on, first_number, next_number,
       charged, periods, cancels_at_end, due_at, notice_at, idempotency_key, request_fingerprint, version,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::date, $13::date, $14, $15, $16, $17, $18, $19,
       $20, $21, $22, $23, $24)
     on conflict do nothing returning id`,
    [
      one.businessId,
      one.id,
      one.customerId,
      one.token,
      one.planCode,
      one.state,
      one.amountCents,
      one.interval,
      Number(one.discount),
      one.taxCents,
      one.carryCents,
      one.startsOn.toString(),
      one.firstOn.toString(),
      one.firstNumber,
      one.nextNumber,
      one.charged,
      one.periods,
      one.cancelsAtEnd,
      one.dueAt,
      one.noticeAt,
      idempotencyKey,
      one.requestFingerprint,
      one.version,
      one.createdAt,
    ],
  );
  return made.length === 1;
}

const changes = rowSet(
  {
    id: int8,
    version: int4,
    token: text,
    planCode: text,
    state: text,
    amountCents: int8,
    interval: text,
    discount: int8,
    taxCents: int8,
    carryCents: int8,
    firstOn: text,
    firstNumber: int4,
    nextNumber: int4,
    charged: int4,
    periods: int4,
    cancelsAtEnd: bool,
    dueAt: timestamptz,
    noticeAt: timestamptz,
    announcedExpiry: text,
    pausedAt: timestamptz,
    endedAt: timestamptz,
  },
  2,
);

/** Everything that may change, of subscriptions of one business that are locked. */
export async function writeSubscriptions(
  tx: Sql,
  businessId: bigint,
  all: readonly Subscription[],
): Promise<void> {
  if (all.length === 0) return;
  const changed = await tx.query(
    `update subscriptions s set token = c.token, plan_code = c.plan_code, state = c.state,
       amount_cents = c.amount_cents, billing_interval = c.interval, discount = c.discount,
       tax_cents = c.tax_cents, carry_cents = c.carry_cents, first_on = c.first_on::date,
       first_number = c.first_number, next_number = c.next_number, charged = c.charged, periods = c.periods,
       cancels_at_end = c.cancels_at_end, due_at = c.due_at, notice_at = c.notice_at,
       announced_expiry = c.announced_expiry, paused_at = c.paused_at, ended_at = c.ended_at,
       version = s.version + 1
     from (select * from ${changes.sql}) c
     where s.business_id = $1 and s.id = c.id and s.version = c.version returning s.id`,
    [
      businessId,
      ...changes.encode(all.map((one) => ({ ...one, firstOn: one.firstOn.toString() }))),
    ],
  );
  if (changed.length !== all.length) {
    throw new Error('a locked subscription was changed by somebody else');
  }
}

const columns = `business_id, id, customer_id, token, plan_code, state, amount_cents, billing_interval, discount,
  tax_cents, carry_cents, starts_on::text, first_on::text, first_number, next_number, charged, periods,
  cancels_at_end, due_at, notice_at, announced_expiry, paused_at, request_fingerprint, version, created_at,
  ended_at`;

export async function readSubscription(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Subscription | undefined> {
  const [found] = await readSubscriptions(sql, businessId, [id]);
  return found;
}

export async function readSubscriptions(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<Subscription[]> {
  return await read(sql, 'business_id = $1 and id = any($2::bigint[])', [businessId, ids]);
}

export async function lockSubscriptions(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<Subscription[]> {
  const where = 'business_id = $1 and id = any($2::bigint[]) order by id for update';
  return await read(tx, where, [businessId, ids]);
}

/** How many are looked at together, or one alone. */
export type Beginning = { readonly limit: number; readonly only?: bigint };

/** Those whose next period begins by now, locked; who is locked already is in somebody's hands. */
export async function lockBeginning(
  tx: Sql,
  businessId: bigint,
  now: Date,
  { limit, only }: Beginning,
): Promise<Subscription[]> {
  const where = `business_id = $1 and due_at <= $2 and ($4::bigint is null or id = $4)
    order by due_at, id limit $3 for update skip locked`;
  return await read(tx, where, [businessId, now, limit, only]);
}

export async function lockNoticing(
  tx: Sql,
  businessId: bigint,
  now: Date,
  { limit, only }: Beginning,
): Promise<Subscription[]> {
  const where = `business_id = $1 and notice_at <= $2 and ($4::bigint is null or id = $4)
    order by notice_at, id limit $3 for update skip locked`;
  return await read(tx, where, [businessId, now, limit, only]);
}

export async function findByKey(
  sql: Sql,
  businessId: bigint,
  key: string,
): Promise<Subscription | undefined> {
  const [found] = await read(sql, 'business_id = $1 and idempotency_key = $2', [businessId, key]);
  return found;
}

/** In place of its key comes what no header can carry: without any it would stand in the way of those made so. */
export async function forgetKey(sql: Sql, { businessId, id }: Subscription): Promise<void> {
  await sql.query(
    'update subscriptions set idempotency_key = $3 where business_id = $1 and id = $2',
    [businessId, id, `\nforgotten ${id}`],
  );
}

/** One that lives and was asked for in the same words, without a key. */
export async function findSame(
  sql: Sql,
  businessId: bigint,
  fingerprints: readonly Buffer[],
): Promise<Subscription | undefined> {
  const where = `business_id = $1 and request_fingerprint = any($2::bytea[]) and idempotency_key is null
    and ended_at is null`;
  const [found] = await read(sql, where, [businessId, fingerprints]);
  return found;
}

/** Those that live and are charged to this token, locked. */
export async function lockByToken(
  tx: Sql,
  businessId: bigint,
  token: string,
): Promise<Subscription[]> {
  const where = 'business_id = $1 and token = $2 and ended_at is null order by id for update';
  return await read(tx, where, [businessId, token]);
}

type Wish = {
  readonly customerId?: bigint | undefined;
  readonly state?: SubscriptionState | undefined;
  readonly most: number;
};

/** The latest first. */
export async function listSubscriptions(
  sql: Sql,
  businessId: bigint,
  { customerId, state, most }: Wish,
): Promise<Subscription[]> {
  const asked = matching({ customer_id: customerId, state }, 2);
  const where = `business_id = $1${asked.sql} order by id desc limit $2`;
  return await read(sql, where, [businessId, most, ...asked.values]);
}

async function read(sql: Sql, where: string, values: unknown[]): Promise<Subscription[]> {
  const rows = await sql.query<SubscriptionRecord>(
    `select ${columns} from subscriptions where ${where}`,
    values,
  );
  return rows.map(toSubscription);
}

type SubscriptionRecord = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly token: string;
  readonly plan_code: string;
  readonly state: SubscriptionState;
  readonly amount_cents: bigint;
  readonly billing_interval: Interval;
  readonly discount: number;
  readonly tax_cents: bigint;
  readonly carry_cents: bigint;
  readonly starts_on: string;
  readonly first_on: string;
  readonly first_number: number;
  readonly next_number: number;
  readonly charged: number;
  readonly periods: number | null;
  readonly cancels_at_end: boolean;
  readonly due_at: Date | null;
  readonly notice_at: Date | null;
  readonly announced_expiry: string | null;
  readonly paused_at: Date | null;
  readonly request_fingerprint: Buffer;
  readonly version: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
};

function toSubscription(row: SubscriptionRecord): Subscription {
  return {
    businessId: row.business_id,
    id: row.id,
    customerId: row.customer_id,
    token: row.token,
    planCode: row.plan_code,
    state: row.state,
    amountCents: row.amount_cents,
    interval: row.billing_interval,
    discount: BigInt(row.discount),
    taxCents: row.tax_cents,
    carryCents: row.carry_cents,
    startsOn: Temporal.PlainDate.from(row.starts_on),
    firstOn: Temporal.PlainDate.from(row.first_on),
    firstNumber: row.first_number,
    nextNumber: row.next_number,
    charged: row.charged,
    periods: row.periods ?? undefined,
    cancelsAtEnd: row.cancels_at_end,
    dueAt: row.due_at ?? undefined,
    noticeAt: row.notice_at ?? undefined,
    announcedExpiry: row.announced_expiry ?? undefined,
    pausedAt: row.paused_at ?? undefined,
    requestFingerprint: row.request_fingerprint,
    version: row.version,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
  };
}
