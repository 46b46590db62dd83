import { dayMs } from '../../kernel/duration.ts';
import type { Rule } from './table-rules.ts';

/** Rows that name their batch: captures, less refunds. */
const members = `
  select business_id, batch_id, id, id as payment_id, processor, captured_cents as cents, state,
    'payment' as what
  from payments where batch_id is not null
  union all
  select business_id, batch_id, id, payment_id, processor, -amount_cents, state, kind
  from followups where batch_id is not null`;

export const batchRules: readonly Rule[] = [
  {
    name: 'batch_sums',
    sql: `
      select b.business_id, null as payment_id, format(
        'batch %s has %s items over %s cents, and %s over %s are in it', b.id, b.item_count, b.net_cents,
        count(m.id), coalesce(sum(m.cents), 0)) as says
      from batches b
      left join (${members}) m on m.business_id = b.business_id and m.batch_id = b.id
        and m.processor = b.processor and m.id between b.first_payment_id and b.last_payment_id
      group by b.business_id, b.id, b.item_count, b.net_cents
      having count(m.id) <> b.item_count or coalesce(sum(m.cents), 0) <> b.net_cents`,
  },
  {
    name: 'batch_member',
    sql: `
      select m.business_id, m.payment_id, format('its %s %s is %s in batch %s that is %s', m.what, m.id,
        m.state, m.batch_id, coalesce(b.state, 'missing')) as says
      from (${members}) m
      left join batches b on b.business_id = m.business_id and b.id = m.batch_id
      where b.id is null or m.state <> case
        when m.what = 'refund' then 'succeeded'
        when m.what <> 'payment' then 'none of a batch'
        when b.state in ('reconciled', 'funded') then 'settled'
        else 'captured' end
      union all
      select business_id, id, 'it is settled by no batch'
      from payments where state = 'settled' and method = 'card' and batch_id is null`,
  },
  {
    name: 'left_behind',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s in no batch, and the next closing begins at %s', p.state, m.from_payment_id) as says
      from batch_marks m
      join payments p on p.business_id = m.business_id and p.processor = m.processor
        and p.id < m.from_payment_id
      where p.batch_id is null and not p.is_test and p.state in (
        'processing', 'unknown', 'authorized', 'capturing', 'captured', 'voiding')`,
  },
  {
    name: 'batch_totals',
    sql: `
      select b.business_id, null as payment_id, format(
        'batch %s is %s with %s items over %s cents here and %s over %s there', b.id, b.state,
        b.item_count, b.net_cents, coalesce(b.processor_count::text, 'nobody knows how many'),
        coalesce(b.processor_cents::text, 'nobody knows how much')) as says
      from batches b
      where b.state in ('reconciled', 'funded')
        and (b.item_count, b.net_cents) is distinct from (b.processor_count, b.processor_cents)
        and not exists (select from open_questions q where q.business_id = b.business_id
          and q.kind in ('batch_mismatch', 'batch_unknown') and q.object_kind = 'batch' and q.object_id = b.id)`,
  },
  {
    name: 'batch_row',
    sql: `
      select b.business_id, null as payment_id, format(
        'batch %s is %s, closed %s, reconciled %s and paid by %s', b.id, b.state,
        coalesce(b.closed_at::text, 'never'), coalesce(b.reconciled_at::text, 'never'),
        coalesce(b.deposit_id::text, 'nothing')) as says
      from batches b
      left join ach_entries d on d.business_id = b.business_id and d.id = b.deposit_id
        and d.kind = 'deposit'
      where (b.closed_at is null) <> (b.state in ('closing', 'unknown'))
        or (b.reconciled_at is not null) <> (b.state in ('reconciled', 'funded'))
        or (d.id is not null) <> (b.state = 'funded')`,
  },
  {
    name: 'batch_ledger',
    sql: `
      select coalesce(b.business_id, t.business_id) as business_id, null as payment_id, format(
        'batch %s is %s over %s cents less %s, and the ledger has %s less %s',
        coalesce(b.id, t.batch_id), coalesce(b.state, 'missing'), s.cents,
        s.fee, coalesce(t.cents, 0), coalesce(t.fee, 0)) as says
      from batches b
      cross join lateral (select
        case when b.state in ('reconciled', 'funded') then coalesce(b.processor_cents, b.net_cents)
          else 0 end as cents,
        case when b.state in ('reconciled', 'funded') then b.fee_cents else 0 end as fee) s
      full join (
        select business_id, batch_id, -sum(cents) filter (where account like 'receivable:%') as cents,
          sum(cents) filter (where account = 'platform_fees') as fee,
          sum(cents) filter (where account = 'clearing') as clearing
        from (
          select t.business_id, t.batch_id, side.account, side.cents
          from transfers t
          cross join lateral (values (t.debit, t.cents), (t.credit, -t.cents)) as side(account, cents)
          where t.batch_id is not null
        ) sides
        group by business_id, batch_id
      ) t on t.business_id = b.business_id and t.batch_id = b.id
      where b.id is null or s.cents <> coalesce(t.cents, 0) or s.fee <> coalesce(t.fee, 0)
        or s.cents - s.fee <> coalesce(t.clearing, 0)`,
  },
];

/**
 * For processors that settle by their own clock: a capture or refund must be in a report within days. One that is in no
 * report was perhaps undone there, and nobody owes us its money.
 */
export function unreportedRule(now: Date): Rule {
  return {
    name: 'in_no_report',
    sql: `
      select o.business_id, o.payment_id, format(
        'its %s of %s is in no report of what %s settled', o.what, o.done_at, o.processor) as says
      from (
        select p.business_id, p.id as payment_id, p.processor, 'capture' as what,
          coalesce(c.finished_at, p.finished_at) as done_at
        from payments p
        left join followups c on c.business_id = p.business_id and c.payment_id = p.id
          and c.kind = 'capture' and c.state = 'succeeded'
        where p.state = 'captured' and p.batch_id is null
        union all
        select business_id, payment_id, processor, kind, finished_at from followups
        where kind = 'refund' and state = 'succeeded' and batch_id is null
      ) o
      join processor_accounts a on a.business_id = o.business_id and a.name = o.processor
      where o.done_at < $1`,
    values: [new Date(now.getTime() - 3 * dayMs)],
  };
}
