import type { Flush } from '../base/gather.ts';
import { bool, int2, int4, int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { BusinessState } from '../businesses/business.ts';
import type { Consent } from './conversation-store.ts';
import { isHeld } from './held.ts';
import type { MessageKind, MessageState } from './message.ts';

/** Whose texts are due, and by what rules. */
export type DueBusiness = {
  readonly businessId: bigint;
  readonly clockAheadMs: number;
  readonly environment: 'sandbox' | 'live';
  readonly limited: boolean;
  /** Texts were held while it was suspended, and it is so no longer. */
  readonly hasHeld: boolean;
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
  b.limits_on as limited, h.has_held as "hasHeld"
from business u join businesses b on b.business_id = u.business_id
cross join lateral (
  select b.state <> 'suspended' and exists (
    select from messages m where m.business_id = u.business_id and ${isHeld('m.due_at')}
  ) as has_held
) h
where h.has_held or exists (
  select from messages m where m.business_id = u.business_id and m.due_at <= $1
)`;
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
  /** Its link wants to be paid, or it tells of a charge that is to come. */
  readonly asksForMoney: boolean;
  /** What it asks for was paid meanwhile, is being paid, or was taken back; or what it announces is over. */
  readonly moot: 'nothing_to_pay' | 'too_late' | undefined;
  readonly businessState: BusinessState;
  readonly tries: number;
  readonly epoch: number;
  readonly ownNumber: string;
  readonly phone: string;
  /** Whom it is about, whoever has the phone. */
  readonly customerId: bigint | undefined;
  readonly consent: Consent;
  readonly heardAt: Date | undefined;
};

/*
 * What a text is about, beside its own words. Each is looked up for its text alone, which `limit` sees to: no plan
 * may read all links or events of a business for the few texts that are due.
 */
const about = `
  left join lateral (
    select l.customer_id, v.state <> 'open' or exists (
        select from payments p
        where p.business_id = l.business_id and p.order_number = l.order_number and not p.is_test
          and p.holds_order and p.state not in ('declined', 'canceled')
      ) as is_moot
    from pay_links l join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
    where l.business_id = m.business_id and l.id = m.link_id limit 1
  ) l on true
  left join lateral (
    select (e.data ->> 'customerId')::bigint as customer_id, e.kind like 'subscription.%' as asks,
      case when e.kind like 'subscription.%' then (e.data ->> 'chargedAt')::timestamptz end as charged_at
    from events e where e.business_id = m.business_id and e.id = m.event_id limit 1
  ) e on true`;

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
    `with due as materialized (
       select * from messages where business_id = $1 and due_at <= $2
       order by due_at, id limit $3
       for update skip locked
     )
     select m.id, m.kind, m.state, m.body, m.link_id, m.tries, m.epoch, c.own_number, c.phone,
       coalesce(l.customer_id, e.customer_id, c.customer_id) as customer_id, c.consent, c.heard_at,
       m.kind = 'pay_link' or m.link_id is not null or coalesce(e.asks, false) as "asksForMoney",
       case when l.is_moot then 'nothing_to_pay' when e.charged_at <= $2 then 'too_late' end as moot,
       b.state as "businessState"
     from due m
     join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
     join businesses b on b.business_id = m.business_id ${about}
     order by m.due_at, m.id
     for share of c`,
    [businessId, now, limit],
  );
  return rows.map(({ link_id, moot, own_number, customer_id, heard_at, ...row }) => ({
    ...row,
    moot: moot ?? undefined,
    linkId: link_id ?? undefined,
    ownNumber: own_number,
    customerId: customer_id ?? undefined,
    heardAt: heard_at ?? undefined,
  }));
}

type DueRecord = Omit<DueText, 'linkId' | 'moot' | 'ownNumber' | 'customerId' | 'heardAt'> & {
  link_id: bigint | null;
  moot: DueText['moot'] | null;
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
