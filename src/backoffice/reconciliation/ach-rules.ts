import { bool, text } from '../../runtime/column.ts';
import { rowSet } from '../../runtime/table.ts';
import { latestDebits } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

/** The required facts of an entry in this state, and of the payment whose latest debit it is. */
type Fit = {
  readonly filed: boolean;
  readonly traced: boolean;
  readonly cameBack: boolean;
  /** By payments that wait to be presented again, too. */
  readonly payments: readonly string[];
};

const waits = { filed: false, traced: false, cameBack: false, payments: ['queued', 'returned'] };
const went = { filed: true, traced: true, cameBack: false };
const cameBack = { ...went, cameBack: true, payments: ['returned'] };

const fits: Readonly<Record<string, Fit>> = {
  queued: waits,
  filed: { ...waits, filed: true },
  originated: { ...went, payments: ['originated'] },
  settled: { ...went, payments: ['settled'] },
  available: { ...went, payments: ['available'] },
  returned: cameBack,
  late_returned: cameBack,
  canceled: { ...waits, payments: ['voided', 'returned'] },
};

const states = rowSet({ state: text, filed: bool, traced: bool, cameBack: bool });
const stateRows = Object.entries(fits).map(([state, { payments: _, ...fit }]) => ({
  state,
  ...fit,
}));
const pairs = rowSet({ entry: text, payment: text });
const pairRows = Object.entries(fits).flatMap(([entry, { payments }]) =>
  payments.map((payment) => ({ entry, payment })),
);

export const achRules: readonly Rule[] = [
  {
    name: 'entry_not_legal',
    sql: `
      select e.business_id, e.payment_id, format(
        '%s %s is %s: in file %s as %s, settled %s, returned as %s', e.kind, e.id, e.state,
        coalesce(e.file_id::text, 'none'), coalesce(e.trace_number, 'nothing'),
        coalesce(e.settled_at::text, 'never'), coalesce(e.return_code, 'nothing')) as says
      from ach_entries e
      where (e.state, e.file_id is not null, e.trace_number is not null, e.return_code is not null)
          not in (select state, filed, traced, came_back from ${states.sql})
        or (e.return_code is null) <> (e.returned_at is null)
        or (e.trace_number is null) <> (e.effective_on is null)
        or e.state in ('available', 'late_returned') and e.kind <> 'debit'
        or e.state in ('settled', 'available', 'late_returned') and e.settled_at is null
        or e.state in ('queued', 'filed', 'originated', 'canceled') and e.settled_at is not null
        or (e.payment_id is not null) <> (e.kind in ('debit', 'credit'))
        or (e.followup_id is not null) <> (e.kind = 'credit')
        or (e.represents_id is not null) <> (e.presentment > 1)`,
    values: states.encode(stateRows),
  },
  {
    name: 'entry_of_payment',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s, and its latest entry is %s', p.state, coalesce(e.state, 'missing')) as says
      from payments p
      left join (${latestDebits}) e on e.business_id = p.business_id and e.payment_id = p.id
      where p.method = 'bank' and p.approved_cents > 0 and (
        (coalesce(e.state, ''), p.state) not in (select entry, payment from ${pairs.sql})
        or e.presentment = 1 and e.amount_cents <> p.approved_cents
        -- While it is to be presented again, the order is its own.
        or p.state = 'returned' and p.holds_order <> (e.state in ('queued', 'filed')))`,
    values: pairs.encode(pairRows),
  },
  {
    name: 'entry_presented',
    sql: `
      select e.business_id, e.payment_id, format(
        'entry %s presents it for time %s in place of %s', e.id, e.presentment,
        coalesce(b.id || ' that is ' || b.state, 'nothing')) as says
      from ach_entries e
      left join ach_entries b on b.business_id = e.business_id and b.id = e.represents_id
        and b.payment_id = e.payment_id and b.presentment = e.presentment - 1
      where e.presentment > 1 and coalesce(b.state, '') not in ('returned', 'late_returned')
      union all
      select business_id, payment_id, format('it is presented %s times for time %s', count(*), presentment)
      from ach_entries where kind = 'debit'
      group by business_id, payment_id, presentment having count(*) > 1`,
  },
  {
    name: 'credit_of_refund',
    sql: `
      select coalesce(f.business_id, e.business_id) as business_id,
        coalesce(f.payment_id, e.payment_id) as payment_id, format(
        'refund %s over %s cents is %s, and its entry over %s is %s', f.id, f.amount_cents,
        coalesce(f.state, 'missing'), e.amount_cents, coalesce(e.state, 'missing')) as says
      from (select * from followups where processor = 'ach' and kind = 'refund') f
      full join (select * from ach_entries where kind = 'credit') e
        on e.business_id = f.business_id and e.followup_id = f.id and e.payment_id = f.payment_id
      where f.id is null or e.id is null or e.amount_cents <> f.amount_cents
        or f.state <> case when e.state in ('returned', 'canceled') then 'returned' else 'succeeded' end`,
  },
  {
    name: 'refund_of_returned',
    sql: `
      select e.business_id, e.payment_id, format(
        'it came back, and its refund %s over %s cents is still to be sent', e.followup_id, e.amount_cents) as says
      from ach_entries e
      join payments p on p.business_id = e.business_id and p.id = e.payment_id
      where e.kind = 'credit' and e.state = 'queued' and p.state = 'returned'`,
  },
  {
    name: 'deposit_ledger',
    sql: `
      select e.business_id, null as payment_id, format(
        'deposit %s over %s cents is %s, and the ledger has %s at the bank', e.id, e.amount_cents, e.state,
        coalesce(t.cents, 0)) as says
      from ach_entries e
      left join (
        select business_id, entry_id,
          sum(case when debit = 'bank' then cents when credit = 'bank' then -cents else 0 end) as cents
        from transfers where entry_id is not null group by business_id, entry_id
      ) t on t.business_id = e.business_id and t.entry_id = e.id
      where e.kind = 'deposit' and coalesce(t.cents, 0)
        <> case when e.state in ('originated', 'settled') then e.amount_cents else 0 end`,
  },
];
