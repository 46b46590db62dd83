/*
 * The rules that explain the ledger. Statements take the business as $1, or null for all, and read whole tables once.
 * Scope: all; reads only.
 */
const ofBusiness = (alias: string) => `($1::bigint is null or ${alias}.business_id = $1)`;

/** A debit whose file was accepted by the bank. */
const wentOut = `state not in ('queued', 'filed', 'canceled')`;

/** Sales, tax, tips and fees together are income; the invoice has the parts. */
const plain = (account: string) =>
  `case when ${account} in ('sales', 'tax', 'tip', 'fees') then 'income' else ${account} end`;

/**
 * The expected movement on each account for each payment, batch and payout, beside the actual one. Fees of bank
 * transfers follow the terms of their day, which are not kept: another rule checks them.
 */
export const differences = `
with cards as (
  select business_id, id, 'receivable:' || processor as receivable, is_test, refunded_cents as refunded,
    case when state = 'voided' then 0 else captured_cents end as taken
  from payments p where method = 'card' and ${ofBusiness('p')}
),
debits as (
  select e.business_id, e.payment_id as id, 'receivable:' || p.processor as receivable, e.state,
    e.amount_cents as cents, e.presentment > 1 as is_again,
    case when p.is_test then 'tests' else 'income' end as income,
    case when p.is_test then 'tests' else 'returns' end as returns
  from ach_entries e
  join payments p on p.business_id = e.business_id and p.id = e.payment_id
  where e.kind = 'debit' and e.${wentOut} and ${ofBusiness('e')}
),
batched as (
  select business_id, id, 'receivable:' || processor as receivable, fee_cents as fee,
    coalesce(processor_cents, net_cents) as paid
  from batches b where state in ('reconciled', 'funded') and ${ofBusiness('b')}
),
deposits as (
  select business_id, id, amount_cents as cents from ach_entries e
  where kind = 'deposit' and ${wentOut} and state not in ('returned', 'late_returned')
    and ${ofBusiness('e')}
),
micros as (
  select business_id, id, case when kind = 'micro_credit' then amount_cents else -amount_cents end as cents
  from ach_entries e
  where kind in ('micro_credit', 'micro_debit') and ${wentOut} and state <> 'returned' and ${ofBusiness('e')}
),
disputed as (
  select business_id, payment_id as id, sum(taken_cents) as cents from disputes d
  where payment_id is not null and ${ofBusiness('d')} group by business_id, payment_id
),
explained (business_id, object, id, account, cents) as (
  select business_id, 'payment', id, 'disputes', cents from disputed
  union all
  select business_id, 'payment', id, 'clearing', -cents from disputed
  union all
  select business_id, 'payment', id, receivable, taken - refunded from cards
  union all
  select business_id, 'payment', id, case when is_test then 'tests' else 'income' end, -taken from cards
  union all
  select business_id, 'payment', id, case when is_test then 'tests' else 'refunds' end, refunded from cards
  union all
  select business_id, 'payment', id, case when is_test then 'tests' else 'refunds' end, refunded_cents
  from payments p where method = 'bank' and refunded_cents > 0 and ${ofBusiness('p')}
  union all
  select business_id, 'payment', id, 'clearing', -refunded_cents
  from payments p where method = 'bank' and refunded_cents > 0 and ${ofBusiness('p')}
  union all
  select business_id, 'payment', id, case when is_again then returns else income end, -cents from debits
  union all
  select business_id, 'payment', id, case when state = 'originated' then receivable
    when state = 'settled' then 'held' when state = 'available' then 'clearing' else returns end, cents
  from debits
  union all
  select business_id, 'batch', id, 'clearing', paid - fee from batched
  union all
  select business_id, 'batch', id, receivable, -paid from batched
  union all
  select business_id, 'batch', id, 'platform_fees', fee from batched
  union all
  select business_id, 'deposit', id, 'bank', cents from deposits
  union all
  select business_id, 'deposit', id, 'clearing', -cents from deposits
  union all
  select business_id, 'micro-deposit', id, 'micro_deposits', cents from micros
  union all
  select business_id, 'micro-deposit', id, 'clearing', -cents from micros
),
moved as (
  select t.business_id,
    case when payment_id is not null then 'payment' when batch_id is not null then 'batch'
      when 'micro_deposits' in (debit, credit) then 'micro-deposit' else 'deposit' end as object,
    coalesce(payment_id, batch_id, entry_id) as id, side.account, side.cents
  from transfers t
  cross join lateral (values (${plain('debit')}, cents), (${plain('credit')}, -cents)) side (account, cents)
  where ${ofBusiness('t')} and not (debit = 'platform_fees' and credit = 'clearing' and entry_id is not null)
)
select business_id, object, id, account, sum(moved)::bigint as moved,
  sum(explained)::bigint as explained, case when object = 'payment' then id end as payment_id
from (
  select business_id, object, id, account, 0 as moved, cents as explained from explained
  union all
  select business_id, object, id, account, cents, 0 from moved
) both_sides
group by business_id, object, id, account
having sum(moved) <> sum(explained)
order by business_id, object, id, account`;

type LedgerRule = { readonly name: string; readonly statement: string };

const broken = (says: string, payment = 'null::bigint') =>
  `o.business_id, ${payment} as payment_id, ${says} as says`;

export const ledgerRules: readonly LedgerRule[] = [
  {
    name: 'currency_differs',
    statement: `
      select ${broken(
        `format('%s cents were moved in %s by what is in %s', o.cents, o.currency,
        coalesce(p.currency, b.currency, 'USD'))`,
        'o.payment_id',
      )}
      from transfers o
      left join payments p on p.business_id = o.business_id and p.id = o.payment_id
      left join batches b on b.business_id = o.business_id and b.id = o.batch_id
      where ${ofBusiness('o')} and o.currency <> coalesce(p.currency, b.currency, 'USD')`,
  },
  {
    name: 'batch_currency_differs',
    statement: `
      select ${broken(`format('it is in %s, and in a batch in %s', o.currency, b.currency)`, 'o.id')}
      from payments o
      join batches b on b.business_id = o.business_id and b.id = o.batch_id
      where ${ofBusiness('o')} and o.currency <> b.currency`,
  },
  {
    name: 'batch_items_differ',
    statement: `
      select ${broken(`format('batch %s counts %s items and %s cents, and in it are %s and %s', o.id,
        o.item_count, o.net_cents, coalesce(i.count, 0), coalesce(i.cents, 0))`)}
      from batches o
      left join (
        select business_id, batch_id, count(*) as count, sum(cents) as cents from (
          select business_id, batch_id, captured_cents as cents from payments where batch_id is not null
          union all
          select business_id, batch_id, -amount_cents from followups where batch_id is not null
        ) items group by business_id, batch_id
      ) i on i.business_id = o.business_id and i.batch_id = o.id
      where ${ofBusiness('o')} and (o.item_count, o.net_cents) <> (coalesce(i.count, 0), coalesce(i.cents, 0))`,
  },
  {
    name: 'batch_state_differs',
    statement: `
      select ${broken(`format('it is %s in a batch that is %s', o.state, coalesce(b.state, 'not there'))`, 'o.id')}
      from payments o
      left join batches b on b.business_id = o.business_id and b.id = o.batch_id
      where o.method = 'card' and ${ofBusiness('o')} and (
        (o.batch_id is not null and o.state is distinct from case when b.state in ('reconciled', 'funded')
          then 'settled' when b.state is not null then 'captured' end)
        or (o.batch_id is null and o.state = 'settled') or (o.batch_id is not null and o.is_test))`,
  },
  {
    name: 'refund_batch_differs',
    statement: `
      select ${broken(`format('its %s %s is %s, in batch %s', o.kind, o.id, o.state, o.batch_id)`, 'o.payment_id')}
      from followups o
      left join batches b on b.business_id = o.business_id and b.id = o.batch_id
      where o.batch_id is not null and ${ofBusiness('o')}
        and (b.id is null or o.kind <> 'refund' or o.state <> 'succeeded')`,
  },
  {
    name: 'left_out_of_batches',
    statement: `
      select ${broken(`'it is captured, and no closing will read it: the mark is past it'`, 'o.id')}
      from payments o
      join batch_marks m on m.business_id = o.business_id and m.processor = o.processor
        and m.from_payment_id > o.id
      where o.state = 'captured' and o.batch_id is null and not o.is_test and ${ofBusiness('o')}`,
  },
  {
    name: 'refunds_differ',
    statement: `
      select ${broken(
        `format('%s cents were refunded and %s are on their way, and its refunds say %s and %s',
        o.refunded_cents, o.refunding_cents, coalesce(f.done, 0), coalesce(f.open, 0))`,
        'o.id',
      )}
      from payments o
      left join (
        select business_id, payment_id, sum(amount_cents) filter (where state = 'succeeded') as done,
          sum(amount_cents) filter (where state in ('processing', 'unknown')) as open
        from followups where kind = 'refund' group by business_id, payment_id
      ) f on f.business_id = o.business_id and f.payment_id = o.id
      where ${ofBusiness('o')}
        and (o.refunded_cents, o.refunding_cents) <> (coalesce(f.done, 0), coalesce(f.open, 0))`,
  },
  {
    name: 'dispute_differs',
    statement: `
      select ${broken(
        `format('disputes took %s cents of it, and it counts %s', coalesce(d.cents, 0),
        o.disputed_cents)`,
        'o.id',
      )}
      from payments o
      left join (
        select business_id, payment_id, sum(taken_cents) as cents from disputes
        where payment_id is not null group by business_id, payment_id
      ) d on d.business_id = o.business_id and d.payment_id = o.id
      where ${ofBusiness('o')} and o.disputed_cents <> coalesce(d.cents, 0)`,
  },
  {
    name: 'deposit_differs',
    statement: `
      select ${broken(`format('batch %s is %s, and its deposit is %s', o.id, o.state,
        coalesce(e.state, o.deposit_id::text || ', which is not there', 'not made'))`)}
      from batches o
      left join ach_entries e on e.business_id = o.business_id and e.id = o.deposit_id and e.kind = 'deposit'
      where ${ofBusiness('o')} and ((o.state = 'funded') <> (e.id is not null)
        or (o.deposit_id is not null and e.id is null))`,
  },
  {
    name: 'deposits_too_large',
    statement: `
      select ${broken(`format('%s cents of deposits wait for their file, and clearing holds %s',
        o.cents, coalesce(c.cents, 0))`)}
      from (
        select business_id, sum(amount_cents) as cents from ach_entries
        where kind = 'deposit' and state in ('queued', 'filed') group by business_id
      ) o
      left join (
        select business_id, sum(case when debit = 'clearing' then cents else -cents end) as cents
        from transfers
        -- Refunds and disputes since then may leave less than there was when the payout was made.
        where currency = 'USD' and (debit = 'clearing' or credit = 'clearing' and debit not in ('returns', 'tests', 'platform_fees',
          'refunds', 'disputes') and debit not like 'receivable:%')
        group by business_id
      ) c on c.business_id = o.business_id
      where ${ofBusiness('o')} and o.cents > coalesce(c.cents, 0)`,
  },
  {
    name: 'stage_differs',
    statement: `
      select ${broken(
        `format('it is %s with %s cents taken, and its last bank transfer is %s over %s', o.state,
        o.captured_cents, coalesce(e.state, 'not there'), e.amount_cents)`,
        'o.id',
      )}
      from payments o
      left join (
        select distinct on (business_id, payment_id) business_id, payment_id, state, presentment, amount_cents
        from ach_entries where kind = 'debit' order by business_id, payment_id, presentment desc, id desc
      ) e on e.business_id = o.business_id and e.payment_id = o.id
      where o.method = 'bank' and o.state not in ('processing', 'unknown', 'canceled', 'declined')
        and ${ofBusiness('o')} and (
          o.state is distinct from case when e.state in ('returned', 'late_returned') then 'returned'
            when e.state in ('queued', 'filed', 'canceled') and e.presentment > 1 then 'returned'
            when e.state = 'filed' then 'queued' when e.state = 'canceled' then 'voided' else e.state end
          or (o.state in ('settled', 'available') and o.captured_cents <> e.amount_cents))`,
  },
  {
    name: 'fee_without_cause',
    statement: `
      select ${broken(
        `format('%s fees were taken for bank transfer %s, which is %s', count(*), o.entry_id,
        coalesce(min(e.state), 'not there'))`,
        'min(o.payment_id)',
      )}
      from transfers o
      left join ach_entries e on e.business_id = o.business_id and e.id = o.entry_id
      where o.debit = 'platform_fees' and o.entry_id is not null and ${ofBusiness('o')}
      group by o.business_id, o.entry_id
      having count(*) > case when min(e.state) in ('available', 'returned') then 1
        when min(e.state) = 'late_returned' then 2 else 0 end`,
  },
];
