import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';

/** What only a person can decide. */
export type QuestionKind =
  /** The processor took another amount than it was asked for. */
  | 'amount_differs'
  /** All looks were in vain: was it charged? */
  | 'outcome_unknown'
  /** What was done after the charge: the same. */
  | 'followup_unknown'
  /** An approval that came too late could not be given back. */
  | 'not_given_back'
  /** The processor's totals are not ours. */
  | 'batch_mismatch'
  /** All looks were in vain: was it closed? */
  | 'batch_unknown'
  /** What two persons decided about a batch is not what the processor says of it since. */
  | 'batch_contradicted'
  /** A bank transfer came back in a way that no rule decides. */
  | 'ach_return'
  /** What came from the bank cannot be read or fits nothing that we sent. */
  | 'ach_file';

export type ObjectKind = 'payment' | 'followup' | 'batch' | 'ach_entry' | 'ach_file';

type NewQuestion = {
  readonly businessId: bigint;
  readonly kind: QuestionKind;
  readonly object: { readonly kind: ObjectKind; readonly id: bigint };
  /** What a person must know to decide; no secret. */
  readonly evidence: Readonly<Record<string, unknown>>;
};

/**
 * Asked once while it is open: who finds the same again asks nothing new. Within a transaction it is asked only if
 * that is committed.
 */
export async function openQuestion(
  { db, ids, now, log }: Pick<World, 'db' | 'ids' | 'now' | 'log'>,
  { businessId, kind, object, evidence }: NewQuestion,
  sql: Sql = db,
): Promise<void> {
  const id = await ids.next(businessId);
  const rows = await sql.query(
    `insert into open_questions (business_id, id, kind, object_kind, object_id, state, evidence, created_at)
     values ($1, $2, $3, $4, $5, 'open', $6, $7) on conflict do nothing returning id`,
    [businessId, id, kind, object.kind, object.id, JSON.stringify(evidence), now()],
  );
  if (rows.length > 0) log.error('question.opened', { businessId, kind, objectId: object.id });
}
