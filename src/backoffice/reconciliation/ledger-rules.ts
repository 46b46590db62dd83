import type { Rule } from './table-rules.ts';

const income = `('sales', 'tax', 'tip', 'fees')`;
const payable = `('clearing', 'platform_fees')`;

/*
 * The balances that the ledger must have for a payment. A card payment: the processor's debt for it, until it was
 * voided; disputes take from 'clearing'. A bank payment: the account where its money stands; payouts and fees are taken
 * from 'clearing'.
 */
const expected = `
  select p.business_id, p.id as payment_id, p.processor,
    case when p.method = 'card' then p.taken - p.refunded_cents
      when p.state = 'originated' then p.taken - p.returned else 0 end as receivable,
    case when p.method = 'bank' and p.state = 'settled' then p.taken - p.returned else 0 end as held,
    case when p.method = 'card' then -p.disputed_cents
      else (case when p.state = 'available' then p.taken - p.returned else 0 end)
        - p.refunded_cents end as payable,
    case when p.is_test then 0 else p.returned end as returns,
    case when p.is_test then 0 else p.refunded_cents end as refunds,
    p.disputed_cents as disputes,
    case when p.is_test then p.refunded_cents + p.returned - p.taken else 0 end as tests,
    case when p.is_test then 0 else -p.taken end as income
  from (
    select p.business_id, p.id, p.processor, p.method, p.state, p.is_test, p.refunded_cents, p.disputed_cents,
      case when p.method = 'card' and p.state <> 'voided' then p.captured_cents
        when p.method = 'bank' and p.state in ('originated', 'settled', 'available', 'returned')
          then p.approved_cents
        else 0 end as taken,
      case when p.method = 'card'
          or p.state not in ('originated', 'settled', 'available', 'returned') then 0
        else p.approved_cents - coalesce(e.cents, 0) end as returned
    from payments p
    left join (
      -- What was presented again may be another amount.
      select distinct on (business_id, payment_id) business_id, payment_id, amount_cents as cents
      from ach_entries where kind = 'debit' and state in ('originated', 'settled', 'available')
      order by business_id, payment_id, presentment desc
    ) e on e.business_id = p.business_id and e.payment_id = p.id and p.method = 'bank'
  ) p`;

const accounts = [
  'receivable',
  'held',
  'payable',
  'returns',
  'refunds',
  'disputes',
  'tests',
  'income',
] as const;

/** SQL: an account of the ledger counts as this one, for a payment of processor `p.processor`. */
const isOne = (account: string, one: (typeof accounts)[number]): string => {
  switch (one) {
    case 'receivable':
      return `${account} = 'receivable:' || p.processor`;
    case 'income':
      return `${account} in ${income}`;
    case 'payable':
      return `${account} in ${payable}`;
    case 'held':
    case 'returns':
    case 'refunds':
    case 'disputes':
    case 'tests':
      return `${account} = '${one}'`;
  }
};
const isKnown = (account: string) => `(${accounts.map((one) => isOne(account, one)).join(' or ')})`;

/** All that was moved for a payment: by itself, or by one of its entries. */
const ofPayments = `
  select t.business_id, coalesce(t.payment_id, e.payment_id) as payment_id, t.debit, t.credit, t.cents
  from transfers t
  left join ach_entries e on e.business_id = t.business_id and e.id = t.entry_id
  where coalesce(t.payment_id, e.payment_id) is not null`;

/**
 * Payments with an account that differs, or with an account that moved although they do not have it: one row for each
 * payment, since to add up a row for each account of each payment takes ten times as long.
 */
const differing = `
  select p.business_id, p.payment_id
  from (${expected}) p
  left join (
    select t.business_id, t.payment_id,
      ${accounts
        .map(
          (one) =>
            `sum(t.cents * ((${isOne('t.debit', one)})::int - (${isOne('t.credit', one)})::int)) as ${one}`,
        )
        .join(',\n      ')},
      bool_or(not ${isKnown('t.debit')} or not ${isKnown('t.credit')}) as is_other
    from (${ofPayments}) t
    join payments p on p.business_id = t.business_id and p.id = t.payment_id
    group by t.business_id, t.payment_id
  ) m on m.business_id = p.business_id and m.payment_id = p.payment_id
  where coalesce(m.is_other, false)
    or ${accounts.map((one) => `p.${one} <> coalesce(m.${one}, 0)`).join(' or ')}`;

export const ledgerRules: readonly Rule[] = [
  {
    name: 'ledger_differs',
    sql: `
      with differing as materialized (${differing})
      select p.business_id, p.id as payment_id, format(
        'it is %s over %s cents, %s captured and %s refunded, and the ledger has %s', p.state,
        p.amount_cents, p.captured_cents, p.refunded_cents,
        string_agg(format('%s cents at %s, not %s', d.is, d.account, d.should), ', ' order by d.account)
        ) as says
      from (
        select business_id, payment_id, account, sum(is_cents) as is, sum(should_cents) as should
        from (
          select t.business_id, t.payment_id, case
              ${accounts.map((one) => `when ${isOne('side.account', one)} then '${one}'`).join(' ')}
              else side.account end as account,
            side.cents as is_cents, 0 as should_cents
          from (${ofPayments}) t
          join differing using (business_id, payment_id)
          join payments p on p.business_id = t.business_id and p.id = t.payment_id
          cross join lateral (values (t.debit, t.cents), (t.credit, -t.cents)) as side(account, cents)
          union all
          select p.business_id, p.payment_id, s.account, 0, s.cents
          from (${expected}) p
          join differing using (business_id, payment_id)
          cross join lateral (values ${accounts.map((one) => `('${one}', p.${one})`).join(', ')})
            as s(account, cents)
        ) both_sides
        group by business_id, payment_id, account
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
            case when p.method = 'bank' then p.approved_cents else p.captured_cents end as taken,
            case when line->>'kind' = 'fee' then 'fees' else line->>'kind' end as account,
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
      left join (
        select t.business_id, t.payment_id, side.account, sum(side.cents) as cents
        from (${ofPayments}) t
        cross join lateral (values (t.debit, t.cents), (t.credit, -t.cents)) as side(account, cents)
        where side.account in ('tax', 'tip', 'fees')
        group by t.business_id, t.payment_id, side.account
      ) m on m.business_id = s.business_id and m.payment_id = s.id and m.account = s.account
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
