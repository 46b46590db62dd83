import { text } from '../../runtime/column.ts';
import { isPending } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';

const open = shape({ what: text });

const isUnpublished = (e = '') => isPending(['webhook', 'email', 'sms'], e);

/**
 * Work that still needs the person: money that is not final, and messages on their way, of which some are made of events
 * that nobody has published yet. Each with its name.
 */
const statement = `
  with own as materialized (
    select id, state, method from payments where business_id = $1 and customer_id = any ($2::bigint[])
  ),
  told as materialized (
    select id, kind, ${isUnpublished()} as is_unpublished from events
    where business_id = $1 and data ->> 'customerId' = any ($2::bigint[]::text[])
    union
    select e.id, e.kind, ${isUnpublished('e.')} from messages m
    join events e on e.business_id = m.business_id and e.object_id = m.id and e.kind = 'message.created'
    where m.business_id = $1 and m.conversation_id = any ($3::bigint[])
  )
  select format('payment %s is %s', id, state) as what from own
  where state in ('processing', 'unknown', 'authorized', 'capturing', 'voiding', 'captured', 'queued', 'originated')
    or state = 'settled' and method = 'bank'
  union all
  select format('the %s %s of payment %s is %s', f.kind, f.id, f.payment_id, f.state)
  from followups f
  where f.business_id = $1 and f.payment_id in (select id from own) and f.state in ('processing', 'unknown')
  union all
  select format('bank entry %s%s is %s', e.id, ' of payment ' || e.payment_id, e.state) from ach_entries e
  where e.business_id = $1 and e.state in ('queued', 'filed', 'originated') and (
    e.payment_id in (select id from own)
    -- A file that is made anew needs the numbers of all its entries, such as those that try an account.
    or e.number_owner in (
      select token from tokens where business_id = $1 and customer_id = any ($2::bigint[])
      union all select 'payment:' || id from own))
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
  where s.business_id = $1 and s.customer_id = any ($2::bigint[]) and s.ended_at is null
  union all
  -- A link stays open once it is paid: by its invoice, or by another payment under its order number.
  select format('pay link %s is open', l.id) from pay_links l
  join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
  where l.business_id = $1 and l.customer_id = any ($2::bigint[]) and l.state = 'open' and v.state = 'open'
    and not exists (
      select from payments p
      where p.business_id = l.business_id and p.order_number = l.order_number and p.holds_order
        and p.state not in ('declined', 'canceled') and not p.is_test)
  union all
  select format('event %s, %s, is not published', id, kind) from told
  where is_unpublished
  union all
  select format('webhook delivery %s is %s', d.id, d.state) from deliveries d
  where d.business_id = $1 and d.finished_at is null and d.event_id in (select id from told)
  union all
  select format('mail %s is %s', m.id, m.state) from mails m
  where m.business_id = $1 and m.due_at is not null and m.event_id in (select id from told)
  union all
  select format('text %s is %s', m.id, m.state) from messages m
  where m.business_id = $1 and m.due_at is not null and m.conversation_id = any ($3::bigint[])`;

/** Empty: the persons can be forgotten, with these conversations of theirs. */
export async function openWorkOf(
  tx: Sql,
  businessId: bigint,
  customerIds: readonly bigint[],
  conversations: readonly bigint[],
): Promise<string[]> {
  const rows = await open.read(tx, statement, [businessId, customerIds, conversations]);
  return rows.map(({ what }) => what);
}
