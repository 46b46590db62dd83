import { skippedByRestore } from '../../payments/follow-ups/subject.ts';
import { charged, underWay } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

/** Checks follow-ups against their payments and among themselves. */
export const followUpRules: readonly Rule[] = [
  {
    name: 'followup_not_legal',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s with %s captures and %s voids under way, %s captures and %s voids done, %s refunds and '
        '%s times reversed', p.state, f.capturing, f.voiding, f.captured, f.voided, f.refunds,
        f.given_back) as says
      from payments p
      left join (
        select business_id, payment_id,
          count(*) filter (where kind = 'capture' and state in ${underWay}) as capturing,
          count(*) filter (where kind = 'void' and state in ${underWay}) as voiding,
          count(*) filter (where kind = 'capture' and state = 'succeeded') as captured,
          count(*) filter (where kind = 'void' and state = 'succeeded') as voided,
          count(*) filter (where kind = 'void' and actor = 'system') as voided_aside,
          count(*) filter (where kind = 'refund') as refunds,
          count(*) filter (where kind = 'give_back' and state <> 'failed') as given_back,
          count(*) filter (where kind = 'give_back') as gives_back
        from followups group by business_id, payment_id
      ) f on f.business_id = p.business_id and f.payment_id = p.id
      left join (
        select business_id, payment_id, count(*) as count from ach_entries
        where kind = 'debit' and presentment > 1 and state = 'canceled' group by business_id, payment_id
      ) again on again.business_id = p.business_id and again.payment_id = p.id
      where coalesce(f.capturing, 0) <> (p.state = 'capturing')::int
        or coalesce(f.voiding, 0) <> (p.state = 'voiding')::int
        or not case
          -- Of what came back it may be voided that it is presented again.
          when p.state = 'returned' then coalesce(f.voided, 0) <= coalesce(again.count, 0)
          else coalesce(f.voided, 0) = (p.state = 'voided')::int end
        -- By hand under the number of a period, which is charged under it then.
        or p.state = 'voided' and not p.holds_order and coalesce(f.voided_aside, 0) = 0
          and p.order_number not like 'SUB-%'
        or coalesce(f.captured, 0)
          <> (p.method = 'card' and not p.capture and p.captured_cents > 0)::int
        or coalesce(f.given_back, 0) > 1
        -- Only a charged payment can be refunded, and none such is reversed automatically.
        or case when p.state in ${charged} then f.gives_back > 0
          else f.capturing + f.voiding + f.captured + f.voided + f.refunds > 0 end`,
  },
  {
    name: 'followup_row',
    sql: `
      select f.business_id, f.payment_id, format(
        '%s %s over %s cents under %s by %s is %s: finished %s, remaining %s, called %s', f.kind, f.id,
        f.amount_cents, f.reference, f.processor, f.state, coalesce(f.finished_at::text, 'never'),
        coalesce(f.remaining_cents::text, 'unknown'), coalesce(f.processor_id, 'nothing')) as says
      from followups f
      join payments p on p.business_id = f.business_id and p.id = f.payment_id
      left join (
        select distinct business_id, object_id from open_questions where object_kind = 'followup'
      ) q on q.business_id = f.business_id and q.object_id = f.id
      where (f.state in ${underWay}) <> (f.finished_at is null)
        or (f.finished_at is null) <> (f.remaining_cents is null)
        or f.processor <> p.processor
        or f.reference not like '%-' || f.n
        -- Only what went to a bank account can come back.
        or f.state = 'returned' and (f.kind <> 'refund' or p.method <> 'bank')
        or (f.state = 'succeeded' and p.method = 'card') and f.processor_id is null
          -- Or a person knew better, or somebody reversed the charge, which names nobody's reversal.
          and q.object_id is null and f.kind <> 'give_back'
        or f.state <> 'failed' and not case
          when f.kind = 'void' then case
            when p.state = 'returned' then f.amount_cents <= p.approved_cents
            when p.captured_cents > 0 then f.amount_cents = p.captured_cents
            else f.amount_cents = p.approved_cents end
          when f.kind = 'give_back' then true
          else f.amount_cents <= p.approved_cents end`,
  },
  {
    // Each has the number after the last one; a restore before it was made begins anew with a round one.
    name: 'followup_numbers',
    sql: `
      select business_id, payment_id, format('its conversation %s follows on %s', n, before) as says
      from (
        select business_id, payment_id, n, created_at,
          coalesce(lag(n) over (partition by business_id, payment_id order by n), 1) as before
        from followups
      ) f
      where n <> before + 1 and not exists (
        select from restores r
        where n = r.generation * ${skippedByRestore} + 1 and r.restored_at <= f.created_at)`,
  },
];
