import type { Rule } from './table-rules.ts';

/** Compares the money that disputes took: by the disputes, by the payment, by the ledger, and as reported. */
export const disputeRules: readonly Rule[] = [
  {
    name: 'dispute_row',
    sql: `
      select business_id, payment_id, format(
        'its dispute %s of %s cents is %s, and the bank has %s', id, amount_cents, state, taken_cents) as says
      from disputes
      where case when state = 'inquiry' then taken_cents <> 0 when state = 'won' then taken_cents > amount_cents
        else taken_cents <> amount_cents end`,
  },
  {
    name: 'dispute_sum',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'its disputes took %s cents, and it counts %s', coalesce(d.cents, 0), p.disputed_cents) as says
      from payments p
      left join (
        select business_id, payment_id, sum(taken_cents) as cents from disputes
        where payment_id is not null group by business_id, payment_id
      ) d on d.business_id = p.business_id and d.payment_id = p.id
      where p.disputed_cents <> coalesce(d.cents, 0)`,
  },
  {
    name: 'dispute_ledger',
    sql: `
      select coalesce(d.business_id, t.business_id) as business_id, coalesce(d.payment_id, t.payment_id) as payment_id,
        format('its dispute %s took %s cents, and the ledger has %s', coalesce(d.id, t.dispute_id),
          coalesce(d.taken_cents, 0), coalesce(t.cents, 0)) as says
      from (select * from disputes where payment_id is not null) d
      full join (
        select business_id, payment_id, dispute_id,
          sum(case when debit = 'disputes' then cents when credit = 'disputes' then -cents else 0 end) as cents
        from transfers where dispute_id is not null group by business_id, payment_id, dispute_id
      ) t on t.business_id = d.business_id and t.dispute_id = d.id and t.payment_id = d.payment_id
      where coalesce(d.taken_cents, 0) <> coalesce(t.cents, 0)`,
  },
  {
    name: 'dispute_untold',
    sql: `
      select d.business_id, d.payment_id, format('its dispute %s is %s, and nobody was told', d.id, d.state) as says
      from disputes d
      left join (
        select distinct business_id, object_id, data ->> 'disputeId' as dispute, data ->> 'disputeState' as state
        from events where kind like 'dispute.%'
      ) e on e.business_id = d.business_id and e.object_id = d.payment_id and e.dispute = d.id::text
        and e.state = d.state
      where d.payment_id is not null and e.dispute is null`,
  },
];
