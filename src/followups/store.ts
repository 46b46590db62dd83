import type { Sql } from '../base/sql.ts';
import type { FollowUp, FollowUpKind, FollowUpState } from './followup.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

export async function followUpsOf(
  sql: Sql,
  businessId: bigint,
  paymentId: bigint,
): Promise<FollowUp[]> {
  const rows = await sql.query<FollowUpRecord>(
    'select * from followups where business_id = $1 and payment_id = $2 order by n',
    [businessId, paymentId],
  );
  return rows.map(toFollowUp);
}

export async function readFollowUp(sql: Sql, key: Key): Promise<FollowUp | undefined> {
  const rows = await sql.query<FollowUpRecord>(
    'select * from followups where business_id = $1 and id = $2',
    [key.businessId, key.id],
  );
  return rows[0] && toFollowUp(rows[0]);
}

export async function readByKey(
  sql: Sql,
  businessId: bigint,
  key: string,
): Promise<FollowUp | undefined> {
  const rows = await sql.query<FollowUpRecord>(
    'select * from followups where business_id = $1 and idempotency_key = $2',
    [businessId, key],
  );
  return rows[0] && toFollowUp(rows[0]);
}

/** An Idempotency-Key is kept for 30 days; after that it is free for something else. */
export async function forgetKey(sql: Sql, { businessId, id }: Key, key: string): Promise<void> {
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
  readonly finishedAt: Date | undefined;
};

/** False: its Idempotency-Key was used by somebody else just now. */
export async function insertFollowUp(tx: Sql, made: NewFollowUp): Promise<boolean> {
  const rows = await tx.query(
    `insert into followups (business_id, id, payment_id, n, kind, state, amount_cents, reference, processor,
       idempotency_key, request_fingerprint, actor, reason, message, remaining_cents, epoch, lease_until,
       resolve_at, created_at, sent_at, finished_at, is_all)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19, $20, $21)
     on conflict do nothing returning id`,
    [
      made.businessId,
      made.id,
      made.paymentId,
      made.n,
      made.kind,
      made.state,
      made.amountCents,
      made.reference,
      made.processor,
      made.idempotencyKey,
      made.requestFingerprint,
      made.actor,
      made.reason,
      made.message,
      made.remainingCents,
      made.epoch,
      made.leaseUntil,
      made.finishedAt ? null : made.leaseUntil,
      made.createdAt,
      made.finishedAt,
      made.isAll,
    ],
  );
  return rows.length === 1;
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

/** Only who still holds its epoch may write; it is locked from here on. */
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

/** Those that somebody must look after by now. Scope: all; reads only. */
export async function readUnresolved(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Key[]> {
  const rows = await sql.query<{ business_id: bigint; id: bigint }>(
    `select business_id, id from followups
     where resolve_at <= $1 and ($3::bigint is null or business_id = $3)
     order by resolve_at limit $2`,
    [now, limit, only],
  );
  return rows.map((row) => ({ businessId: row.business_id, id: row.id }));
}

/** Takes it from whoever fell silent over it. Undefined: somebody else holds it, or it is finished. */
export async function takeOver(
  sql: Sql,
  { businessId, id }: Key,
  now: Date,
  leaseUntil: Date,
  looks: 0 | 1 = 0,
): Promise<FollowUp | undefined> {
  const rows = await sql.query<FollowUpRecord>(
    `update followups set epoch = epoch + 1, lease_until = $4, resolve_at = $4,
       inquiries = inquiries + $5::smallint
     where business_id = $1 and id = $2 and state in ('processing', 'unknown') and lease_until <= $3
     returning *`,
    [businessId, id, now, leaseUntil, looks],
  );
  return rows[0] && toFollowUp(rows[0]);
}

/** It is sent again, under the same reference: its late window begins anew. */
export async function noteSent(
  sql: Sql,
  { businessId, id, epoch }: FollowUp,
  at: Date,
): Promise<void> {
  await sql.query(
    'update followups set sent_at = $4 where business_id = $1 and id = $2 and epoch = $3',
    [businessId, id, epoch, at],
  );
}

type FollowUpRecord = {
  business_id: bigint;
  id: bigint;
  payment_id: bigint;
  n: number;
  kind: FollowUpKind;
  state: FollowUpState;
  amount_cents: bigint;
  is_all: boolean;
  reference: string;
  processor: string;
  request_fingerprint: Buffer | null;
  outcome_code: string | null;
  message: string | null;
  remaining_cents: bigint | null;
  epoch: number;
  lease_until: Date;
  inquiries: number;
  created_at: Date;
  sent_at: Date;
};

function toFollowUp(row: FollowUpRecord): FollowUp {
  return {
    businessId: row.business_id,
    id: row.id,
    paymentId: row.payment_id,
    n: row.n,
    kind: row.kind,
    state: row.state,
    amountCents: row.amount_cents,
    isAll: row.is_all,
    reference: row.reference,
    processor: row.processor,
    requestFingerprint: row.request_fingerprint ?? undefined,
    outcomeCode: row.outcome_code ?? undefined,
    message: row.message ?? undefined,
    remainingCents: row.remaining_cents ?? undefined,
    epoch: row.epoch,
    leaseUntil: row.lease_until,
    inquiries: row.inquiries,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}
