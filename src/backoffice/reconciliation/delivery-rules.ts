import type { Rule } from './table-rules.ts';

/** Deliveries of webhooks: one for each event, unless a replay was requested, and none left over. */
export const deliveryRules: readonly Rule[] = [
  {
    name: 'delivery_left',
    sql: `
      select d.business_id, null::bigint as payment_id, format(
        'delivery %s waits, and nothing that it waits for is under way', d.id) as says
      from (
        -- The first of each object waits for nothing.
        select distinct on (business_id, kind, object_id) business_id, id, due_at
        from deliveries where finished_at is null order by business_id, kind, object_id, sequence
      ) d
      where d.due_at is null`,
  },
  {
    name: 'delivered_twice',
    sql: `
      select business_id, null::bigint as payment_id, format(
        'event %s has %s deliveries that nobody asked for', event_id, count(*)) as says
      from deliveries where not is_replay group by business_id, event_id having count(*) > 1`,
  },
  {
    name: 'told_both_ways',
    sql: `
      select d.business_id, null::bigint as payment_id, format(
        'event %s was given to delivery %s and is still to be told', d.event_id, d.id) as says
      from deliveries d
      join events e on e.business_id = d.business_id and e.id = d.event_id
      where e.untold && '{webhook}'`,
  },
  {
    name: 'delivered_unheard',
    sql: `
      select d.business_id, null::bigint as payment_id, format(
        'delivery %s counts as %s, and the log has no such try', d.id, d.state) as says
      from deliveries d
      where d.state = 'succeeded' and not exists (
        select from delivery_tries t
        where t.business_id = d.business_id and t.delivery_id = d.id and t.outcome = 'succeeded')`,
  },
];
