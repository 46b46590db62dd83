import { currencies } from '../../kernel/currency.ts';
import { businesses, businessStates } from '../../parties/businesses/business.ts';
import { bool, float8, int4, int8, oneOf, optional, text } from '../../runtime/column.ts';
import { findInPages, rangeOf, rowsOfPage } from '../../runtime/discovery.ts';
import { dataField } from '../../runtime/events.ts';
import { dueRows, nextToken } from '../../runtime/lease.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, shape } from '../../runtime/table.ts';
import { isCalledOff } from './called-off.ts';
import { conversations } from './conversation-store.ts';
import { messages } from './message.ts';
import { isHeld } from './message-store.ts';

const dueBusinesses = shape({
  businessId: int8,
  clockAheadMs: float8,
  ...businesses.pick('environment').fields,
  /** True if limits and quiet hours hold. */
  limited: bool,
  /** True when texts were held while it was suspended, which it is no longer. */
  hasHeld: bool,
  /** True when its type has the messaging service. */
  mayText: bool,
});

/** A business with due texts. */
export type DueBusiness = RowOf<typeof dueBusinesses>;

const readDue = `
with waiting as (
  select business_id, count(*)::int4 as rows from (
    select business_id from messages
    where due_at is not null and business_id > $2 and business_id <= $3
    order by business_id limit ${rowsOfPage}
  ) m group by business_id
)
select b.business_id as "businessId", b.clock_ahead_ms::float8 as "clockAheadMs", b.environment,
  b.limits_on as limited, coalesce('messaging' = any (y.services), false) as "mayText", w.rows,
  b.state <> 'suspended' and exists (
    select from messages m where m.business_id = w.business_id and ${isHeld('m.due_at')}
  ) as "hasHeld",
  exists (select from messages m where m.business_id = w.business_id and m.due_at <= $1) as "isDue"
from waiting w join businesses b using (business_id) left join business_types y on y.id = b.type_id
order by business_id`;
const foundBusinesses = dueBusinesses.with({ rows: int4, isDue: bool });

/** However many texts of a campaign wait, the receipts of others are found. Scope: all, or one; reads only. */
export async function readDueBusinesses(
  sql: Sql,
  now: Date,
  only?: bigint,
): Promise<DueBusiness[]> {
  const found = await findInPages((last?: RowOf<typeof foundBusinesses>) =>
    foundBusinesses.read(sql, readDue, [now, ...rangeOf(only, last?.businessId)]),
  );
  return found.filter(({ isDue, hasHeld }) => isDue || hasHeld);
}

const texts = messages.pick(
  ...(['id', 'kind', 'state', 'body', 'linkId', 'eventId', 'pageId', 'tries', 'epoch'] as const),
);
const pairs = conversations.pick('ownNumber', 'phone', 'consent', 'heardAt');
const dueTexts = texts.with({
  ...pairs.fields,
  /** The customer it is about, who need not own the phone. */
  customerId: optional(int8),
  /** True when it has a link to pay, or announces a charge. */
  asksForMoney: bool,
  /**
   * Why it is no longer needed: its invoice is paid, being paid or void, its link can no longer be paid, the announced
   * charge is over or will not be made, or a later reminder of its link goes out in its place.
   */
  moot: optional(oneOf(['nothing_to_pay', 'too_late'])),
  businessState: oneOf(businessStates),
  /** What is left to pay by its link. */
  leftCents: optional(int8),
  currency: optional(oneOf(currencies)),
});

/** A due text with its conversation. */
export type DueText = RowOf<typeof dueTexts>;

/*
 * The subject of a text. Each is looked up for its text alone, which `limit` enforces: no plan may read all links or
 * events of a business for the few texts that are due.
 */
const about = `
  left join lateral (
    select l.customer_id, v.state <> 'open' or l.state <> 'open' or l.expires_at <= $2 or exists (
        select from payments p
        where p.business_id = l.business_id and p.order_number = l.order_number and not p.is_test
          and p.holds_order and p.state not in ('declined', 'canceled')
      ) as is_moot, v.amount_cents - v.parts_cents as left_cents, v.currency
    from pay_links l join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
    where l.business_id = m.business_id and l.id = m.link_id limit 1
  ) l on true
  left join lateral (
    select (${dataField('customerId', 'e.')})::bigint as customer_id, e.kind like 'subscription.%' as asks,
      case when e.kind like 'subscription.%' then (${dataField('chargedAt', 'e.')})::timestamptz end as charged_at,
      ${isCalledOff('e', 's')} as is_called_off
    from events e
    -- A column of its own: under row-level security no index finds a row by what is not leakproof.
    cross join lateral (select (${dataField('subscriptionId', 'e.')})::bigint as subscription_id offset 0) d
    left join subscriptions s on s.business_id = e.business_id and s.id = d.subscription_id
    where e.business_id = m.business_id and e.id = m.event_id limit 1
  ) e on true`;

const isReminder = (m: string) =>
  `${m}.kind = 'notice' and ${m}.link_id is not null and ${m}.event_id is null`;

/*
 * Several of one link that waited, such as for the end of a suspension, say the same: the last of them is sent. They need
 * not be in one batch, and another process may have the others. The window is longer than a lease, so that a reminder
 * whose process died does not follow one that was sent meanwhile.
 */
const isSuperseded = `${isReminder('m')} and exists (
  select from messages o
  where o.business_id = m.business_id and o.link_id = m.link_id and o.id > m.id and ${isReminder('o')}
    and (o.state in ('queued', 'scheduled', 'sending') and o.due_at <= $2::timestamptz + interval '10 minutes'
      or o.sent_at > $2::timestamptz - interval '10 minutes')
)`;

const leases = messages.pick('id', 'epoch', 'pageId').with({ phone: text });
export type LeasedText = RowOf<typeof leases>;
type Lease = { readonly at: Date; readonly until: Date; readonly limit: number };

const due = dueRows({
  table: 'messages',
  columns: 'id, due_at',
  where: 'business_id = $1',
  dueAt: 'due_at',
  now: '$2',
  thenBy: 'id',
  limit: '$4',
});

/**
 * Leases due texts, the oldest first. Raising the epoch ends the lease of the former owner. Their state stays: when a lease
 * ends, its texts are due again.
 */
export async function leaseDue(
  sql: Sql,
  businessId: bigint,
  { at, until, limit }: Lease,
): Promise<LeasedText[]> {
  return await leases.read(
    sql,
    `with due as materialized (
       ${due}
     ),
     leased as (
       update messages m set due_at = $3, ${nextToken('m')} from due
       where m.business_id = $1 and m.id = due.id
       returning m.id, m.epoch, m.page_id, m.conversation_id, due.due_at as was_due_at
     )
     select l.id, l.epoch, l.page_id as "pageId", c.phone
     from leased l join conversations c on c.business_id = $1 and c.id = l.conversation_id
     order by l.was_due_at, l.id`,
    [businessId, at, until, limit],
  );
}

const leased = rowSet({ n: int4, id: int8, epoch: int4 }, 3);

/**
 * Locks leased texts and their conversations, so that a STOP comes before all of this or after it. Excludes texts that
 * were canceled, or whose lease was lost.
 */
export async function lockLeased(
  tx: Sql,
  businessId: bigint,
  taken: readonly LeasedText[],
  now: Date,
): Promise<DueText[]> {
  return await dueTexts.read(
    tx,
    `select ${texts.of('m')}, ${pairs.of('c')},
       coalesce(l.customer_id, e.customer_id, c.customer_id) as "customerId",
       m.kind = 'pay_link' or m.link_id is not null or coalesce(e.asks, false) as "asksForMoney",
       case when l.is_moot then 'nothing_to_pay' when e.charged_at <= $2 or e.is_called_off or ${isSuperseded} then 'too_late' end as moot,
       b.state as "businessState", l.left_cents as "leftCents", l.currency
     from ${leased.sql}
     join messages m on m.business_id = $1 and m.id = r.id and m.epoch = r.epoch and m.due_at is not null
     join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
     join businesses b on b.business_id = m.business_id ${about}
     order by r.n
     for update of m for share of c`,
    [businessId, now, ...leased.encode(taken.map((one, n) => ({ ...one, n })))],
  );
}
