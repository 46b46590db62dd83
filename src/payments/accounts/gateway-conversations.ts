import { dayMs } from '../../kernel/duration.ts';
import type { Log } from '../../kernel/log.ts';
import type { Conversation } from '../../ports/processors/conversations.ts';
import { int4, int8, optional, text, timestamptz, uuid } from '../../runtime/column.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { Gather } from '../../runtime/gather.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

/** Requests to gateways and their answers: masked, stored as evidence for a person. */
const conversations = table('gateway_conversations', {
  businessId: int8,
  id: uuid,
  /** The account, as payments remember it. */
  account: text,
  reference: text,
  kind: text,
  at: timestamptz,
  tookMs: int4,
  request: text,
  answer: text,
  /** The HTTP status; null: no complete response came. */
  status: optional(int4),
});
type NewConversation = NewRowOf<typeof conversations>;

type Keeping = {
  readonly gather: Gather;
  readonly uuid: () => string;
  readonly log: Pick<Log, 'error'>;
};
type AccountKey = { readonly businessId: bigint; readonly name: string };

/**
 * Stores conversations beside the payment: the payment neither waits for this nor fails by it. Logs a conversation that
 * cannot be stored. Skips a conversation without a reference: nobody would look it up.
 */
export function storeConversations({ gather, uuid: makeId, log }: Keeping) {
  return async ({ businessId, name: account }: AccountKey, one: Conversation): Promise<void> => {
    const { reference, kind } = one;
    if (reference === '') return;
    try {
      await gather(insertConversations, { ...one, businessId, account, id: makeId() });
    } catch (error) {
      log.error('gateway.conversation_lost', {
        businessId,
        processor: account,
        reference,
        kind,
        error,
      });
    }
  };
}

async function insertConversations(
  sql: Sql,
  rows: readonly NewConversation[],
): Promise<undefined[]> {
  // A statement whose answer was lost is sent again.
  await conversations.insert(sql, rows, 'on conflict do nothing');
  return rows.map(() => undefined);
}

const shown = conversations.omit('businessId', 'id');
export type KeptConversation = RowOf<typeof shown>;
const mostShown = 100;

/** The latest about any of these references, in the order in which they began. */
export async function readConversations(
  sql: Sql,
  businessId: bigint,
  references: readonly string[],
): Promise<KeptConversation[]> {
  const found = await shown.read(
    sql,
    `select ${shown.columns} from gateway_conversations
     where business_id = $1 and reference = any ($2::text[]) order by at desc, id desc limit ${mostShown}`,
    [businessId, references],
  );
  return found.reverse();
}

/** Deletes old conversations until no business has any. Scope: all, each by a statement of its own. */
export async function deleteOldConversations({ db, config, now }: World): Promise<void> {
  const last = new Date(now().getTime() - config.gatewayConversationDays * dayMs);
  const old = { table: 'gateway_conversations', dueAt: 'at' };
  for (;;) {
    const businesses = await readBusinessesDue(db, old, last);
    if (businesses.length === 0) return;
    await someAtOnce(businesses, async ({ id }) => {
      await db.query('delete from gateway_conversations where business_id = $1 and at <= $2', [
        id,
        last,
      ]);
      return 1;
    });
  }
}
