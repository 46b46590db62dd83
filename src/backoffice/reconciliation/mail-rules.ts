import type { Rule } from './table-rules.ts';

/** An entry that was queued again after its file is no news to anybody: of each payment, the first counts. */
const firstQueued = `
  select distinct on (business_id, object_id) business_id, object_id, id
  from events where kind = 'payment.queued' order by business_id, object_id, id`;

/** Events without a mail or without a text: by their ids alone, since the rest is long and of most there are both. */
const unheard = `
  select e.business_id, e.id, m.event_id is null as no_mail, s.event_id is null as no_text
  from events e
  left join (select distinct business_id, event_id from mails) m on m.business_id = e.business_id and m.event_id = e.id
  left join (select distinct business_id, event_id from messages where event_id is not null) s
    on s.business_id = e.business_id and s.event_id = e.id
  where e.kind in ('payment.captured', 'payment.refunded', 'payment.returned', 'payment.voided', 'payment.queued')
    and (m.event_id is null or s.event_id is null)`;

/** Events of which the payer is notified, with the requested channels. */
const news = `
  select e.business_id, e.object_id as payment_id, e.id, e.kind, e.untold, e.data ->> 'email' as email,
    e.data ->> 'phone' as phone, (v.details ->> 'emailReceipt')::bool as by_mail,
    (v.details ->> 'smsReceipt')::bool as by_text, u.no_mail, u.no_text
  from unheard u
  join events e on e.business_id = u.business_id and e.id = u.id
  left join (${firstQueued}) q on q.business_id = e.business_id and q.object_id = e.object_id and q.id = e.id
  join payments p on p.business_id = e.business_id and p.id = e.object_id
  join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
  -- Events older than mail have no recipients.
  where e.happened_at >= (select applied_at from migrations where number = 8)
    and (e.kind in ('payment.captured', 'payment.refunded', 'payment.returned')
    or (e.kind = 'payment.voided' and (p.method = 'bank' or p.captured_cents > 0))
    or (e.kind = 'payment.queued' and q.id is not null))`;

/** Mail and texts: everything that was requested is sent, once. */
export const mailRules: readonly Rule[] = [
  {
    name: 'letter_untold',
    sql: `
      with unheard as materialized (${unheard}), news as materialized (${news})
      select n.business_id, n.payment_id, format('%s %s was to be mailed, and there is no mail', n.kind, n.id) as says
      from news n
      where n.no_mail and n.by_mail and n.email <> '' and not 'email' = any (n.untold)
      union all
      select n.business_id, n.payment_id, format('%s %s was to be texted, and there is no text', n.kind, n.id)
      from news n
      where n.no_text and n.by_text and n.phone ~ '^[2-9](?!11)[0-9]{2}[2-9][0-9]{6}$'
        and not 'sms' = any (n.untold)`,
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
