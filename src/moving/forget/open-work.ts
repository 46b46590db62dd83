import { text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';

const open = shape({ what: text });

/**
 * Work that still needs the person: money that is not final, and messages on their way to the person. Each with its
 * name.
 */
const statement = `
  with own as materialized (
    select id, state, method from payments where business_id = $1 and customer_id = $2
  ),
  told as materialized (
    select id from events where business_id = $1 and data ->> 'customerId' = $2::text
  )
  select format('payment %s is %s', id, state) as what from own
  where state in ('processing', 'unknown', 'authorized', 'capturing', 'voiding', 'captured', 'queued', 'originated')
    or state = 'settled' and method = 'bank'
  union all
  select format('the %s %s of payment %s is %s', f.kind, f.id, f.payment_id, f.state)
  from followups f
  where f.business_id = $1 and f.payment_id in (select id from own) and f.state in ('processing', 'unknown')
  union all
  select format('bank entry %s of payment %s is %s', e.id, e.payment_id, e.state) from ach_entries e
  where e.business_id = $1 and e.payment_id in (select id from own) and e.state in ('queued', 'filed', 'originated')
  union all
  select format('dispute %s of payment %s is %s', d.id, d.payment_id, d.state) from disputes d
  where d.business_id = $1 and d.payment_id in (select id from own) and d.state in ('inquiry', 'open')
  union all
  select format('case %s is %s', q.id, q.state) from open_questions q
  where q.business_id = $1 and q.state <> 'closed' and (
    q.object_kind = 'payment' and q.object_id in (select id from own)
    or q.object_kind = 'followup' and q.object_id in (
      select id from followups where business_id = $1 and payment_id in (select id from own)))
  union all
  select format('validation %s of a bank account is %s', v.id, v.state) from account_validations v
  where v.business_id = $1 and v.payment_id in (select id from own) and v.state = 'pending'
  union all
  select format('subscription %s is %s', s.id, s.state) from subscriptions s
  where s.business_id = $1 and s.customer_id = $2 and s.ended_at is null
  union all
  select format('pay link %s is open', l.id) from pay_links l
  where l.business_id = $1 and l.customer_id = $2 and l.state = 'open'
  union all
  select format('webhook delivery %s is %s', d.id, d.state) from deliveries d
  where d.business_id = $1 and d.finished_at is null and d.event_id in (select id from told)
  union all
  select format('mail %s is %s', m.id, m.state) from mails m
  where m.business_id = $1 and m.due_at is not null and m.event_id in (select id from told)
  union all
  select format('text %s is %s', m.id, m.state) from messages m
  join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
  where m.business_id = $1 and m.due_at is not null and c.customer_id = $2`;

/** Empty: the person can be forgotten. */
export async function openWorkOf(
  tx: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<string[]> {
  const rows = await open.read(tx, statement, [businessId, customerId]);
  return rows.map(({ what }) => what);
}
