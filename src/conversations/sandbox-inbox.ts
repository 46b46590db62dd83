import type { Gather } from '../base/gather.ts';
import type { Ids } from '../base/ids.ts';
import { matching } from '../base/matching.ts';
import { int8, json, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Arrived, Keep } from '../carriers/sandbox.ts';

type Surroundings = { readonly gather: Gather; readonly ids: Ids; readonly now: () => Date };

/** Where the carriers of the sandbox leave what they deliver, dated by the clock of the business. */
export function keepInInbox({ gather, ids, now }: Surroundings): Keep {
  return async (arrived) => {
    const id = await ids.next(arrived.businessId);
    await gather(insertArrived, { ...arrived, id, receivedAt: now() });
  };
}

const arrivals = rowSet({
  businessId: int8,
  id: int8,
  channel: text,
  reference: text,
  sender: text,
  recipient: text,
  subject: text,
  body: text,
  html: text,
  attachments: json,
  receivedAt: timestamptz,
});

type NewItem = Arrived & { readonly id: bigint; readonly receivedAt: Date };

async function insertArrived(sql: Sql, items: readonly NewItem[]): Promise<undefined[]> {
  await sql.query(
    `insert into sandbox_inbox (business_id, id, channel, reference, sender, recipient, subject, body, html,
       attachments, received_at)
     select r.business_id, r.id, r.channel, r.reference, r.sender, r.recipient, r.subject, r.body, r.html,
       array(select json_array_elements_text(r.attachments)),
       r.received_at + b.clock_ahead_ms * interval '1 ms'
     from ${arrivals.sql} join businesses b using (business_id)
     on conflict do nothing`,
    arrivals.encode(items.map((one) => ({ ...one, attachments: JSON.stringify(one.attachments) }))),
  );
  return items.map(() => undefined);
}

export type InboxItem = Omit<Arrived, 'businessId'> & {
  readonly id: bigint;
  readonly receivedAt: Date;
};

type Wish = { readonly recipient?: string | undefined; readonly most: number };

/** The latest first, by their moments: see message-log.ts. */
export async function readInbox(
  sql: Sql,
  businessId: bigint,
  { recipient, most }: Wish,
): Promise<InboxItem[]> {
  const asked = matching({ recipient }, 2);
  const rows = await sql.query<InboxRecord>(
    `select ${columns} from sandbox_inbox where business_id = $1${asked.sql}
     order by received_at desc, id desc limit $2`,
    [businessId, most, ...asked.values],
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
