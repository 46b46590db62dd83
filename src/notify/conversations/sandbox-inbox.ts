import type { Arrived, Keep } from '#sandbox';
import { int8, json, listOf, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Gather } from '../../runtime/gather.ts';
import type { Ids } from '../../runtime/ids.ts';
import { matching } from '../../runtime/matching.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** The deliveries of the sandbox carriers: the phones and mailboxes of all payers. */
export const inbox = table('sandbox_inbox', {
  businessId: int8,
  id: int8,
  /** `call`: a phone that rang. */
  channel: oneOf(['text', 'mail', 'call']),
  reference: text,
  sender: text,
  recipient: text,
  subject: optional(text),
  body: text,
  html: optional(text),
  attachments: listOf(text),
  receivedAt: timestamptz,
});

type Context = { readonly gather: Gather; readonly ids: Ids; readonly now: () => Date };

/** Stores deliveries of the sandbox carriers, dated by the clock of the business. */
export function deliverToInbox({ gather, ids, now }: Context): Keep {
  return async (arrived) => {
    const id = await ids.next(arrived.businessId);
    await gather(insertArrived, { ...arrived, id, receivedAt: now() });
  };
}

// A set has no lists: the attachments come as JSON.
const given = inbox.omit('attachments', 'receivedAt');
const arrivals = given.with({ attachments: json, receivedAt: timestamptz }).set();

type NewItem = Arrived & { readonly id: bigint; readonly receivedAt: Date };

async function insertArrived(sql: Sql, items: readonly NewItem[]): Promise<undefined[]> {
  await sql.query(
    `insert into sandbox_inbox (${given.names}, attachments, received_at)
     select ${given.of('r')}, array(select json_array_elements_text(r.attachments)),
       r.received_at + b.clock_ahead_ms * interval '1 ms'
     from ${arrivals.sql} join businesses b using (business_id)
     on conflict do nothing`,
    arrivals.encode(items.map((one) => ({ ...one, attachments: JSON.stringify(one.attachments) }))),
  );
  return items.map(() => undefined);
}

const shown = inbox.omit('businessId');
export type InboxItem = RowOf<typeof shown>;

type Filter = {
  readonly recipient?: string | undefined;
  /** Only deliveries older than this one. */
  readonly before?: bigint | undefined;
  readonly most: number;
};

/** The latest first, by moment: see message-log.ts. */
export async function readInbox(
  sql: Sql,
  businessId: bigint,
  { recipient, before, most }: Filter,
): Promise<InboxItem[]> {
  const older =
    '(received_at, id) < (select b.received_at, b.id from sandbox_inbox b where b.business_id = $1 and b.id = ?)';
  const asked = matching({ recipient, [older]: before }, 2);
  return await shown.read(
    sql,
    `select ${shown.columns} from sandbox_inbox where business_id = $1${asked.sql}
     order by received_at desc, id desc limit $2`,
    [businessId, most, ...asked.values],
  );
}

export async function readInboxItem(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<InboxItem | undefined> {
  return await shown.readOne(
    sql,
    `select ${shown.columns} from sandbox_inbox where business_id = $1 and id = $2`,
    [businessId, id],
  );
}
