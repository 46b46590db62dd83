import { currencies } from '../kernel/currency.ts';
import { dayMs } from '../kernel/duration.ts';
import { date, int4, int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import { dueOnOf, isOverdueAt } from './due-day.ts';

/** No more are counted: the true number may then be higher. */
export const mostCounted = 100;
export const returnDays = 7;
export const failedMailDays = 7;

const task = shape({
  count: int4,
  at: optional(timestamptz),
  id: int8,
  what: text,
  payer: text,
  cents: optional(int8),
  currency: optional(oneOf(currencies)),
});
/** The number of waiting objects, and the first of them: its moment, kind, person and amount. */
export type Task = RowOf<typeof task>;

const payer = `coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email, '') as payer`;
const withPayer = `left join payments p on p.business_id = $1 and p.id = f.payment_id
  left join customers c on c.business_id = $1 and c.id = p.customer_id`;

/** The first of some rows, each with its id and moment, and their number; no more rows are read than are counted. */
const first = (rows: string) => `(
  select few.*, count(*) over ()::int4 as n from (${rows} limit ${mostCounted}) few order by few.at, few.id limit 1
) f`;

const statements = {
  unknownPayments: `select f.n as count, f.at, f.id, '' as what, ${payer}, p.amount_cents as cents, p.currency
    from ${first(`select w.id, w.id as payment_id, w.asked_at as at from payment_watches w
      join payments p on p.business_id = w.business_id and p.id = w.id
      where w.business_id = $1 and w.kind = 'unknown' and p.state = 'unknown'`)} ${withPayer}`,
  bankReturns: `select f.n as count, f.at, f.id, f.code as what, ${payer}, p.amount_cents as cents, p.currency
    from ${first(`select id, payment_id, code, received_at as at from ach_answers
      where business_id = $1 and kind = 'return' and received_at >= $2 order by received_at desc`)} ${withPayer}`,
  openCases: `select f.n as count, f.at, f.id, f.kind as what, ${payer},
      coalesce(d.amount_cents, p.amount_cents) as cents, coalesce(p.currency, 'USD') as currency
    from ${first(`select q.id, q.kind, q.object_kind, q.object_id, q.created_at as at from open_questions q
      where q.business_id = $1 and q.state <> 'closed' order by q.created_at`)}
    left join disputes d on d.business_id = $1 and f.object_kind = 'dispute' and d.id = f.object_id
    left join payments p on p.business_id = $1
      and p.id = case when f.object_kind = 'payment' then f.object_id else d.payment_id end
    left join customers c on c.business_id = $1 and c.id = p.customer_id`,
  openDisputes: `select f.n as count, f.at, f.id, f.reason as what, ${payer}, f.amount_cents as cents,
      coalesce(p.currency, 'USD') as currency
    from ${first(`select id, payment_id, reason, amount_cents, answer_until as at from disputes
      where business_id = $1 and state in ('inquiry', 'open') order by answer_until`)} ${withPayer}`,
  waitingConversations: `select f.n as count, f.at, f.id, f.phone as what, ${payer}, null::int8 as cents, null as currency
    from ${first(`select id, phone, customer_id, heard_at as at from conversations
      where business_id = $1 and heard_at is not null and read_at is null order by heard_at`)}
    left join customers c on c.business_id = $1 and c.id = f.customer_id`,
  overdueInvoices: `select f.n as count, f.at, f.id, f.due_on as what, ${payer}, f.amount_cents as cents, f.currency
    from ${first(`select v.id, v.customer_id, v.amount_cents - v.parts_cents as amount_cents, v.currency, ${dueOnOf('v')} as due_on,
        (${dueOnOf('v')}::date + 1)::timestamp at time zone $3 as at
      from invoices v where v.business_id = $1 and ${isOverdueAt('v', '$2')} order by due_on, v.id`)}
    left join customers c on c.business_id = $1 and c.id = f.customer_id`,
  failedMails: `select f.n as count, f.at, f.id, f.recipient as what, '' as payer, null::int8 as cents, null as currency
    from ${first(`select id, recipient, finished_at as at from mails
      where business_id = $1 and state = 'failed' and finished_at >= $2 order by finished_at desc`)}`,
} as const;

const endpoint = shape({ kind: text, status: text, failingSince: optional(timestamptz) });
const application = shape({ id: int8, status: text });
const payout = shape({
  id: int8,
  amountCents: int8,
  last4: text,
  createdAt: timestamptz,
  effectiveOn: optional(date),
});

/** Tasks that wait for somebody in a business, and money on its way to its bank. */
export async function readOpenTasks(
  sql: Sql,
  { id: businessId, timeZone }: { readonly id: bigint; readonly timeZone: string },
  { now, today }: { readonly now: Date; readonly today: Temporal.PlainDate },
) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const since = daysAgo(returnDays);
  const of = [businessId];
  const more: { readonly [statement in keyof typeof statements]?: readonly unknown[] } = {
    bankReturns: [since],
    overdueInvoices: [today.toString(), timeZone],
    failedMails: [daysAgo(failedMailDays)],
  };
  const waiting = (statement: keyof typeof statements) => {
    return task.readOne(sql, statements[statement], [...of, ...(more[statement] ?? [])]);
  };
  const [
    unknownPayments,
    bankReturns,
    openCases,
    openDisputes,
    waitingConversations,
    overdueInvoices,
    failedMails,
  ] = await Promise.all([
    waiting('unknownPayments'),
    waiting('bankReturns'),
    waiting('openCases'),
    waiting('openDisputes'),
    waiting('waitingConversations'),
    waiting('overdueInvoices'),
    waiting('failedMails'),
  ]);
  const [failingEndpoints, undecided, onTheWay] = await Promise.all([
    endpoint.read(
      sql,
      `select kind, state as status, failing_since as "failingSince" from webhook_endpoints
       where business_id = $1 and state <> 'enabled' order by kind`,
      of,
    ),
    application.readOne(
      sql,
      `select id, state as status from applications
       where business_id = $1 and state not in ('active', 'declined', 'withdrawn', 'expired')`,
      of,
    ),
    payout.readOne(
      sql,
      `select id, amount_cents as "amountCents", last4, created_at as "createdAt", effective_on as "effectiveOn"
       from ach_entries
       where business_id = $1 and kind = 'deposit' and created_at >= $2
         and state in ('queued', 'filed', 'originated')
       order by created_at desc limit 1`,
      [businessId, since],
    ),
  ]);
  return {
    ...{ unknownPayments, bankReturns, openCases, openDisputes, waitingConversations },
    ...{ overdueInvoices, failedMails },
    failingEndpoints,
    application: undecided,
    payout: onTheWay,
  };
}
