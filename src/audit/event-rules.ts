import { courses } from '../followups/followup.ts';
import { charged, unsettled } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

const done = Object.entries(courses)
  .map(([kind, { event }]) => `when '${kind}' then '${event}'`)
  .join(' ');

/** Every fact of which the world must be told, once each, and which follow-up it belongs to. */
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
  from followups where state in ('succeeded', 'failed')
  union all
  -- What went to a bank account had succeeded, before it came back.
  select business_id, payment_id, 'payment.refunded', id::text
  from followups where kind = 'refund' and processor = 'ach' and state = 'failed'`;

const told = `
  select business_id, object_id, kind, coalesce(data->>'followUpId', '') as followup
  from events where kind like 'payment.%' and kind <> 'payment.unknown'`;

export const eventRules: readonly Rule[] = [
  {
    name: 'event_count',
    sql: `
      select business_id, object_id as payment_id, string_agg(format('%s%s happened %s times and was told %s times',
        kind, case when followup = '' then '' else ' by ' || followup end, coalesce(f.times, 0),
        coalesce(t.times, 0)), ', ' order by kind) as says
      from (select business_id, object_id, kind, followup, count(*) as times from (${facts}) f
        group by 1, 2, 3, 4) f
      full join (select business_id, object_id, kind, followup, count(*) as times from (${told}) t
        group by 1, 2, 3, 4) t using (business_id, object_id, kind, followup)
      join (select business_id, id as object_id from payments) p using (business_id, object_id)
      where coalesce(f.times, 0) <> coalesce(t.times, 0)
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
];
