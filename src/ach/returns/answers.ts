import { bool, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import type { Arrival } from './apply-entry.ts';

/** Banks' answers to entries: the log of returns and corrections. */
export const achAnswers = table('ach_answers', {
  businessId: int8,
  id: int8,
  entryId: int8,
  paymentId: optional(int8),
  kind: oneOf(['return', 'correction']),
  code: text,
  /** False: it was kept and changed nothing. */
  isApplied: bool,
  /** The file from the bank; undefined: a person entered the answer. */
  fileId: optional(int8),
  receivedAt: timestamptz,
});

type Answer = {
  readonly kind: 'return' | 'correction';
  readonly code: string;
  readonly isApplied: boolean;
};

/**
 * Call it in the transaction that applies or stores the answer. Recorded once for each file, however often that is
 * read.
 */
export async function recordAnswer(
  world: Pick<World, 'ids' | 'now'>,
  tx: Sql,
  arrival: Arrival,
  { businessId, id: entryId, paymentId }: Pick<Entry, 'businessId' | 'id' | 'paymentId'>,
  answer: Answer,
): Promise<void> {
  const id = await world.ids.next(businessId);
  const fileId = arrival.isDecided ? undefined : arrival.fileId;
  const row = { ...answer, businessId, id, entryId, paymentId, fileId, receivedAt: world.now() };
  await achAnswers.insert(tx, [row], 'on conflict do nothing');
}
