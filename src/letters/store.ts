import { int4, int8, rowSet, text, timestamptz, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';

/** An e-mail about something that happened; what is in it follows from that. */
export type MailRow = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly kind: string;
  readonly eventId: string;
  readonly recipient: string;
  /** Tries that ended. */
  readonly tries: number;
  /** Counts who took it; what belongs to an older epoch changes nothing. */
  readonly epoch: number;
};

export type NewMail = Pick<MailRow, 'id' | 'kind' | 'eventId' | 'recipient'>;

const news = rowSet({ id: int8, kind: text, eventId: uuid, recipient: text }, 3);

/** One for each event and recipient, however often it is told. */
export async function insertMails(
  tx: Sql,
  businessId: bigint,
  mails: readonly NewMail[],
  at: Date,
): Promise<void> {
  if (mails.length === 0) return;
  await tx.query(
    `insert into mails (business_id, id, kind, event_id, recipient, state, due_at, created_at)
     select $1, id, kind, event_id, recipient, 'queued', $2, $2 from ${news.sql}
     on conflict (business_id, event_id, recipient) do nothing`,
    [businessId, at, ...news.encode(mails)],
  );
}

type Lease = { readonly now: Date; readonly leaseMs: number; readonly limit: number };

export type TakenMail = MailRow & {
  readonly clockAheadMs: number;
  readonly environment: 'sandbox' | 'live';
};

/**
 * Takes what is due, to be sent in the order of its ids, and whoever takes it holds it by its epoch until the lease is over, by the clock of its
 * business. Scope: all, or one business.
 */
export async function takeDueMails(
  sql: Sql,
  { now, leaseMs, limit }: Lease,
  only?: bigint,
): Promise<TakenMail[]> {
  const rows = await sql.query<MailRecord & { clock: number; environment: 'sandbox' | 'live' }>(
    `with due as materialized ( -- Once: within a join it could be asked again, and give others.
       select business_id, id from mails
       where due_at <= $1 and ($4::bigint is null or business_id = $4)
       order by due_at, id limit $3
       for update skip locked
     )
     update mails m set state = 'sending', epoch = m.epoch + 1,
       due_at = $1::timestamptz + ($2 + case when $4::bigint is null then b.clock_ahead_ms else 0 end)
         * interval '1 millisecond'
     from due join businesses b on b.business_id = due.business_id
     where m.business_id = due.business_id and m.id = due.id
     returning ${columns}, b.clock_ahead_ms::float8 as clock, b.environment`,
    [now, leaseMs, limit, only],
  );
  const taken = rows.map(({ clock: clockAheadMs, environment, ...row }) => ({
    ...toMail(row),
    clockAheadMs,
    environment,
  }));
  return taken.toSorted((one, other) => Number(one.id - other.id));
}

const unbegun = rowSet({ businessId: int8, id: int8, epoch: int4 }, 2);

/** What was taken for so long and not begun is due as if it had not been; whoever lost its lease changes nothing. */
export async function putBack(
  sql: Sql,
  mails: readonly TakenMail[],
  leaseMs: number,
): Promise<void> {
  if (mails.length === 0) return;
  await sql.query(
    `update mails m set state = 'queued', due_at = m.due_at - $1::float8 * interval '1 millisecond'
     from ${unbegun.sql}
     where m.business_id = r.business_id and m.id = r.id and m.epoch = r.epoch and m.state = 'sending'`,
    [leaseMs, ...unbegun.encode(mails)],
  );
}

export async function readMail(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<MailRow | undefined> {
  const [row] = await sql.query<MailRecord>(
    `select ${columns} from mails m where m.business_id = $1 and m.id = $2`,
    [businessId, id],
  );
  return row && toMail(row);
}

/** How a try ended. */
export type MailEnd = Pick<MailRow, 'businessId' | 'id' | 'epoch'> & {
  readonly at: Date;
} & (
    | {
        readonly state: 'sent';
        readonly errorCode: undefined;
        readonly carrierId: string | undefined;
      }
    | { readonly state: 'failed'; readonly errorCode: string }
    | { readonly state: 'queued'; readonly errorCode: string; readonly dueAt: Date }
  );

const ends = rowSet({
  businessId: int8,
  id: int8,
  epoch: int4,
  state: text,
  at: timestamptz,
  errorCode: text,
  carrierId: text,
  dueAt: timestamptz,
});

/** Whoever lost its lease meanwhile changes nothing; whether it still held it, for each. */
export async function endTries(sql: Sql, tries: readonly MailEnd[]): Promise<boolean[]> {
  const rows = await sql.query<{ business_id: bigint; id: bigint }>(
    `update mails m set state = r.state, due_at = r.due_at, tries = m.tries + 1, error_code = r.error_code,
       carrier_id = r.carrier_id,
       sent_at = case when r.state = 'sent' then r.at end,
       finished_at = case when r.due_at is null then r.at end
     from ${ends.sql}
     where m.business_id = r.business_id and m.id = r.id and m.epoch = r.epoch and m.state = 'sending'
     returning m.business_id, m.id`,
    ends.encode(
      tries.map((end) => ({
        ...end,
        carrierId: end.state === 'sent' ? end.carrierId : undefined,
        dueAt: end.state === 'queued' ? end.dueAt : undefined,
      })),
    ),
  );
  const ended = new Set(rows.map((row) => `${row.business_id} ${row.id}`));
  return tries.map(({ businessId, id }) => ended.has(`${businessId} ${id}`));
}

const columns = 'm.business_id, m.id, m.kind, m.event_id, m.recipient, m.tries, m.epoch';

type MailRecord = {
  business_id: bigint;
  id: bigint;
  kind: string;
  event_id: string;
  recipient: string;
  tries: number;
  epoch: number;
};

function toMail({ business_id: businessId, event_id: eventId, ...row }: MailRecord): MailRow {
  return { businessId, eventId, ...row };
}
