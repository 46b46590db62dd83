import type { Rule } from './table-rules.ts';

/** What a payer is told of, where it was wished; an entry that was queued again after its file is no news to them. */
const news = `
  select e.business_id, e.object_id as payment_id, e.id, e.kind, e.untold, e.data ->> 'email' as email,
    e.data ->> 'phone' as phone, (v.details ->> 'emailReceipt')::bool as by_mail,
    (v.details ->> 'smsReceipt')::bool as by_text
  from events e
  join payments p on p.business_id = e.business_id and p.id = e.object_id
  join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
  -- What happened before letters could be sent is told to nobody.
  join migrations since on since.number = 8 and e.happened_at >= since.applied_at
  where (e.kind in ('payment.captured', 'payment.refunded', 'payment.returned')
    or (e.kind = 'payment.voided' and (p.method = 'bank' or p.captured_cents > 0))
    or (e.kind = 'payment.queued' and not exists (
      select from events o
      where o.business_id = e.business_id and o.object_id = e.object_id and o.kind = e.kind and o.id < e.id)))`;

/** What is told to people by mail and text: all that they wished to hear, once. */
export const letterRules: readonly Rule[] = [
  {
    name: 'letter_untold',
    sql: `
      select n.business_id, n.payment_id, format('%s %s was to be mailed, and there is no mail', n.kind, n.id) as says
      from (${news}) n
      where n.by_mail and n.email <> '' and not 'email' = any (n.untold) and not exists (
        select from mails m where m.business_id = n.business_id and m.event_id = n.id)
      union all
      select n.business_id, n.payment_id, format('%s %s was to be texted, and there is no text', n.kind, n.id)
      from (${news}) n
      where n.by_text and n.phone ~ '^[2-9](?!11)[0-9]{2}[2-9][0-9]{6}$' and not 'sms' = any (n.untold)
        and not exists (
          select from messages m where m.business_id = n.business_id and m.event_id = n.id)`,
  },
  {
    name: 'mailed_twice',
    sql: `
      select business_id, null::bigint as payment_id, format(
        'event %s is told to one mailbox by %s mails', event_id, count(*)) as says
      from mails group by business_id, event_id, lower(recipient) having count(*) > 1`,
  },
  {
    name: 'mail_without_event',
    sql: `
      select m.business_id, null::bigint as payment_id, format(
        'mail %s tells an event that is not there, or is still to be told', m.id) as says
      from mails m
      left join events e on e.business_id = m.business_id and e.id = m.event_id
      where e.id is null or (e.untold && '{email,sms}' and 'email' = any (e.untold))`,
  },
];
