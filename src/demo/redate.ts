import type { Sql } from '../runtime/sql.ts';

/*
 * Messages to payers and to the shop's site are sent for some days at once. Here each gets the moment at which a worker
 * that always runs would have sent it: seconds after its cause.
 */

/** How long after its event it was made, less the two seconds that it may take. */
const late = (row: string) => `${row}.created_at - e.happened_at - interval '2 seconds'`;

const statements = [
  `update mails m set created_at = m.created_at - (${late('m')}), sent_at = m.sent_at - (${late('m')}),
     finished_at = m.finished_at - (${late('m')})
   from events e where m.business_id = $1 and e.business_id = $1 and e.id = m.event_id and m.state = 'sent' and m.tries = 1`,
  `update messages m set created_at = n.at, sent_at = n.at + interval '1 second', finished_at = n.at + interval '1 second'
   from (
     select m.id, coalesce(e.happened_at + interval '2 seconds', m.created_at) as at
     from messages m left join events e on e.business_id = m.business_id and e.id = m.event_id
     where m.business_id = $1 and m.direction = 'out' and m.state = 'delivered'
   ) n where m.business_id = $1 and m.id = n.id`,
  `update conversations c set last_at = m.at
   from (select conversation_id, max(created_at) as at from messages where business_id = $1 group by conversation_id) m
   where c.business_id = $1 and c.id = m.conversation_id`,
  `update sandbox_inbox i set received_at = m.sent_at
   from mails m where i.business_id = $1 and m.business_id = $1 and i.channel = 'mail' and m.state = 'sent'
     and split_part(split_part(i.reference, '@', 1), '.', 2) = m.id::text`,
  `update sandbox_inbox i set received_at = m.sent_at
   from messages m where i.business_id = $1 and m.business_id = $1 and i.channel = 'text'
     and m.sent_at is not null and i.reference = m.business_id || '/' || m.id`,
  `update delivery_tries t set sent_at = t.sent_at - (${late('d')}), ended_at = t.ended_at - (${late('d')})
   from deliveries d, events e
   where t.business_id = $1 and d.business_id = $1 and e.business_id = $1 and t.delivery_id = d.id and e.id = d.event_id
     and d.state = 'succeeded' and d.tries = 1`,
  `update deliveries d set created_at = d.created_at - (${late('d')}), finished_at = d.finished_at - (${late('d')})
   from events e where d.business_id = $1 and e.business_id = $1 and e.id = d.event_id and d.state = 'succeeded' and d.tries = 1`,
];

/** The business must have had nothing before. */
export async function redate(tx: Sql, businessId: bigint): Promise<void> {
  for (const statement of statements) await tx.query(statement, [businessId]);
}
