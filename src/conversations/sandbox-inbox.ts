import type { Ids } from '../base/ids.ts';
import type { Sql } from '../base/sql.ts';
import type { Arrived, Keep } from '../carriers/sandbox.ts';

type Surroundings = { readonly db: Sql; readonly ids: Ids; readonly now: () => Date };

/** Where the carriers of the sandbox leave what they deliver, dated by the clock of the business. */
export function keepInInbox({ db, ids, now }: Surroundings): Keep {
  return async (arrived) => {
    await db.query(
      `insert into sandbox_inbox (business_id, id, channel, reference, sender, recipient, subject, body, html,
         attachments, received_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz + b.clock_ahead_ms * interval '1 ms'
       from businesses b where b.business_id = $1`,
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
  const rows = await sql.query<InboxRecord>(
    `select ${columns} from sandbox_inbox
     where business_id = $1 and ($2::text is null or recipient = $2)
     order by id desc limit $3`,
    [businessId, recipient, most],
  );
  return rows.map(toItem);
}

export async function readInboxItem(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<InboxItem | undefined> {
  const [row] = await sql.query<InboxRecord>(
    `select ${columns} from sandbox_inbox where business_id = $1 and id = $2`,
    [businessId, id],
  );
  return row && toItem(row);
}

const columns = `id, channel, reference, sender, recipient, subject, body, html, attachments,
  received_at as "receivedAt"`;

type InboxRecord = Omit<InboxItem, 'subject' | 'html'> & {
  subject: string | null;
  html: string | null;
};

function toItem(row: InboxRecord): InboxItem {
  return { ...row, subject: row.subject ?? undefined, html: row.html ?? undefined };
}
