import { readUser } from '../../parties/users/user.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { announceChanges } from './announce.ts';
import { conversations } from './conversation-store.ts';

type Assignment = {
  readonly businessId: bigint;
  readonly id: bigint;
  /** Undefined: nobody. */
  readonly assigneeId: bigint | undefined;
};

const assigned = conversations.pick('assigneeId', 'customerId');

/** Assigns a conversation to a user, or to nobody. A user who is disabled gets none. */
export async function assignConversation(
  world: Pick<World, 'db' | 'now' | 'uuid'>,
  { businessId, id, assigneeId }: Assignment,
  actor: string,
): Promise<'assigned' | 'not_there' | 'no_user'> {
  return await world.db.begin(async (tx) => {
    const before = await assigned.readOne(
      tx,
      `select ${assigned.columns} from conversations
       where business_id = $1 and id = $2 for no key update`,
      [businessId, id],
    );
    if (!before) return 'not_there';
    if (before.assigneeId === assigneeId) return 'assigned';
    const user = assigneeId === undefined ? undefined : await readUser(tx, businessId, assigneeId);
    if (assigneeId !== undefined && (!user || user.state === 'disabled')) return 'no_user';
    await tx.query('update conversations set assignee_id = $3 where business_id = $1 and id = $2', [
      businessId,
      id,
      assigneeId,
    ]);
    const at = world.now();
    const change = { conversationId: id, customerId: before.customerId, what: 'assigned' } as const;
    await announceChanges(world, tx, businessId, [change], at);
    const facts = { assignee: user?.email ?? null };
    const act = { businessId, actor, act: 'conversation.assigned', object: `conversation:${id}` };
    await recordAct(tx, { ...act, facts, at });
    return 'assigned';
  });
}
