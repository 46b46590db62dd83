import type { Sql } from '../base/sql.ts';
import type { Consent, Conversation } from './conversation-store.ts';

export type ConsentMove = {
  readonly consent: Exclude<Consent, 'none'>;
  readonly actor: string;
  readonly reason: string;
  /** The text that said so, or that a carrier refused for it. */
  readonly messageId: bigint | undefined;
  readonly at: Date;
};

/** Of a conversation that is locked. False: it was so before, and nothing is written. */
export async function moveConsent(
  tx: Sql,
  { businessId, id, consent: before }: Pick<Conversation, 'businessId' | 'id' | 'consent'>,
  { consent, actor, reason, messageId, at }: ConsentMove,
): Promise<boolean> {
  if (before === consent) return false;
  await tx.query(
    `with moved as (
       insert into consent_moves (business_id, conversation_id, n, consent, actor, reason, message_id, moved_at)
       select $1, $2, coalesce(max(n), 0) + 1, $3, $4, $5, $6, $7
       from consent_moves where business_id = $1 and conversation_id = $2
     )
     update conversations set consent = $3 where business_id = $1 and id = $2`,
    [businessId, id, consent, actor, reason, messageId, at],
  );
  return true;
}

export type MovedConsent = Omit<ConsentMove, 'at' | 'messageId'> & {
  readonly n: number;
  readonly messageId: bigint | null;
  readonly movedAt: Date;
};

/** How consent came to be what it is, from the first move on. */
export async function readMoves(
  sql: Sql,
  { businessId, id }: Pick<Conversation, 'businessId' | 'id'>,
): Promise<MovedConsent[]> {
  return await sql.query<MovedConsent>(
    `select n, consent, actor, reason, message_id as "messageId", moved_at as "movedAt"
     from consent_moves where business_id = $1 and conversation_id = $2 order by n`,
    [businessId, id],
  );
}
