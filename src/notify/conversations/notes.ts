import { int8, text, timestamptz } from '../../runtime/column.ts';
import { type NewRowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { announceChanges } from './announce.ts';
import { conversations, forgottenPhoneSql } from './conversation-store.ts';

/** Notes of colleagues about a conversation. The person never sees them: nothing that sends reads this table. */
export const conversationNotes = table('conversation_notes', {
  businessId: int8,
  id: int8,
  conversationId: int8,
  /** As the audit log names them. */
  actor: text,
  body: text,
  createdAt: timestamptz,
});

type Note = NewRowOf<typeof conversationNotes>;

const whose = conversations.pick('customerId');

/** Adds a note. False: there is no such conversation, or its person was forgotten. */
export async function addNote(world: Pick<World, 'db' | 'uuid'>, note: Note): Promise<boolean> {
  const { businessId, conversationId, createdAt: at } = note;
  return await world.db.begin(async (tx) => {
    // Locked, so that a person who is forgotten meanwhile takes the note along.
    const found = await whose.readOne(
      tx,
      `select ${whose.columns} from conversations c
       where business_id = $1 and id = $2 and phone <> ${forgottenPhoneSql('c')} for no key update`,
      [businessId, conversationId],
    );
    if (!found) return false;
    await conversationNotes.insert(tx, [note]);
    const change = { conversationId, customerId: found.customerId, what: 'note' } as const;
    await announceChanges(world, tx, businessId, [change], at);
    return true;
  });
}
