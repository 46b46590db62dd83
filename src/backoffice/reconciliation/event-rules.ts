import { courses } from '../../payments/follow-ups/follow-up.ts';
import { charged, unsettled, voidedPayments } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

const done = Object.entries(courses)
  .map(([kind, { event }]) => `when '${kind}' then '${event}'`)
  .join(' ');

/** The events that must exist, one for each fact, with the follow-up they belong to. */
const facts = `
  select business_id, id as object_id, 'payment.' || case
      when state not in ${charged} then state
      when method = 'bank' then 'queued'
      when capture then 'captured'
      else 'authorized' end as kind, '' as followup
  from payments where state not in ${unsettled}
  union all
  select business_id, id, 'payment.expired', '' from payments where state = 'expired'
  union all
  select business_id, payment_id, case
      when state = 'succeeded' then case kind ${done} end
      else 'payment.' || kind || '_failed' end, id::text
  from followups where state in ('succeeded', 'failed', 'returned')
  union all
  -- What came back had succeeded before.
  select business_id, payment_id, 'payment.refunded', id::text
  from followups where state = 'returned'
  union all
  -- What was taken for not done, and was booked after all, had failed before.
  select f.business_id, f.payment_id, 'payment.' || f.kind || '_failed', f.id::text
  from followups f
  join open_questions q on q.business_id = f.business_id and q.kind = 'followup_contradicted'
    and q.object_kind = 'followup' and q.object_id = f.id
  where f.state <> 'failed'
  union all
  select e.business_id, e.payment_id, 'payment.' || step.kind, ''
  from ach_entries e
  left join (${voidedPayments}) f on f.business_id = e.business_id and f.payment_id = e.payment_id
  cross join lateral (values
    ('settled', e.settled_at is not null),
    ('available', e.state in ('available', 'late_returned')),
    ('returned', e.returned_at is not null),
    -- It came back before, and waited to be presented again in vain; who voided that is told of the void.
    ('returned', e.presentment > 1 and e.state = 'canceled' and f.payment_id is null),
    ('represented', e.presentment > 1)
  ) as step(kind, happened)
  where e.kind = 'debit' and step.happened`;

/**
 * The events that exist. An unknown outcome may be reported before the final one; entries of a rejected file are sent
 * again.
 */
const told = `
  select business_id, object_id, kind, coalesce(data->>'followUpId', '') as followup
  from events
  where kind like 'payment.%' and kind not in ('payment.unknown', 'payment.originated',
    'payment.account_validating', 'payment.account_validated', 'payment.receipt_requested')`;

export const eventRules: readonly Rule[] = [
  {
    name: 'event_count',
    sql: `
      select business_id, object_id as payment_id, string_agg(format('%s%s happened %s times and was told %s times',
        kind, case when followup = '' then '' else ' by ' || followup end, happened, told), ', ' order by kind) as says
      from (
        select business_id, object_id, kind, followup, count(*) filter (where not is_told) as happened,
          count(*) filter (where is_told) as told
        from (select f.*, false as is_told from (${facts}) f union all select t.*, true from (${told}) t) both_sides
        group by business_id, object_id, kind, followup
        having count(*) filter (where not is_told) <> count(*) filter (where is_told)
      ) d
      join (select business_id, id as object_id from payments) p using (business_id, object_id)
      group by business_id, object_id`,
  },
  {
    name: 'unknown_untold',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s, and it was told %s times that it is unknown', p.state, coalesce(e.times, 0)) as says
      from payments p
      left join (
        select business_id, object_id, count(*) as times from events where kind = 'payment.unknown'
        group by business_id, object_id
      ) e on e.business_id = p.business_id and e.object_id = p.id
      where coalesce(e.times, 0) > case when p.state = 'processing' then 0 else 1 end
        or coalesce(e.times, 0) < case when p.state = 'unknown' then 1 else 0 end`,
  },
  {
    name: 'origination_untold',
    sql: `
      select e.business_id, e.payment_id, format(
        '%s of its entries went to the bank, and that was told %s times', count(*),
        coalesce(max(t.times), 0)) as says
      from ach_entries e
      left join (
        select business_id, object_id, count(*) as times from events where kind = 'payment.originated'
        group by business_id, object_id
      ) t on t.business_id = e.business_id and t.object_id = e.payment_id
      where e.kind = 'debit' and e.trace_number is not null
      group by e.business_id, e.payment_id
      having count(*) > coalesce(max(t.times), 0)`,
  },
  {
    name: 'batch_untold',
    sql: `
      select b.business_id, null as payment_id, format(
        'batch %s is %s, and of its events there are %s', b.id, b.state,
        coalesce(string_agg(e.kind, ', ' order by e.kind), 'none')) as says
      from batches b
      left join events e on e.business_id = b.business_id and e.object_id = b.id
        and e.kind like 'batch.%'
      group by b.business_id, b.id, b.state
      having count(e.id) filter (where e.kind = 'batch.reconciled')
          <> (b.state in ('reconciled', 'funded'))::int
        or count(e.id) filter (where e.kind = 'batch.closed')
          <> (b.state in ('reconciled', 'funded'))::int
        or count(e.id) filter (where e.kind = 'batch.mismatch') > 1
        or b.state = 'mismatch' and count(e.id) <> 1`,
  },
];
