import { caseAfterMs } from '../../payments/asking.ts';
import type { Rule } from './table-rules.ts';

/** A worker may have died before it opened the case; the inquiry of the next day opens it. */
const patience = `interval '${caseAfterMs / 1000 + 2 * 24 * 3600} seconds'`;

/** Objects that need a case. The rules of other cases are in the files of their subjects. */
const wanted = `
  select business_id, id as payment_id, 'outcome_unknown' as kind, 'payment' as object_kind,
    id as object_id, 'its outcome is unknown' as what
  from payment_watches where kind = 'unknown' and look_at > asked_at + ${patience}
  union all
  select business_id, payment_id, case when kind = 'give_back' then 'not_given_back' else 'followup_unknown' end,
    'followup', id, 'the outcome of its ' || kind || ' is unknown'
  from followups where state = 'unknown' and resolve_at > created_at + ${patience}
  union all
  select f.business_id, f.payment_id, 'not_given_back', 'payment', f.payment_id, 'it was not reversed'
  from followups f
  where f.kind = 'give_back' and f.state = 'failed' and not exists (
    select from followups o where o.business_id = f.business_id and o.payment_id = f.payment_id
      and o.kind = 'give_back' and o.state <> 'failed')
  union all
  select business_id, null, 'batch_mismatch', 'batch', id, 'its batch ' || id || ' does not come out even'
  from batches where state = 'mismatch'
  union all
  select business_id, null, 'batch_unknown', 'batch', id, 'the outcome of its batch ' || id || ' is unknown'
  from batches where state = 'unknown' and resolve_at > created_at + ${patience}
  union all
  select business_id, payment_id, case when payment_id is null then 'dispute_unmatched' else 'dispute' end,
    'dispute', id, 'its dispute ' || id || ' is ' || state
  from disputes where payment_id is null or state in ('inquiry', 'open')`;

export const caseRules: readonly Rule[] = [
  {
    name: 'nobody_was_asked',
    sql: `
      select w.business_id, w.payment_id, format(
        '%s, and no case %s is about it', w.what, w.kind) as says
      from (${wanted}) w
      where not exists (
        select from open_questions q where q.business_id = w.business_id and q.kind = w.kind
          and q.object_kind = w.object_kind and q.object_id = w.object_id)`,
  },
  {
    name: 'question_not_legal',
    sql: `
      select business_id, case when object_kind = 'payment' then object_id end as payment_id, format(
        'the case %s is %s, proposed by %s and closed by %s', kind, state,
        coalesce(proposed_by, 'nobody'), coalesce(closed_by, 'nobody')) as says
      from open_questions
      where case
          when state = 'open' then proposed_by is not null or closed_by is not null
          -- With somebody who confirmed it, it is being carried out.
          when state = 'proposed' then proposed_by is null or (closed_by is null) <> (closed_at is null)
          else closed_by is null or closed_at is null end
        -- Nobody confirms what they proposed themselves.
        or closed_by = proposed_by`,
  },
];
