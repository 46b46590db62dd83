import type { Rule } from './table-rules.ts';

/** What each payment moved, account by account: debits above zero, credits below. */
const moved = `
  select t.business_id, coalesce(t.payment_id, e.payment_id) as payment_id, side.account,
    sum(side.cents) as cents
  from transfers t
  left join ach_entries e on e.business_id = t.business_id and e.id = t.entry_id
  cross join lateral (values (t.debit, t.cents), (t.credit, -t.cents)) as side(account, cents)
  where coalesce(t.payment_id, e.payment_id) is not null
  group by 1, 2, 3`;

const income = `('sales', 'tax', 'tip', 'fees')`;

/*
 * What the ledger must say of a payment. Of a card: what the processor owes for it, until it was voided. Of a bank
 * account: where the money stands; what was paid out of it, and what it cost, is taken from 'clearing'.
 */
const should = `
  select business_id, id as payment_id, s.account, s.cents
  from (
    select p.*,
      case when p.method = 'card' and p.state <> 'voided' then p.captured_cents
        when p.method = 'bank' and p.state in ('originated', 'settled', 'available', 'returned')
          then p.approved_cents
        else 0 end as taken,
      case when p.method = 'card'
          or p.state not in ('originated', 'settled', 'available', 'returned') then 0
        else p.approved_cents - coalesce(e.cents, 0) end as returned
    from payments p
    left join lateral (
      -- What was presented again may be another amount.
      select amount_cents as cents from ach_entries e
      where e.business_id = p.business_id and e.payment_id = p.id and e.kind = 'debit'
        and e.state in ('originated', 'settled', 'available')
      order by presentment desc limit 1
    ) e on p.method = 'bank'
  ) p
  cross join lateral (values
    ('receivable', case when p.method = 'card' then p.taken - p.refunded_cents
      when p.state = 'originated' then p.taken - p.returned else 0 end),
    ('held', case when p.method = 'bank' and p.state = 'settled' then p.taken - p.returned else 0 end),
    ('payable', case when p.method = 'card' then 0
      else (case when p.state = 'available' then p.taken - p.returned else 0 end)
        - p.refunded_cents end),
    ('returns', case when p.is_test then 0 else p.returned end),
    ('refunds', case when p.is_test then 0 else p.refunded_cents end),
    ('tests', case when p.is_test then p.refunded_cents + p.returned - p.taken else 0 end),
    ('income', case when p.is_test then 0 else -p.taken end)
  ) as s(account, cents)
  where s.cents <> 0`;

export const ledgerRules: readonly Rule[] = [
  {
    name: 'ledger_differs',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s over %s cents, %s captured and %s refunded, and the ledger has %s', p.state,
        p.amount_cents, p.captured_cents, p.refunded_cents,
        string_agg(format('%s cents at %s, not %s', d.is, d.account, d.should), ', ' order by d.account)
        ) as says
      from (
        select business_id, payment_id, account, coalesce(m.cents, 0) as is,
          coalesce(s.cents, 0) as should
        from (
          select m.business_id, m.payment_id, case
              when m.account = 'receivable:' || p.processor then 'receivable'
              when m.account in ${income} then 'income'
              when m.account in ('clearing', 'platform_fees') then 'payable'
              else m.account end as account,
            sum(m.cents) as cents
          from (${moved}) m
          join payments p on p.business_id = m.business_id and p.id = m.payment_id
          group by 1, 2, 3
        ) m
        full join (${should}) s using (business_id, payment_id, account)
      ) d
      join payments p on p.business_id = d.business_id and p.id = d.payment_id
      where d.is <> d.should
      group by p.business_id, p.id`,
  },
  {
    name: 'ledger_split',
    sql: `
      select s.business_id, s.id as payment_id, format(
        'of %s cents the ledger has %s as %s, not %s', s.taken, -coalesce(m.cents, 0), s.account,
        s.cents) as says
      from (
        select business_id, id, account, taken, sum(greatest(0, least(cents, taken - before))) as cents
        from (
          select p.business_id, p.id,
            -- A debit that is presented again for less was booked when it was presented first.
            case p.method when 'bank' then p.approved_cents else p.captured_cents end as taken,
            case line->>'kind' when 'fee' then 'fees' else line->>'kind' end as account,
            (line->>'cents')::bigint as cents,
            coalesce(sum((line->>'cents')::bigint) over (
              partition by p.business_id, p.id order by place
              rows between unbounded preceding and 1 preceding), 0) as before
          from payments p
          join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
          cross join lateral json_array_elements(v.details->'lines') with ordinality as l(line, place)
          where line->>'kind' in ('tax', 'tip', 'fee') and p.captured_cents > 0
            and p.state <> 'voided' and not p.is_test
        ) lines
        group by business_id, id, account, taken
      ) s
      left join (${moved}) m on m.business_id = s.business_id and m.payment_id = s.id
        and m.account = s.account
      where s.cents <> -coalesce(m.cents, 0)`,
  },
  {
    name: 'ledger_cause',
    sql: `
      select t.business_id, max(t.payment_id) as payment_id, format(
        '%s cents at %s were moved by %s', sum(side.cents), side.account, case
          when f.id is null then 'nothing that is there' else f.kind || ' that is ' || f.state end) as says
      from transfers t
      cross join lateral (values (t.debit, t.cents), (t.credit, -t.cents)) as side(account, cents)
      left join followups f on f.business_id = t.business_id and f.id = t.followup_id
        and f.payment_id = t.payment_id
      where t.followup_id is not null and coalesce(f.state, '') <> 'succeeded'
      group by t.business_id, t.followup_id, side.account, f.id, f.kind, f.state
      having sum(side.cents) <> 0`,
  },
];
