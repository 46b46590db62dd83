import { formatMoney } from '../base/money.ts';
import type { Sql } from '../base/sql.ts';
import type { Happening } from './happenings.ts';

/** Each of these remembers what it told, and tells next time what came since. */
type News = () => Promise<Happening[]>;

// An event gets its id a little before it is committed, and several processes write: so we look back a bit.
const lookBack = 256;

export async function newEvents(sql: Sql, businessId: bigint): Promise<News> {
  const last = await sql.query<{ id: string }>(
    'select id from events where business_id = $1 order by id desc limit $2',
    [businessId, lookBack],
  );
  const told = last.map(({ id }) => id).reverse();
  const known = new Set(told);
  return async () => {
    const rows = await sql.query<EventRecord>(
      `select id, kind, object_id, happened_at, data from events
       where business_id = $1 and ($2::uuid is null or id >= $2) order by id`,
      [businessId, told.at(-lookBack) ?? told[0]],
    );
    const fresh = rows.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) {
      known.add(id);
      told.push(id);
    }
    return fresh.map(happeningOf);
  };
}

type EventRecord = {
  id: string;
  kind: string;
  object_id: bigint;
  happened_at: Date;
  data: Readonly<Record<string, unknown>>;
};

/** Of its data, what names no person. */
function happeningOf({ kind, object_id: id, happened_at: at, data }: EventRecord): Happening {
  const { amountCents, followUpCents, orderNumber, message, last4 } = data;
  const [noun] = kind.split('.');
  // What happens to a token is kept with its customer.
  const isOfToken = noun === 'token';
  const cents = followUpCents ?? amountCents;
  const words = [
    typeof cents === 'string' && /^-?\d+$/.test(cents) && formatMoney(BigInt(cents)),
    typeof orderNumber === 'string' && `order ${orderNumber}`,
    isOfToken && typeof last4 === 'string' && `account …${last4}`,
    typeof message === 'string' && message,
  ];
  const object = `${isOfToken ? 'customer' : noun} ${id}`;
  return { at, kind, object, says: words.filter(Boolean).join(', ') || undefined };
}

export async function newMoves(sql: Sql, businessId: bigint): Promise<News> {
  const [last] = await sql.query<{ n: number | null }>(
    'select max(n) as n from business_moves where business_id = $1',
    [businessId],
  );
  let told = last?.n ?? 0;
  return async () => {
    const rows = await sql.query<{ n: number; to_state: string; reason: string; moved_at: Date }>(
      `select n, to_state, reason, moved_at from business_moves
       where business_id = $1 and n > $2 order by n`,
      [businessId, told],
    );
    told = rows.at(-1)?.n ?? told;
    return rows.map(({ to_state: state, reason, moved_at: at }) => ({
      at,
      kind: 'business.moved',
      object: `business ${businessId}`,
      says: `${state}: ${reason}`,
    }));
  };
}

export async function newQuestions(sql: Sql, businessId: bigint): Promise<News> {
  const read = async () =>
    await sql.query<QuestionRecord>(
      `select id, kind, object_kind, object_id, created_at from open_questions
       where business_id = $1 and state <> 'closed' order by id`,
      [businessId],
    );
  const told = new Set((await read()).map(({ id }) => id));
  return async () => {
    const fresh = (await read()).filter(({ id }) => !told.has(id));
    for (const { id } of fresh) told.add(id);
    return fresh.map((row) => ({
      at: row.created_at,
      kind: 'question.opened',
      object: `${row.object_kind} ${row.object_id}`,
      says: `${row.kind}: question ${row.id} waits for a person`,
    }));
  };
}

type QuestionRecord = {
  id: bigint;
  kind: string;
  object_kind: string;
  object_id: bigint;
  created_at: Date;
};

type FailedJob = { readonly object: string; readonly says: string };

/** Jobs that failed since, also at the hands of another process's worker. */
export async function failedJobs(
  sql: Sql,
  businessId: bigint,
): Promise<() => Promise<FailedJob[]>> {
  const read = async () =>
    await sql.query<{ object: string; says: string; tries: number }>(
      `select kind || ' ' || key as object, last_error as says, tries from jobs
       where business_id = $1 and last_error is not null`,
      [businessId],
    );
  const before = new Map((await read()).map(({ object, tries }) => [object, tries]));
  return async () => (await read()).filter(({ object, tries }) => before.get(object) !== tries);
}
