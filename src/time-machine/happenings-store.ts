import { amountWithCode } from '../kernel/money.ts';
import { int4, int8, optional, text, timestamptz, uuid } from '../runtime/column.ts';
import { currencyIn } from '../runtime/event-currency.ts';
import { type AnyEvent, readEvents } from '../runtime/events.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { Happening } from './happenings.ts';

/** Each of these remembers its reports, and adds the later ones next time. */
type News = () => Promise<Happening[]>;

// An event gets its id a little before it is committed, and several processes write: so we look back a bit.
const lookBack = 256;

const eventIds = shape({ id: uuid });

export async function newEvents(sql: Sql, businessId: bigint): Promise<News> {
  const last = await eventIds.read(
    sql,
    `select ${eventIds.columns} from events where business_id = $1 order by id desc limit $2`,
    [businessId, lookBack],
  );
  const told = last.map(({ id }) => id).reverse();
  const known = new Set(told);
  return async () => {
    const events = await readEvents(
      sql,
      'business_id = $1 and ($2::uuid is null or id >= $2) order by id',
      [businessId, told.at(-lookBack) ?? told[0]],
    );
    const fresh = events.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) {
      known.add(id);
      told.push(id);
    }
    // A change of a conversation only makes pages read it anew.
    return fresh.filter(({ kind }) => kind !== 'conversation.changed').map(happeningOf);
  };
}

/** Only what names no person. */
function happeningOf({ kind, objectId, at, data }: AnyEvent): Happening {
  const facts: Readonly<Record<string, unknown>> = { ...data };
  const { amountCents, followUpCents, orderNumber, message, last4 } = facts;
  const [noun] = kind.split('.');
  // Events of a token belong to its customer.
  const isOfToken = noun === 'token';
  const cents = followUpCents ?? amountCents;
  const words = [
    typeof cents === 'string' &&
      /^-?\d+$/.test(cents) &&
      amountWithCode(BigInt(cents), currencyIn(data as { currency?: string })),
    typeof orderNumber === 'string' && `order ${orderNumber}`,
    isOfToken && typeof last4 === 'string' && `account …${last4}`,
    typeof message === 'string' && message,
  ];
  const object = `${isOfToken ? 'customer' : noun} ${objectId}`;
  return { at, kind, object, says: words.filter(Boolean).join(', ') || undefined };
}

const lastMove = shape({ n: optional(int4) });
const moves = shape({ n: int4, toState: text, reason: text, movedAt: timestamptz });

export async function newMoves(sql: Sql, businessId: bigint): Promise<News> {
  const last = await lastMove.readRow(
    sql,
    'select max(n) as n from business_moves where business_id = $1',
    [businessId],
  );
  let seen = last.n ?? 0;
  return async () => {
    const rows = await moves.read(
      sql,
      `select ${moves.columns} from business_moves
       where business_id = $1 and n > $2 order by n`,
      [businessId, seen],
    );
    seen = rows.at(-1)?.n ?? seen;
    return rows.map(({ toState: state, reason, movedAt: at }) => ({
      at,
      kind: 'business.moved',
      object: `business ${businessId}`,
      says: `${state}: ${reason}`,
    }));
  };
}

const openCases = shape({
  id: int8,
  kind: text,
  objectKind: text,
  objectId: int8,
  createdAt: timestamptz,
});

export async function newCases(sql: Sql, businessId: bigint): Promise<News> {
  const read = async () =>
    await openCases.read(
      sql,
      `select ${openCases.columns} from open_questions
       where business_id = $1 and state <> 'closed' order by id`,
      [businessId],
    );
  const known = new Set((await read()).map(({ id }) => id));
  return async () => {
    const fresh = (await read()).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh.map((row) => ({
      at: row.createdAt,
      kind: 'case.opened',
      object: `${row.objectKind} ${row.objectId}`,
      says: `${row.kind}: case ${row.id} waits for a person`,
    }));
  };
}

const failed = shape({ object: text, says: text, tries: int4 });

type FailedJob = { readonly object: string; readonly says: string };

/** Jobs that failed since, also at the hands of another process's worker. */
export async function failedJobs(
  sql: Sql,
  businessId: bigint,
): Promise<() => Promise<FailedJob[]>> {
  const read = async () =>
    await failed.read(
      sql,
      `select kind || ' ' || key as object, last_error as says, tries from jobs
       where business_id = $1 and last_error is not null`,
      [businessId],
    );
  const before = new Map((await read()).map(({ object, tries }) => [object, tries]));
  return async () => (await read()).filter(({ object, tries }) => before.get(object) !== tries);
}
