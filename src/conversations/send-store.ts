import type { Flush } from '../base/gather.ts';
import { bool, int2, int4, int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Consent } from './conversation-store.ts';
import type { MessageKind, MessageState } from './message.ts';

/** Whose texts are due, and by what rules. */
export type DueBusiness = {
  readonly businessId: bigint;
  readonly clockAheadMs: number;
  readonly environment: 'sandbox' | 'live';
  readonly limited: boolean;
};

/*
 * From one business with waiting texts to the next, however many those are: a campaign must not stand before the
 * receipts of others. Scope: all, or one.
 */
const dueBusinesses = (whose: string) => `
with recursive business as (
  (select business_id from messages where due_at is not null ${whose} order by business_id limit 1)
  union all
  select n.business_id from business u cross join lateral (
    select m.business_id from messages m
    where m.due_at is not null and m.business_id > u.business_id ${whose}
    order by m.business_id limit 1
  ) n
)
select b.business_id as "businessId", b.clock_ahead_ms::float8 as "clockAheadMs", b.environment,
  b.limits_on as limited
from business u join businesses b on b.business_id = u.business_id
where exists (select from messages m where m.business_id = u.business_id and m.due_at <= $1)`;
const ofAll = dueBusinesses('');
const ofOne = dueBusinesses('and business_id = $2');

export async function readDueBusinesses(
  sql: Sql,
  now: Date,
  only?: bigint,
): Promise<DueBusiness[]> {
  return only === undefined
    ? await sql.query<DueBusiness>(ofAll, [now])
    : await sql.query<DueBusiness>(ofOne, [now, only]);
}

/** A text whose moment has come, with the conversation that it belongs to. */
export type DueText = {
  readonly id: bigint;
  readonly kind: MessageKind;
  readonly state: MessageState;
  readonly body: string;
  readonly linkId: bigint | undefined;
  /** What it asks for was paid meanwhile, or is being paid; or taken back. */
  readonly isMoot: boolean;
  readonly tries: number;
  readonly epoch: number;
  readonly ownNumber: string;
  readonly phone: string;
  readonly customerId: bigint | undefined;
  readonly consent: Consent;
  readonly heardAt: Date | undefined;
};

/**
 * Locked until the transaction ends; so are their conversations, so that a STOP comes before all of this or after it.
 */
export async function lockDue(
  tx: Sql,
  businessId: bigint,
  now: Date,
  limit: number,
): Promise<DueText[]> {
  const rows = await tx.query<DueRecord>(
    `select m.id, m.kind, m.state, m.body, m.link_id, m.tries, m.epoch, c.own_number, c.phone,
       c.customer_id, c.consent, c.heard_at,
       exists (
         select from pay_links l
         join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
         where l.business_id = m.business_id and l.id = m.link_id
           and (v.state <> 'open' or exists (
             select from payments p
             where p.business_id = l.business_id and p.order_number = l.order_number and not p.is_test
               and p.holds_order and p.state not in ('declined', 'canceled')
           ))
       ) as "isMoot"
     from messages m
     join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
     where m.business_id = $1 and m.due_at <= $2
     order by m.due_at, m.id limit $3
     for update of m skip locked for share of c`,
    [businessId, now, limit],
  );
  return rows.map(({ link_id, own_number, customer_id, heard_at, ...row }) => ({
    ...row,
    linkId: link_id ?? undefined,
    ownNumber: own_number,
    customerId: customer_id ?? undefined,
    heardAt: heard_at ?? undefined,
  }));
}

type DueRecord = Pick<
  DueText,
  'id' | 'kind' | 'state' | 'body' | 'isMoot' | 'tries' | 'epoch' | 'phone' | 'consent'
> & {
  link_id: bigint | null;
  own_number: string;
  customer_id: bigint | null;
  heard_at: Date | null;
};

/** What becomes of a text that was due. */
export type Fate = {
  readonly id: bigint;
  readonly state: MessageState;
  readonly dueAt: Date | undefined;
  readonly errorCode: string | undefined;
  /** Under whose name it is being sent now. */
  readonly carrier: string | undefined;
  readonly sentAt: Date | undefined;
  readonly finishedAt: Date | undefined;
};

const fates = rowSet(
  {
    id: int8,
    state: text,
    dueAt: timestamptz,
    errorCode: text,
    carrier: text,
    sentAt: timestamptz,
    finishedAt: timestamptz,
  },
  2,
);

/** Whoever held one of them until now holds it no longer. */
export async function writeFates(tx: Sql, businessId: bigint, decided: readonly Fate[]) {
  await tx.query(
    `update messages m set state = r.state, due_at = r.due_at, error_code = r.error_code,
       carrier = coalesce(r.carrier, m.carrier), sent_at = coalesce(r.sent_at, m.sent_at),
       finished_at = r.finished_at, epoch = m.epoch + 1
     from ${fates.sql}
     where m.business_id = $1 and m.id = r.id`,
    [businessId, ...fates.encode(decided)],
  );
}

/** How a text ended at its carrier, for the moment or for good. */
export type SendEnd = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly epoch: number;
  readonly state: MessageState;
  readonly dueAt: Date | undefined;
  readonly tries: number;
  readonly carrierId: string | undefined;
  readonly errorCode: string | undefined;
  /** False: it certainly never went out. */
  readonly hasLeft: boolean;
  readonly finishedAt: Date | undefined;
};

const ends = rowSet({
  businessId: int8,
  id: int8,
  epoch: int4,
  state: text,
  dueAt: timestamptz,
  tries: int2,
  carrierId: text,
  errorCode: text,
  hasLeft: bool,
  finishedAt: timestamptz,
});

/** False: it is somebody else's by now, or a callback was quicker, and nothing was changed. */
export const endSends: Flush<SendEnd, boolean> = async (sql, rows) => {
  const written = await sql.query<{ business_id: bigint; id: bigint }>(
    `update messages m set state = r.state, due_at = r.due_at, tries = r.tries,
       carrier_id = r.carrier_id, error_code = r.error_code, sent_at = case when r.has_left then m.sent_at end,
       finished_at = r.finished_at
     from ${ends.sql}
     where m.business_id = r.business_id and m.id = r.id and m.epoch = r.epoch and m.state = 'sending'
     returning m.business_id, m.id`,
    ends.encode(rows),
  );
  const names = new Set(written.map((row) => `${row.business_id} ${row.id}`));
  return rows.map(({ businessId, id }) => names.has(`${businessId} ${id}`));
};
