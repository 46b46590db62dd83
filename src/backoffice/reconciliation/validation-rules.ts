import type { Rule } from './table-rules.ts';

/** Rules for validations of bank accounts, and for the debits that must wait for them. */
export const validationRules: readonly Rule[] = [
  {
    name: 'debit_not_validated',
    sql: `
      select e.business_id, e.payment_id, format(
        'entry %s went into file %s, and its account was %s', e.id, e.file_id, case
          when v.id is null then 'not tried'
          when v.validated_at is null then 'never validated: the validation is ' || v.state
          else 'validated only on ' || v.validated_at end) as says
      from ach_entries e
      join business_terms t on t.business_id = e.business_id and t.account_validation <> 'none'
      join businesses b on b.business_id = e.business_id
      join ach_files f on f.id = e.file_id and f.created_at > t.validation_since
        and f.business_id = case when b.environment = 'live' then 0 else e.business_id end
      left join account_validations v on v.business_id = e.business_id and v.id = e.validation_id
      where e.kind = 'debit' and e.sec_code = 'WEB' and e.presentment = 1
        and e.state not in ('queued', 'canceled')
        and (v.validated_at is null or v.validated_at > coalesce(f.delivered_at, f.created_at))`,
  },
  {
    name: 'validation_not_legal',
    sql: `
      select v.business_id, v.payment_id, format('the validation %s by %s is %s, validated %s, ended %s', v.id,
        v.method, v.state, coalesce(v.validated_at::text, 'never'), coalesce(v.ended_at::text, 'never')) as says
      from account_validations v
      left join (
        select business_id, validation_id, count(*) filter (where kind = 'prenote') as prenotes,
          count(*) filter (where kind = 'micro_credit') as credits,
          count(*) filter (where kind = 'micro_debit') as debits,
          count(*) filter (where state = 'returned' and kind in ('prenote', 'micro_credit')) as returned
        from ach_entries where validation_id is not null group by business_id, validation_id
      ) e on e.business_id = v.business_id and e.validation_id = v.id
      where (v.method, coalesce(e.prenotes, 0), coalesce(e.credits, 0), coalesce(e.debits, 0)) not in (
          ('prenote', 1, 0, 0), ('micro_deposits', 0, 2, 2), ('hook', 0, 0, 0), ('used_before', 0, 0, 0))
        or v.state in ('pending', 'validated') and coalesce(e.returned, 0) > 0
        or v.method = 'micro_deposits' and v.state = 'validated' and v.wrong_tries > 2`,
  },
  {
    name: 'micro_deposit_ledger',
    sql: `
      select e.business_id, null as payment_id, format(
        'micro-deposit %s is %s, and the ledger does not say so', e.id, e.state) as says
      from ach_entries e
      left join (
        select business_id, entry_id,
          sum(case when debit = 'micro_deposits' then cents when credit = 'micro_deposits' then -cents else 0 end)
            as cents
        from transfers where entry_id is not null group by business_id, entry_id
      ) t on t.business_id = e.business_id and t.entry_id = e.id
      where e.kind in ('micro_credit', 'micro_debit') and coalesce(t.cents, 0)
        <> case when e.state in ('originated', 'settled') then e.amount_cents else 0 end
          * case when e.kind = 'micro_credit' then 1 else -1 end`,
  },
  {
    name: 'micro_deposits_apart',
    sql: `
      select business_id, null as payment_id, format(
        'the micro-deposits of validation %s are in different files', validation_id) as says
      from ach_entries where kind in ('micro_credit', 'micro_debit')
      group by business_id, validation_id having count(distinct coalesce(file_id, 0)) > 1`,
  },
];
