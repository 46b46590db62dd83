import type { Sql } from '../base/sql.ts';
import { moveConsent, readMoves } from './consent.ts';
import type { Consent } from './conversation-store.ts';
import type { MessageKey } from './message.ts';

/** What a carrier says of a text whose reader wrote STOP to it, perhaps where we did not hear of it. */
export const optedOut = 'opted_out';

/** Takes consent back, in the transaction that ends the text which was refused so. */
export async function noteOptedOut(
  tx: Sql,
  { businessId, id: messageId }: MessageKey,
  at: Date,
): Promise<void> {
  const [row] = await tx.query<{ id: bigint; consent: Consent; sentAt: Date | null }>(
    `select c.id, c.consent, m.sent_at as "sentAt"
     from messages m
     join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
     where m.business_id = $1 and m.id = $2
     for update of c`,
    [businessId, messageId],
  );
  if (!row) throw new Error('a text without a conversation');
  const { id, consent, sentAt } = row;
  const last = (await readMoves(tx, { businessId, id })).at(-1);
  // They changed their mind after this text went out: what is told of it so late holds no longer.
  if (last && sentAt && last.movedAt > sentAt) return;
  const reason = 'refused a text: its reader had opted out';
  const move = { consent: 'opted_out', actor: 'carrier', reason, messageId, at } as const;
  await moveConsent(tx, { businessId, id, consent }, move);
}
