import { resolvable } from '../../runtime/lease.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { Shown } from '../evidence.ts';
import { type FollowUp, type FollowUpState, followUpRow, followUps } from './follow-up.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

export async function followUpsOf(
  sql: Sql,
  businessId: bigint,
  paymentId: bigint,
): Promise<FollowUp[]> {
  return await followUpRow.read(
    sql,
    `select ${followUpRow.columns} from followups
     where business_id = $1 and payment_id = $2 order by n`,
    [businessId, paymentId],
  );
}

export async function readFollowUp(sql: Sql, key: Key): Promise<FollowUp | undefined> {
  return await followUpRow.readOne(
    sql,
    `select ${followUpRow.columns} from followups where business_id = $1 and id = $2`,
    [key.businessId, key.id],
  );
}

export async function readByKey(
  sql: Sql,
  businessId: bigint,
  key: string,
): Promise<FollowUp | undefined> {
  return await followUpRow.readOne(
    sql,
    `select ${followUpRow.columns} from followups where business_id = $1 and idempotency_key = $2`,
    [businessId, key],
  );
}

/** After its lifetime a key is free for another request. */
export async function releaseKey(sql: Sql, { businessId, id }: Key, key: string): Promise<void> {
  await sql.query(
    `update followups set idempotency_key = null, request_fingerprint = null
     where business_id = $1 and id = $2 and idempotency_key = $3`,
    [businessId, id, key],
  );
}

export type NewFollowUp = FollowUp & {
  readonly idempotencyKey: string | undefined;
  readonly actor: string;
  readonly reason: string | undefined;
};

const inserted = followUps.omit(
  'processorId',
  'batchId',
  'cancelSentAt',
  'absentSince',
  'seenAt',
  'replayRefusedAt',
  'outcomeCode',
);

/** False: another request has just used its idempotency key. */
export async function insertFollowUp(tx: Sql, made: NewFollowUp): Promise<boolean> {
  const resolveAt = made.finishedAt ? undefined : made.leaseUntil;
  return (await inserted.insert(tx, [{ ...made, resolveAt }], 'on conflict do nothing')) === 1;
}

export type FollowUpEnd = {
  readonly state: Exclude<FollowUpState, 'processing' | 'returned'>;
  readonly processorId: string | undefined;
  readonly outcomeCode: string | undefined;
  readonly message: string;
  readonly remainingCents: bigint | undefined;
  readonly resolveAt: Date | undefined;
  readonly at: Date;
};

/** True if the caller still owns it: the fencing token (`epoch`) is unchanged. The row stays locked. */
export async function isStillOurs(tx: Sql, { businessId, id, epoch }: FollowUp): Promise<boolean> {
  const rows = await tx.query(
    `select id from followups
     where business_id = $1 and id = $2 and epoch = $3 and state in ('processing', 'unknown')
     for update`,
    [businessId, id, epoch],
  );
  return rows.length === 1;
}

export async function endFollowUp(tx: Sql, followUp: FollowUp, end: FollowUpEnd): Promise<void> {
  const { businessId, id } = followUp;
  const isOver = end.state !== 'unknown';
  await tx.query(
    `update followups set state = $3, processor_id = $4, outcome_code = $5, message = $6,
       remaining_cents = $7, resolve_at = $8, lease_until = $9, finished_at = $10
     where business_id = $1 and id = $2`,
    [
      businessId,
      id,
      end.state,
      end.processorId,
      end.outcomeCode,
      end.message,
      end.remainingCents,
      end.resolveAt,
      end.at,
      isOver ? end.at : null,
    ],
  );
}

/** One that was taken for not done is there: its outcome is unknown again, and is found out at once. */
export async function reopenFollowUp(tx: Sql, { businessId, id }: Key, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update followups set state = 'unknown', outcome_code = 'unknown', message = null, remaining_cents = null,
       finished_at = null, seen_at = $3, absent_since = null, resolve_at = $3
     where business_id = $1 and id = $2 and state = 'failed' returning id`,
    [businessId, id, at],
  );
  return rows.length === 1;
}

/**
 * True if another follow-up did the work that the processor shows under this name: many processors show a capture or a
 * void only at its charge. One undo explains all undos, as nothing is left to undo. A refund is shown under a name of
 * its own; without that name it may exist beside the other one.
 */
export async function isOfAnother(
  sql: Sql,
  { businessId, id, paymentId, kind, isRefund, amountCents }: FollowUp,
  shownId: string | undefined,
): Promise<boolean> {
  const isUndo = kind === 'void' || (kind === 'give_back' && !isRefund);
  if ((kind === 'refund' || isRefund) && !shownId) return false;
  const rows = await sql.query(
    `select from followups
     where business_id = $1 and payment_id = $2 and id <> $3 and kind = $4 and is_refund = $5
       and state = 'succeeded' and ($6 or case
         when $7::text <> '' and processor_id <> '' then processor_id = $7
         else amount_cents = $8 end)
     limit 1`,
    [businessId, paymentId, id, kind, isRefund, isUndo, shownId, amountCents],
  );
  return rows.length === 1;
}

export const followUpLeases = resolvable(
  followUps,
  followUpRow,
  `state in ('processing', 'unknown')`,
);

/** As for a charge. */
export async function storeEvidence(
  sql: Sql,
  { businessId, id }: Key,
  { absentSince, seenAt, replayRefusedAt }: Shown,
): Promise<void> {
  await sql.query(
    `update followups set absent_since = $3, seen_at = greatest(seen_at, $4),
       replay_refused_at = greatest(replay_refused_at, $5)
     where business_id = $1 and id = $2`,
    [businessId, id, absentSince, seenAt, replayRefusedAt],
  );
}

export async function recordRefusedReplay(
  sql: Sql,
  { businessId, id }: Key,
  at: Date,
): Promise<void> {
  await sql.query(
    'update followups set replay_refused_at = $3 where business_id = $1 and id = $2',
    [businessId, id, at],
  );
}

/** A refund that had succeeded, and whose money came back. */
export async function returnFollowUp(tx: Sql, { businessId, id }: Key): Promise<void> {
  await tx.query(
    `update followups set state = 'returned'
     where business_id = $1 and id = $2 and state = 'succeeded'`,
    [businessId, id],
  );
}
