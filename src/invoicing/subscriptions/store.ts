import { dueRows } from '../../runtime/lease.ts';
import { matching } from '../../runtime/matching.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet } from '../../runtime/table.ts';
import { type Move, type Why, writeMoves } from './move-store.ts';
import { type Subscription, type SubscriptionState, subscriptions } from './subscription.ts';

export const storedSubscriptions = subscriptions.omit('idempotencyKey');
const stored = storedSubscriptions;

function toRow(one: Subscription) {
  const { discount, startsOn, firstOn } = one;
  return {
    ...one,
    discount: Number(discount),
    startsOn: startsOn.toString(),
    firstOn: firstOn.toString(),
  };
}

export function toSubscription(row: RowOf<typeof stored>): Subscription {
  return {
    ...row,
    discount: BigInt(row.discount),
    startsOn: Temporal.PlainDate.from(row.startsOn),
    firstOn: Temporal.PlainDate.from(row.firstOn),
  };
}

/** Inserts a subscription and its first move. False: an equal one is active, or the idempotency key exists. */
export async function insertSubscription(
  tx: Sql,
  one: Subscription,
  idempotencyKey: string | undefined,
  why: Why,
): Promise<boolean> {
  const row = { ...toRow(one), idempotencyKey };
  if ((await subscriptions.insert(tx, [row], 'on conflict do nothing')) === 0) return false;
  await writeMoves(tx, one.businessId, [{ ...why, before: undefined, after: one }]);
  return true;
}

/**
 * Inserts subscriptions that ran elsewhere before, with their first moves. False: one of the keys exists; the caller
 * ends its transaction.
 */
export async function insertImported(
  tx: Sql,
  businessId: bigint,
  all: readonly (Subscription & { readonly idempotencyKey: string })[],
  why: Why,
): Promise<boolean> {
  const rows = all.map(({ idempotencyKey, ...one }) => ({ ...toRow(one), idempotencyKey }));
  if ((await subscriptions.insert(tx, rows, 'on conflict do nothing')) !== all.length) return false;
  const moves = all.map((after) => ({ ...why, before: undefined, after }));
  await writeMoves(tx, businessId, moves);
  return true;
}

const keyed = subscriptions.pick('id', 'idempotencyKey', 'createdAt');

/** Subscriptions with these idempotency keys or ids. */
export async function readKeys(
  sql: Sql,
  businessId: bigint,
  keys: readonly string[],
  ids: readonly bigint[],
): Promise<RowOf<typeof keyed>[]> {
  return await keyed.read(
    sql,
    `select ${keyed.columns} from subscriptions where business_id = $1 and idempotency_key = any ($2::text[])
     union all
     select ${keyed.columns} from subscriptions where business_id = $1 and id = any ($3::bigint[])`,
    [businessId, keys, ids],
  );
}

const changeable = stored.omit(
  'businessId',
  'id',
  'customerId',
  'startsOn',
  'requestFingerprint',
  'version',
  'createdAt',
);
const changes = rowSet(
  {
    ...stored.pick('id', 'version').fields,
    ...changeable.fields,
    before: stored.fields.state,
  },
  2,
);

/**
 * The only statement that writes the state of subscriptions: every mutable column, of locked subscriptions of one
 * business, with the moves. A change of state without its move fails.
 */
export async function writeSubscriptions(
  tx: Sql,
  businessId: bigint,
  all: readonly Subscription[],
  moves: readonly Move[] = [],
): Promise<void> {
  if (all.length === 0) return;
  const first = new Map(moves.toReversed().map(({ before, after }) => [after.id, before?.state]));
  const rows = all.map((one) => ({ ...toRow(one), before: first.get(one.id) ?? one.state }));
  const changed = await tx.query(
    `update subscriptions s set ${changeable.changesFrom('c')}, version = s.version + 1
     from (select * from ${changes.sql}) c
     where s.business_id = $1 and s.id = c.id and s.version = c.version and s.state = c.before returning s.id`,
    [businessId, ...changes.encode(rows)],
  );
  if (changed.length !== all.length) {
    throw new Error(
      'a locked subscription was changed by somebody else, or changes its state without a move',
    );
  }
  await writeMoves(tx, businessId, moves);
}

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

/** Batch size, or one subscription. */
export type Beginning = { readonly limit: number; readonly only?: bigint };

/** Subscriptions whose next period is due, or whose next notice is, locked; skips locked rows. */
export async function lockDue(
  tx: Sql,
  businessId: bigint,
  dueAt: 'due_at' | 'notice_at',
  now: Date,
  { limit, only }: Beginning,
): Promise<Subscription[]> {
  const due = dueRows({
    table: 'subscriptions',
    columns: stored.columns,
    where: 'business_id = $1 and ($4::bigint is null or id = $4)',
    dueAt,
    now: '$2',
    thenBy: 'id',
    limit: '$3',
  });
  return (await stored.read(tx, due, [businessId, now, limit, only])).map(toSubscription);
}

export async function findByKey(
  sql: Sql,
  businessId: bigint,
  key: string,
): Promise<Subscription | undefined> {
  const [found] = await read(sql, 'business_id = $1 and idempotency_key = $2', [businessId, key]);
  return found;
}

/** Replaces the key by one that no header can carry: null would make the row match equal requests without a key. */
export async function releaseKey(sql: Sql, { businessId, id }: Subscription): Promise<void> {
  await sql.query(
    'update subscriptions set idempotency_key = $3 where business_id = $1 and id = $2',
    [businessId, id, `\nforgotten ${id}`],
  );
}

/** The one whose payer's page has this id now. */
export async function readByPage(
  sql: Sql,
  businessId: bigint,
  pageId: bigint,
): Promise<Subscription | undefined> {
  const where = 'business_id = $1 and (page_id = $2 or id = $2 and page_id is null)';
  const [found] = await read(sql, where, [businessId, pageId]);
  return found;
}

/** An active subscription of an equal request without a key. */
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

/** Active subscriptions with this token, locked. */
export async function lockByToken(
  tx: Sql,
  businessId: bigint,
  token: string,
): Promise<Subscription[]> {
  const where = 'business_id = $1 and token = $2 and ended_at is null order by id for update';
  return await read(tx, where, [businessId, token]);
}

type Filter = {
  readonly customerId?: bigint | undefined;
  /** Older than this one. */
  readonly before?: bigint | undefined;
  readonly state?: SubscriptionState | undefined;
  readonly most: number;
};

/** The latest first. */
export async function listSubscriptions(
  sql: Sql,
  businessId: bigint,
  { customerId, state, before, most }: Filter,
): Promise<Subscription[]> {
  const asked = matching({ customer_id: customerId, state, 'id < ?': before }, 2);
  const where = `business_id = $1${asked.sql} order by id desc limit $2`;
  return await read(sql, where, [businessId, most, ...asked.values]);
}

async function read(sql: Sql, where: string, values: unknown[]): Promise<Subscription[]> {
  const text = `select ${stored.columns} from subscriptions where ${where}`;
  return (await stored.read(sql, text, values)).map(toSubscription);
}
