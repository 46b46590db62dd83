import type { Rule } from './table-rules.ts';

/** The file of an entry: a sandbox business has its own, live ones share those of business 0. */
const named = `
  select e.*, case when b.environment = 'live' then 0 else b.business_id end as scope
  from ach_entries e join businesses b using (business_id)
  where e.file_id is not null`;

/** The rest are in a part of an earlier round, which its file does not have. */
const entries = `
  select e.* from (${named}) e
  where not exists (
    select from ach_file_parts p
    left join ach_files f on f.business_id = p.scope and f.id = p.file_id
    where p.business_id = e.business_id and p.scope = e.scope and p.file_id = e.file_id
      and p.state = 'filed' and (f.id is null or f.state <> 'collecting' and p.round < f.round))`;

export const fileRules: readonly Rule[] = [
  {
    name: 'file_sums',
    sql: `
      select f.business_id, null as payment_id, format(
        'file %s has %s entries, %s cents of debits and %s of credits; in it are %s, %s and %s', f.name,
        f.entry_count, f.debit_cents, f.credit_cents, count(e.id),
        coalesce(sum(e.amount_cents) filter (where e.kind in ('debit', 'micro_debit')), 0),
        coalesce(sum(e.amount_cents) filter (where e.kind not in ('debit', 'micro_debit')), 0)) as says
      from ach_files f
      left join (${entries}) e on e.scope = f.business_id and e.file_id = f.id
      where f.direction = 'out' and f.state in ('written', 'delivered')
      group by f.business_id, f.id
      having count(e.id) <> f.entry_count
        or coalesce(sum(e.amount_cents) filter (where e.kind in ('debit', 'micro_debit')), 0) <> f.debit_cents
        or coalesce(sum(e.amount_cents) filter (where e.kind not in ('debit', 'micro_debit')), 0) <> f.credit_cents`,
  },
  {
    name: 'file_of_entry',
    sql: `
      select e.business_id, e.payment_id, format(
        '%s %s is %s in file %s that is %s', e.kind, e.id, e.state, e.file_id,
        coalesce(f.state, 'missing')) as says
      from (${entries}) e
      left join ach_files f on f.business_id = e.scope and f.id = e.file_id and f.direction = 'out'
      where f.id is null
        or e.state = 'filed' and f.state not in ('collecting', 'written', 'rejecting', 'rejected')
        or e.state <> 'filed' and f.state not in ('written', 'delivered', 'rejecting', 'rejected')
        or f.state in ('written', 'delivered') and f.sha256 is null`,
  },
  {
    name: 'part_of_entry',
    sql: `
      select e.business_id, e.payment_id, format(
        '%s %s is %s in file %s, and the part of its business is %s', e.kind, e.id, e.state, e.file_id,
        coalesce(p.state, 'missing')) as says
      from (${named}) e
      left join ach_file_parts p
        on p.business_id = e.business_id and p.scope = e.scope and p.file_id = e.file_id
      left join ach_files f on f.business_id = e.scope and f.id = e.file_id
      where (e.state in ('filed', 'originated') or e.state = 'settled' and e.next_at is not null)
        and (p.state is null
          or f.state = 'delivered' and (p.state = 'filed') <> (e.state = 'filed')
          or p.state = 'rejected' and f.state not in ('rejecting', 'rejected') and p.look_at is null)`,
  },
  {
    name: 'trace_twice',
    sql: `
      select max(business_id) as business_id, null as payment_id, format(
        'the trace number %s was given %s times in file %s', trace_number, count(*), file_id) as says
      from (${entries}) e where trace_number is not null
      group by scope, file_id, trace_number having count(*) > 1`,
  },
];
