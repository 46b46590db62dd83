import { bool, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { PaymentState } from '../payments/payment.ts';
import type { Finding } from './finding.ts';

/**
 * What must hold between our own tables, one statement a rule: each finds the rows that break it. They read
 * whole tables, once, and hold nothing. Scope: all.
 */
export type Rule = {
  readonly name: string;
  readonly sql: string;
  readonly values?: readonly unknown[];
};

type Fit = { attempts: string[]; invoice: string; holdsOrder: boolean; finished: boolean };

/** What must be true around a payment in this state. */
const fits: Record<PaymentState, Fit> = {
  processing: { attempts: ['sending'], invoice: 'held', holdsOrder: true, finished: false },
  unknown: { attempts: ['unknown'], invoice: 'held', holdsOrder: true, finished: false },
  authorized: { attempts: ['approved'], invoice: 'held', holdsOrder: true, finished: true },
  captured: { attempts: ['approved'], invoice: 'held', holdsOrder: true, finished: true },
  declined: {
    attempts: ['declined', 'rejected'],
    invoice: 'open',
    holdsOrder: false,
    finished: true,
  },
  canceled: {
    attempts: ['not_sent', 'reversed'],
    invoice: 'open',
    holdsOrder: false,
    finished: true,
  },
  queued: { attempts: ['approved'], invoice: 'held', holdsOrder: true, finished: true },
};

const columns = { state: text, attempt: text, invoice: text, holdsOrder: bool, finished: bool };
const fitting = rowSet(columns);
const fittingRows = Object.entries(fits).flatMap(([state, { attempts, ...fit }]) =>
  attempts.map((attempt) => ({ state, attempt, ...fit })),
);

const unsettled = `('processing', 'unknown')`;
const tookMoney = `('authorized', 'captured', 'queued')`;

export const tableRules: readonly Rule[] = [
  {
    name: 'state_not_legal',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s with its attempt %s, its invoice %s, its order number %s and %s', p.state,
        coalesce(a.state, 'missing'), coalesce(v.state, 'missing'),
        case when p.holds_order then 'held' else 'free' end,
        case when p.finished_at is null then 'not finished' else 'finished' end) as says
      from payments p
      left join payment_attempts a on a.business_id = p.business_id and a.payment_id = p.id and a.n = 1
      left join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
        and v.amount_cents = p.amount_cents and coalesce(v.payment_id, p.id) = p.id
      where (p.state, coalesce(a.state, ''), coalesce(v.state, ''), p.holds_order,
          p.finished_at is not null)
        not in (select state, attempt, invoice, holds_order, finished from ${fitting.sql})`,
    values: fitting.encode(fittingRows),
  },
  {
    name: 'row_without_payment',
    sql: `
      select o.business_id, o.payment_id, o.what || ' has no payment' as says
      from (
        select business_id, payment_id, 'an attempt' as what from payment_attempts
        union all select business_id, payment_id, 'a transfer' from transfers
        union all select business_id, payment_id, 'an invoice' from invoices where payment_id is not null
        union all select business_id, object_id, 'an event' from events where kind like 'payment.%'
      ) o
      left join payments p on p.business_id = o.business_id and p.id = o.payment_id
      where p.id is null`,
  },
  {
    name: 'ledger_differs',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s over %s cents, and the ledger moved %s', p.state, p.amount_cents,
        coalesce(t.cents, 0)) as says
      from payments p
      left join (
        select business_id, payment_id, sum(cents) as cents from transfers
        group by business_id, payment_id
      ) t on t.business_id = p.business_id and t.payment_id = p.id
      where coalesce(t.cents, 0) <> case when p.state = 'captured' then p.amount_cents else 0 end`,
  },
  {
    name: 'ledger_elsewhere',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'a transfer debits %s for a payment that %s took', t.debit, p.processor) as says
      from transfers t join payments p on p.business_id = t.business_id and p.id = t.payment_id
      where t.debit <> 'receivable:' || p.processor`,
  },
  {
    name: 'wish_paid_twice',
    sql: `
      select business_id, max(id) as payment_id, format(
        'its order number was paid %s times', count(*)) as says
      from payments where state in ${tookMoney}
      group by business_id, order_number, is_test having count(*) > 1`,
  },
  {
    name: 'event_count',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s, with %s such events, %s of other ends and %s of not knowing', p.state,
        coalesce(e.fitting, 0), coalesce(e.other, 0), coalesce(e.unknown, 0)) as says
      from payments p
      left join (
        select e.business_id, e.object_id,
          count(*) filter (where e.kind = 'payment.' || p.state and p.state <> 'unknown') as fitting,
          count(*) filter (where e.kind not in ('payment.' || p.state, 'payment.unknown')) as other,
          count(*) filter (where e.kind = 'payment.unknown') as unknown
        from events e join payments p on p.business_id = e.business_id and p.id = e.object_id
        where e.kind like 'payment.%'
        group by e.business_id, e.object_id
      ) e on e.business_id = p.business_id and e.object_id = p.id
      where coalesce(e.fitting, 0) <> case when p.state in ${unsettled} then 0 else 1 end
        or coalesce(e.other, 0) <> 0
        or coalesce(e.unknown, 0) > case when p.state = 'processing' then 0 else 1 end
        or coalesce(e.unknown, 0) < case when p.state = 'unknown' then 1 else 0 end`,
  },
  {
    name: 'nobody_asks',
    sql: `
      select p.business_id, p.id as payment_id, p.state || ', and nobody will look' as says
      from payments p
      join payment_attempts a on a.business_id = p.business_id and a.payment_id = p.id and a.n = 1
      where p.state in ${unsettled} and a.resolve_at is null`,
  },
  {
    name: 'asks_on',
    sql: `
      select p.business_id, p.id as payment_id, 'somebody will look, though it is ' || p.state as says
      from payments p
      join payment_attempts a on a.business_id = p.business_id and a.payment_id = p.id
      where p.state not in ${unsettled} and a.resolve_at is not null`,
  },
  {
    name: 'token_state',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s, and its token is %s', p.state, coalesce(t.state, 'missing')) as says
      from payments p
      left join tokens t on t.business_id = p.business_id and t.token = p.token
      where p.token is not null and case
        when p.state in ${tookMoney} then coalesce(t.state, 'missing') in ('missing', 'pending')
        when p.state in ${unsettled} then t.state is null
        else t.state = 'pending' end
      union all
      select t.business_id, null, 'a token is pending for no payment' from tokens t
      where t.state = 'pending' and not exists (
        select from payments p where p.business_id = t.business_id and p.token = t.token
          and p.state in ${unsettled})`,
  },
  {
    name: 'secret_without_owner',
    sql: `
      select v.business_id, null as payment_id, v.owner || ' has a secret and is not there' as says
      from vault_records v
      left join tokens t on t.business_id = v.business_id and t.token = v.owner
      left join payments p on p.business_id = v.business_id
        and v.owner = 'payment:' || p.id and p.method = 'bank' and p.token is null
      where v.field in ('card_number', 'account_number') and t.token is null and p.id is null
        and not (v.owner = 'application'
          and exists (select from applications a where a.business_id = v.business_id))`,
  },
];

/** The same for what has to do with time: nothing may lie about unattended. */
export function overdueRule(overdueBefore: Date): Rule {
  return {
    name: 'overdue',
    sql: `
      select business_id, payment_id, 'somebody should have looked at ' || resolve_at as says
      from payment_attempts where resolve_at < $1`,
    values: [overdueBefore],
  };
}

const mostOfOneKind = 1000;

export async function* checkRule(
  sql: Sql,
  { name, sql: rule, values }: Rule,
): AsyncGenerator<Finding> {
  const rows = await sql.query<Broken>(`select * from (${rule}) r limit ${mostOfOneKind}`, values);
  for (const { business_id: businessId, payment_id, says } of rows) {
    yield { rule: name, businessId, paymentId: payment_id ?? undefined, says };
  }
  if (rows.length === mostOfOneKind) {
    yield { rule: name, says: 'there are more of this kind than are listed' };
  }
}

type Broken = {
  readonly business_id: bigint;
  readonly payment_id: bigint | null;
  readonly says: string;
};
