import type { Rule } from './table-rules.ts';

/** A STOP that crosses a text on its way may be written down first. */
const crossing = `interval '1 minute'`;

/** The moment of every text that went out by itself, with the last move of consent until then, if there was one. */
const sentAfter = `
  select business_id, id, sent_at, conversation_id, last_n
  from (
    select business_id, id, conversation_id, at as sent_at,
      max(n) over (partition by business_id, conversation_id order by at) as last_n
    from (
      select business_id, id, conversation_id, sent_at as at, null::integer as n from messages
      where direction = 'out' and kind <> 'answer' and sent_at is not null
      union all
      select business_id, null, conversation_id, moved_at, n from consent_moves
    ) moments
  ) m
  where id is not null and last_n is not null`;

/** Texts go out once, to people who did not forbid them, and every ending is stored as final. */
export const textRules: readonly Rule[] = [
  {
    name: 'texted_twice',
    sql: `
      select business_id, null::bigint as payment_id, format(
        'event %s was told by %s texts', event_id, count(*)) as says
      from messages where event_id is not null
      group by business_id, event_id having count(*) > 1
      union all
      select business_id, null, format('text %s reached the sandbox %s times', reference, count(*))
      from sandbox_inbox where channel = 'text'
      group by business_id, reference having count(*) > 1`,
  },
  {
    name: 'texted_after_stop',
    sql: `
      select m.business_id, null::bigint as payment_id, format(
        'text %s was sent on %s, and its reader had forbidden that on %s', m.id, m.sent_at,
        s.moved_at) as says
      from (${sentAfter}) m
      join consent_moves s on s.business_id = m.business_id and s.conversation_id = m.conversation_id
        and s.n = m.last_n
      where s.consent = 'opted_out' and s.moved_at < m.sent_at - ${crossing}
        -- Where a clock was set back, the order of moments is not that of what happened.
        and not exists (
          select from audit_trail t where t.business_id = m.business_id and t.act = 'clock.reset')`,
  },
  {
    name: 'consent_differs',
    sql: `
      select c.business_id, null::bigint as payment_id, format(
        'conversation %s is %s, and %s by its ledger', c.id, c.consent,
        coalesce(l.consent, 'none')) as says
      from conversations c
      left join (
        select distinct on (business_id, conversation_id) business_id, conversation_id, consent
        from consent_moves order by business_id, conversation_id, n desc
      ) l on l.business_id = c.business_id and l.conversation_id = c.id
      where c.consent <> coalesce(l.consent, 'none')
      union all
      select business_id, null, format(
        'the ledger of consent of conversation %s has %s moves, and the last is the %sth',
        conversation_id, count(*), max(n))
      from consent_moves group by business_id, conversation_id having count(*) <> max(n)`,
  },
  {
    name: 'text_end_differs',
    sql: `
      select business_id, null::bigint as payment_id, format(
        'text %s is %s and %s', id, state,
        case when finished_at is null then 'has no end' else 'has ended' end) as says
      from messages
      where (finished_at is null) <> (state in ('queued', 'scheduled', 'sending', 'sent'))`,
  },
];
