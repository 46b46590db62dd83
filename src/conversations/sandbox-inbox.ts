import type { Ids } from '../base/ids.ts';
import type { Sql } from '../base/sql.ts';
import type { Arrived, Keep } from '../carriers/sandbox.ts';

type Surroundings = { readonly db: Sql; readonly ids: Ids; readonly now: () => Date };

/** Where the carriers of the sandbox leave what they deliver. */
export function keepInInbox({ db, ids, now }: Surroundings): Keep {
  return async (arrived) => {
    await db.query(
      `insert into sandbox_inbox (business_id, id, channel, reference, sender, recipient, subject, body, html,
         attachments, received_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        arrived.businessId,
        await ids.next(arrived.businessId),
        arrived.channel,
        arrived.reference,
        arrived.sender,
        arrived.recipient,
        arrived.subject,
        arrived.body,
        arrived.html,
        arrived.attachments,
        now(),
      ],
    );
  };
}

export type InboxItem = Omit<Arrived, 'businessId'> & {
  readonly id: bigint;
  readonly receivedAt: Date;
};

type Wish = { readonly recipient?: string | undefined; readonly most: number };

/** The latest first. */
export async function readInbox(
  sql: Sql,
  businessId: bigint,
  { recipient, most }: Wish,
): Promise<InboxItem[]> {
  const rows = await sql.query<
    Omit<InboxItem, 'subject' | 'html'> & { subject: string | null; html: string | null }
  >(
    `select id, channel, reference, sender, recipient, subject, body, html, attachments,
       received_at as "receivedAt"
     from sandbox_inbox where business_id = $1 and ($2::text is null or recipient = $2)
     order by id desc limit $3`,
    [businessId, recipient, most],
  );
  return rows.map((row) => ({
    ...row,
    subject: row.subject ?? undefined,
    html: row.html ?? undefined,
  }));
}
