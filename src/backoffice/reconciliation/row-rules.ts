import { unknownBank } from '../../payments/tokens/token.ts';
import { charged, unsettled } from './state-lists.ts';
import type { Rule } from './table-rules.ts';

/** No row is without an owner, and the rows of a payment fit its state. */
export const rowRules: readonly Rule[] = [
  {
    name: 'held_card_lost',
    sql: `
      select t.business_id, null::bigint as payment_id, format(
        'token %s is a card that a gateway alone has, and its name there is not in the vault', t.token) as says
      from tokens t
      where t.first6 = '${unknownBank}' and octet_length(t.fingerprint) > 1 and not exists (
        select from processor_accounts a join vault_records v
          on v.business_id = a.business_id and v.owner = t.token || '@' || a.name and v.field = 'processor_token'
        where a.business_id = t.business_id)`,
  },
  {
    name: 'row_without_payment',
    sql: `
      select o.business_id, o.payment_id, o.what || ' has no payment' as says
      from (
        select business_id, unnest(payment_ids) as payment_id, 'a watch' as what from payment_watches
        union all select business_id, made_id, 'an idempotency key' from kept_keys where kind = 'payment'
        union all select k.business_id, f.payment_id, 'the idempotency key of a follow-up' from kept_keys k
          left join followups f on f.business_id = k.business_id and f.id = k.made_id
          where k.kind = 'followup'
        union all select business_id, payment_id, 'a follow-up' from followups
        union all select business_id, payment_id, 'a transfer' from transfers where payment_id is not null
        union all select business_id, payment_id, 'an ACH entry' from ach_entries
          where payment_id is not null
        union all select business_id, payment_id, 'an invoice' from invoices where payment_id is not null
        union all select business_id, object_id, 'an event' from events where kind like 'payment.%'
        union all select business_id, object_id, 'a case' from open_questions
          where object_kind = 'payment'
      ) o
      left join payments p on p.business_id = o.business_id and p.id = o.payment_id
      where p.id is null`,
  },
  {
    name: 'token_state',
    sql: `
      select p.business_id, p.id as payment_id, format(
        'it is %s, and its token is %s', p.state, coalesce(t.state, 'missing')) as says
      from payments p
      left join tokens t on t.business_id = p.business_id and t.token = p.token
      where p.token is not null and case
        when p.state in ${charged} then coalesce(t.state, 'missing') in ('missing', 'pending')
        when p.state in ${unsettled} then t.state is null
        else t.state = 'pending' end
      union all
      select t.business_id, null, 'a token is pending for no payment' from tokens t
      where t.state = 'pending' and not exists (
        select from payments p where p.business_id = t.business_id and p.token = t.token
          and p.state in ${unsettled})`,
  },
  {
    name: 'secret_without_owner',
    sql: `
      select v.business_id, null as payment_id, v.owner || ' has a secret and is not there' as says
      from vault_records v
      left join tokens t on t.business_id = v.business_id and t.token = v.owner
      left join payments p on p.business_id = v.business_id
        and v.owner = 'payment:' || p.id and p.method = 'bank' and p.token is null
      left join (select distinct business_id from applications) a on a.business_id = v.business_id
      where v.field in ('card_number', 'account_number') and t.token is null and p.id is null
        and not (v.owner = 'application' and a.business_id is not null)`,
  },
];
