import type { Sql } from '../base/sql.ts';
import { recordAct } from '../trail/trail.ts';
import type { Business, BusinessState } from './business.ts';

/** Where a business may go from each state. */
export const businessMoves: Readonly<Record<BusinessState, readonly BusinessState[]>> = {
  messaging_only: ['payments_pending', 'payments_enabled', 'suspended', 'closed'],
  payments_pending: ['messaging_only', 'payments_enabled', 'suspended', 'closed'],
  payments_enabled: ['payouts_enabled', 'suspended', 'closed'],
  payouts_enabled: ['payments_enabled', 'suspended', 'closed'],
  suspended: [
    'messaging_only',
    'payments_pending',
    'payments_enabled',
    'payouts_enabled',
    'closed',
  ],
  closed: [],
};

export type Move = {
  readonly to: BusinessState;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
};

/** How a business came to be; the first line of its history. */
export async function beginHistory(
  tx: Sql,
  { id, state }: Pick<Business, 'id' | 'state'>,
  { actor, reason, at }: Omit<Move, 'to'>,
): Promise<void> {
  await writeMove(tx, id, 1, undefined, { to: state, actor, reason, at });
}

/**
 * The one way in which a business changes its state, inside the caller's transaction. False: it was not in
 * this state any more, or may not go there from it.
 */
export async function moveBusiness(
  tx: Sql,
  businessId: bigint,
  from: BusinessState,
  move: Move,
): Promise<boolean> {
  if (!businessMoves[from].includes(move.to)) return false;
  const rows = await tx.query<{ version: number }>(
    `update businesses set state = $3, version = version + 1
     where business_id = $1 and state = $2 returning version`,
    [businessId, from, move.to],
  );
  const row = rows[0];
  if (!row) return false;
  await writeMove(tx, businessId, row.version, from, move);
  await recordAct(tx, {
    businessId,
    actor: move.actor,
    act: 'business.moved',
    object: `business:${businessId}`,
    facts: { from, to: move.to, reason: move.reason },
    at: move.at,
  });
  return true;
}

async function writeMove(
  tx: Sql,
  businessId: bigint,
  n: number,
  from: BusinessState | undefined,
  { to, actor, reason, at }: Move,
): Promise<void> {
  await tx.query(
    `insert into business_moves (business_id, n, from_state, to_state, actor, reason, moved_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [businessId, n, from, to, actor, reason, at],
  );
}

export type PastMove = {
  readonly n: number;
  readonly from: BusinessState | null;
  readonly to: BusinessState;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
};

/** How it came into its state, the oldest first. */
export async function readMoves(sql: Sql, businessId: bigint): Promise<PastMove[]> {
  return await sql.query<PastMove>(
    `select n, from_state as "from", to_state as "to", actor, reason, moved_at as at
     from business_moves where business_id = $1 order by n`,
    [businessId],
  );
}
