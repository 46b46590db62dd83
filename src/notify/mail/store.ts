import { businesses } from '../../parties/businesses/business.ts';
import {
  float8,
  int2,
  int4,
  int8,
  oneOf,
  optional,
  text,
  timestamptz,
  uuid,
} from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import { dueRows, nextToken } from '../../runtime/lease.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, table } from '../../runtime/table.ts';

export const mailStates = ['queued', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** E-mails about events. The content follows from the event, and is written when the mail is sent. */
const mails = table('mails', {
  businessId: int8,
  id: int8,
  /** The kind of the event. */
  kind: text,
  eventId: uuid,
  recipient: text,
  /** The payer that it goes to; undefined: it goes to the business. */
  customerId: optional(int8),
  state: oneOf(mailStates),
  /** While it is `sending`: when the lease ends. */
  dueAt: optional(timestamptz),
  /** Tries that ended. */
  tries: int2,
  /** Fencing token: raised by every owner. */
  epoch: int4,
  errorCode: optional(text),
  /** Its id at the carrier. */
  carrierId: optional(text),
  createdAt: timestamptz,
  sentAt: optional(timestamptz),
  finishedAt: optional(timestamptz),
});

const keys = mails.pick('businessId', 'id');
const queuedMails = mails.pick(
  'businessId',
  'id',
  'kind',
  'eventId',
  'recipient',
  'state',
  'tries',
  'epoch',
);
export type QueuedMail = RowOf<typeof queuedMails>;

const newMails = mails.pick(
  'businessId',
  'id',
  'kind',
  'eventId',
  'recipient',
  'customerId',
  'state',
  'dueAt',
  'createdAt',
);
export type NewMail = Pick<
  NewRowOf<typeof newMails>,
  'id' | 'kind' | 'eventId' | 'recipient' | 'customerId'
>;

/** One for each event and recipient. */
export async function insertMails(
  tx: Sql,
  businessId: bigint,
  drafts: readonly NewMail[],
  at: Date,
): Promise<void> {
  const queued = { businessId, state: 'queued', dueAt: at, createdAt: at } as const;
  await newMails.insert(
    tx,
    drafts.map((draft) => ({ ...draft, ...queued })),
    'on conflict (business_id, event_id, recipient) do nothing',
  );
}

/** The queue of mails. */
export const dueMails = { table: 'mails', dueAt: 'due_at' };

const due = dueRows({
  ...dueMails,
  columns: 'id',
  where: 'business_id = $1',
  now: '$2',
  thenBy: 'id',
  limit: '$4',
});

const leasedMails = queuedMails.with({
  clockAheadMs: float8,
  ...businesses.pick('environment').fields,
});
export type LeasedMail = RowOf<typeof leasedMails>;
type Lease = { readonly now: Date; readonly until: Date; readonly limit: number };

/** Leases due mails of a business. Ordered by id. */
export async function takeDueMails(
  sql: Sql,
  businessId: bigint,
  { now, until, limit }: Lease,
): Promise<LeasedMail[]> {
  const taken = await leasedMails.read(
    sql,
    `with due as materialized ( -- Once: within a join it could be asked again, and give others.
       ${due}
     )
     update mails m set state = 'sending', ${nextToken('m')}, due_at = $3
     from due join businesses b on b.business_id = $1
     where m.business_id = $1 and m.id = due.id
     returning ${queuedMails.of('m')}, b.clock_ahead_ms::float8 as "clockAheadMs", b.environment`,
    [businessId, now, until, limit],
  );
  return taken.toSorted((one, other) => Number(one.id - other.id));
}

const unbegun = mails.pick('businessId', 'id', 'epoch', 'dueAt');
const unbegunRows = unbegun.set();

/** Ends the leases of mails that were not begun; mails whose lease was lost do not change. */
export const putBack: Flush<NewRowOf<typeof unbegun>, void> = async (sql, rows) => {
  await sql.query(
    `update mails m set state = 'queued', due_at = r.due_at
     from ${unbegunRows.sql}
     where m.business_id = r.business_id and m.id = r.id and m.epoch = r.epoch and m.state = 'sending'`,
    unbegunRows.encode(rows),
  );
  return rows.map(() => undefined);
};

export async function readMail(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<QueuedMail | undefined> {
  return await queuedMails.readOne(
    sql,
    `select ${queuedMails.columns} from mails where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** How a try ended. */
export type MailEnd = Pick<QueuedMail, 'businessId' | 'id' | 'epoch'> & { readonly at: Date } & (
    | { readonly state: 'sent'; readonly carrierId: string | undefined }
    | { readonly state: 'failed'; readonly errorCode: string }
    | { readonly state: 'queued'; readonly errorCode: string; readonly dueAt: Date }
  );

const ends = mails
  .pick('businessId', 'id', 'state', 'dueAt', 'epoch', 'errorCode', 'carrierId')
  .with({ at: timestamptz })
  .set();

/** For each: false when its lease was lost, and nothing is changed. */
export async function endTries(sql: Sql, tries: readonly MailEnd[]): Promise<boolean[]> {
  const written = await keys.read(
    sql,
    `update mails m set state = r.state, due_at = r.due_at, tries = m.tries + 1, error_code = r.error_code,
       carrier_id = r.carrier_id,
       sent_at = case when r.state = 'sent' then r.at end,
       finished_at = case when r.due_at is null then r.at end
     from ${ends.sql}
     where m.business_id = r.business_id and m.id = r.id and m.epoch = r.epoch and m.state = 'sending'
     returning ${keys.of('m')}`,
    ends.encode(tries),
  );
  const ended = new Set(written.map(({ businessId, id }) => `${businessId} ${id}`));
  return tries.map(({ businessId, id }) => ended.has(`${businessId} ${id}`));
}

export const loggedMails = mails.omit('businessId', 'epoch');
/** A mail for people to look at. */
export type LoggedMail = RowOf<typeof loggedMails>;

type Filter = {
  readonly state?: MailState | undefined;
  readonly to?: string | undefined;
  /** Lists mails before this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/** The latest first, by moment: see notify/conversations/message-log.ts. */
export async function listMails(
  sql: Sql,
  businessId: bigint,
  { state, to, before, limit }: Filter,
): Promise<LoggedMail[]> {
  return await loggedMails.read(
    sql,
    `select ${loggedMails.columns} from mails
     where business_id = $1 and ($2::text is null or state = $2)
       and ($3::text is null or lower(recipient) = lower($3))
       and ($4::bigint is null or (created_at, id) < (
         select b.created_at, b.id from mails b where b.business_id = $1 and b.id = $4
       ))
     order by created_at desc, id desc limit $5`,
    [businessId, state, to, before, limit],
  );
}
