import type { TextProgress } from '../../ports/carriers/carrier.ts';
import { bool, uuid } from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import { nextToken } from '../../runtime/lease.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { NewRowOf } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { announceChanges, announceEnds } from './announce.ts';
import { type MessageKey, messages } from './message.ts';
import { isHeld } from './message-store.ts';

/* The only file that changes the state of a text. Each final state has its event, in the same statement. */

/** `carrier` and `sentAt` are set when it is being sent now. */
const verdicts = messages.pick(
  'id',
  'state',
  'carrier',
  'dueAt',
  'errorCode',
  'sentAt',
  'finishedAt',
);
const judged = verdicts.with({ eventId: uuid }).set(2);

/** The next state of a due text. */
export type Verdict = NewRowOf<typeof verdicts>;

/** The texts must be leased and locked. */
export async function writeVerdicts(
  world: Pick<World, 'uuid'>,
  tx: Sql,
  businessId: bigint,
  decided: readonly Verdict[],
): Promise<void> {
  await tx.query(
    `with moved as (
       update messages m set state = r.state, due_at = r.due_at, error_code = r.error_code,
         carrier = coalesce(r.carrier, m.carrier), sent_at = coalesce(r.sent_at, m.sent_at),
         finished_at = r.finished_at
       from ${judged.sql}
       where m.business_id = $1 and m.id = r.id
       returning m.business_id, m.id, m.kind, m.conversation_id, m.finished_at, r.event_id
     )
     ${announceEnds('moved')}`,
    [businessId, ...judged.encode(decided.map((one) => ({ ...one, eventId: world.uuid() })))],
  );
}

const keys = messages.pick('businessId', 'id');
const sendEnds = messages
  .pick(
    'businessId',
    'id',
    'state',
    'carrierId',
    'dueAt',
    'tries',
    'epoch',
    'errorCode',
    'finishedAt',
  )
  // `wasSent`: false when it was certainly not sent.
  .with({ wasSent: bool, eventId: uuid });
const ends = sendEnds.set();

/** The end of a try to send a text. */
export type SendEnd = NewRowOf<typeof sendEnds>;

/** False: the lease was lost, or a callback was faster, and nothing is changed. */
export const endSends: Flush<SendEnd, boolean> = async (sql, rows) => {
  const written = await keys.read(
    sql,
    `with ended as (
       update messages m set state = r.state, due_at = r.due_at, tries = r.tries,
         carrier_id = r.carrier_id, error_code = r.error_code, sent_at = case when r.was_sent then m.sent_at end,
         finished_at = r.finished_at
       from ${ends.sql}
       where m.business_id = r.business_id and m.id = r.id and m.epoch = r.epoch and m.state = 'sending'
       returning m.business_id, m.id, m.kind, m.conversation_id, m.finished_at, r.event_id
     ),
     announced as (${announceEnds('ended')})
     select ${keys.of('ended')} from ended`,
    ends.encode(rows),
  );
  const names = new Set(written.map(({ businessId, id }) => `${businessId} ${id}`));
  return rows.map(({ businessId, id }) => names.has(`${businessId} ${id}`));
};

/** A callback of a carrier about a text that it accepted. */
export type Progress = {
  readonly carrier: string;
  readonly carrierId: string;
  /** Our name for it. */
  readonly reference: string;
  readonly progress: TextProgress;
  readonly code: string | undefined;
};

/** A text moves to higher ranks only; an unknown outcome ranks below every report of the carrier. */
const rankInTable = `case
  when state in ('queued', 'scheduled') then 0
  when state = 'sending' then 1
  when state = 'failed' and error_code = 'outcome_unknown' then 2
  when state = 'sent' then 3
  else 4 end`;
const ranks: Readonly<Record<TextProgress, number>> = {
  sent: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
};

type Change = {
  readonly errorCode: string | undefined;
  readonly at: Date;
  readonly eventId: string;
};

/** False: nothing new, or an unknown text. */
export async function moveByReport(
  sql: Sql,
  { businessId, id }: MessageKey,
  { carrier, carrierId, progress }: Progress,
  { errorCode, at, eventId }: Change,
): Promise<boolean> {
  const moved = await sql.query(
    `with moved as (
       update messages m set state = $5, carrier_id = $4, due_at = null, ${nextToken('m')},
         error_code = $6, sent_at = coalesce(sent_at, $8), finished_at = case when $5 <> 'sent' then $8::timestamptz end
       where business_id = $1 and id = $2 and direction = 'out' and carrier = $3
         and (carrier_id is null or carrier_id = $4)
         and ${rankInTable} < $7
         and not exists (
           select from messages o
           where o.business_id = $1 and o.carrier = $3 and o.carrier_id = $4 and o.id <> $2)
       returning business_id, id, kind, conversation_id, finished_at, $9::uuid as event_id
     ),
     announced as (${announceEnds('moved')})
     select id from moved`,
    [businessId, id, carrier, carrierId, progress, errorCode, ranks[progress], at, eventId],
  );
  return moved.length > 0;
}

type Which = { readonly businessId: bigint; readonly at: Date } & (
  | { readonly linkId: bigint }
  | Pick<MessageKey, 'id'>
);

const canceledTexts = messages.pick('id', 'conversationId');

/**
 * Cancels the waiting texts of a link, or one by its id. Texts that are being sent, or were sent, stay. Returns the
 * number of canceled texts.
 */
export async function cancelTexts(
  world: Pick<World, 'uuid'>,
  tx: Sql,
  which: Which,
): Promise<number> {
  const { businessId, at } = which;
  const [column, value] = 'linkId' in which ? ['link_id', which.linkId] : ['id', which.id];
  const canceled = await canceledTexts.read(
    tx,
    `update messages set state = 'canceled', due_at = null, finished_at = $3,
       error_code = case when not ${isHeld('due_at')} then error_code end
     where business_id = $1 and ${column} = $2 and state in ('queued', 'scheduled')
     returning ${canceledTexts.columns}`,
    [businessId, value, at],
  );
  const changes = canceled.map(({ id: messageId, conversationId }) => {
    return { conversationId, messageId, what: 'state' } as const;
  });
  await announceChanges(world, tx, businessId, changes, at);
  return canceled.length;
}
