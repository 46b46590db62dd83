import { unsettled, withWatches } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

/**
 * Every row with a due time of its own: whether it must have one (true), must have none (false), or may have one (null).
 */
const waiting = `
  select p.business_id, p.id as payment_id, 'a charge that is ' || p.state as what,
    coalesce(w.look_at, g.look_at) as due_at,
    -- A person decided it; for a week somebody looks once more.
    case when w.kind = 'decided' then null else p.state in ${unsettled} end as waits
  from payments p ${withWatches}
  union all
  -- What is over for all of them is taken away with the next look.
  select business_id, null, 'the charges that began with ' || id, look_at, null from payment_watches
  where kind = 'begun'
  union all
  select w.business_id, w.id, 'a charge that ended while it was looked for', w.look_at, null
  from payment_watches w
  join payments p on p.business_id = w.business_id and p.id = w.id and p.state not in ${unsettled}
  where w.kind = 'unknown'
  union all
  select business_id, payment_id, kind || ' ' || id || ' that is ' || state, resolve_at,
    state in ('processing', 'unknown')
  from followups
  union all
  select business_id, null, 'batch ' || id || ' that is ' || state, resolve_at,
    state in ('closing', 'unknown')
  from batches
  union all
  -- What is filed waits for its file.
  select business_id, payment_id, kind || ' ' || id || ' that is ' || state, next_at,
    state in ('queued', 'originated') or (state = 'settled' and kind = 'debit')
  from ach_entries
  union all
  -- What tries the account has no moment before it settled.
  select business_id, payment_id, 'the validation ' || id || ' that is ' || state, due_at,
    case when state = 'pending' then null else false end
  from account_validations
  union all
  select business_id, null, 'file ' || name || ' that is ' || state, resolve_at,
    case when direction = 'out' and state = 'rejected' then null
      -- After a fault it is tried again at a moment.
      when direction = 'in' and state = 'delivered' then null
      else direction = 'out' and state in ('collecting', 'written', 'rejecting') end
  from ach_files
  union all
  select business_id, null, 'the part in file ' || file_id || ' that is ' || state, look_at,
    case when state = 'rejected' then null else state = 'filed' end
  from ach_file_parts
  union all
  select business_id, null, 'mail ' || id || ' that is ' || state, due_at, state in ('queued', 'sending')
  from mails
  union all
  select business_id, null, 'text ' || id || ' that is ' || state, due_at,
    state in ('queued', 'scheduled', 'sending')
  from messages
  union all
  -- After the last of its periods has begun, one may wait for its end or for nothing.
  select business_id, null, 'subscription ' || id || ' that is ' || state, due_at,
    case when charged >= periods and state in ('active', 'past_due') then null
      else state in ('scheduled', 'trialing', 'active', 'past_due') end
  from subscriptions
  union all
  select business_id, null, 'the notices of subscription ' || id, notice_at, null from subscriptions
  union all
  -- Of one that was canceled, what somebody is just paying comes to its end by itself. What is unpaid is looked at daily.
  select p.business_id, null, 'period ' || p.n || ' of subscription ' || p.subscription_id || ' that is ' || p.state,
    least(p.due_at, p.gives_up_at),
    case when p.state = 'unpaid' or p.state = 'open' and v.state = 'held' then null else p.state = 'open' end
  from subscription_periods p
  left join invoices v on v.business_id = p.business_id and v.id = p.invoice_id`;

export const dueRules: readonly Rule[] = [
  {
    name: 'nobody_asks',
    sql: `
      select business_id, payment_id, 'nobody will look at ' || what as says
      from (${waiting}) w where waits and due_at is null`,
  },
  {
    name: 'asks_on',
    sql: `
      select business_id, payment_id, 'somebody will look at ' || what as says
      from (${waiting}) w where not waits and due_at is not null`,
  },
];

/** Nothing may lie about unattended: each by the clock of its business, which may be ahead. */
export function overdueRule(overdueBefore: Date): Rule {
  return {
    name: 'overdue',
    sql: `
      select w.business_id, w.payment_id, format(
        'somebody should have looked at %s on %s', w.what, w.due_at) as says
      from (
        select business_id, payment_id, what, due_at from (${waiting}) w where due_at is not null
        union all select business_id, null, format('the job %s of %s', kind, key), run_at from jobs
      ) w
      left join businesses b on b.business_id = w.business_id
      where w.due_at < $1::timestamptz + make_interval(secs => coalesce(b.clock_ahead_ms, 0) / 1000.0)`,
    values: [overdueBefore],
  };
}
