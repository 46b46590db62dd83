import { int4, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { type Act, recordActs } from '../trail/trail.ts';
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
  /** What else the audit trail tells of it. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

/** How a business came to be; the first line of its history. */
export async function beginHistory(
  tx: Sql,
  { id, state }: Pick<Business, 'id' | 'state'>,
  { actor, reason, at }: Omit<Move, 'to'>,
): Promise<void> {
  await tx.query(
    `insert into business_moves (business_id, n, from_state, to_state, actor, reason, moved_at)
     values ($1, 1, null, $2, $3, $4, $5)`,
    [id, state, actor, reason, at],
  );
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
  if (!(await writeMoves(tx, businessId, from, [move]))) return false;
  await recordActs(tx, businessId, [actOfMove(businessId, from, move)]);
  return true;
}

const steps = rowSet({ step: int4, fromState: text, toState: text, actor: text, reason: text });
const first = steps.nextParameter;
const parameter = (at: number) => `$${first + at}`;

/** Moves that follow on each other at one moment. Who calls this records each of them, with `actOfMove`. */
export async function writeMoves(
  tx: Sql,
  businessId: bigint,
  from: BusinessState,
  moves: readonly Move[],
): Promise<boolean> {
  const last = moves.at(-1)!;
  const path = moves.map(({ to, actor, reason }, i) => {
    const before = moves[i - 1]?.to ?? from;
    return { step: i + 1, fromState: before, toState: to, actor, reason };
  });
  for (const { fromState, toState } of path) {
    if (!businessMoves[fromState].includes(toState)) return false;
  }
  const rows = await tx.query(
    `with input as materialized (select * from ${steps.sql}),
     moved as (
       update businesses set state = ${parameter(2)}, version = version + ${parameter(3)}::integer
       where business_id = ${parameter(0)} and state = ${parameter(1)} returning business_id, version
     ),
     remembered as (
       insert into business_moves (business_id, n, from_state, to_state, actor, reason, moved_at)
       select m.business_id, m.version - ${parameter(3)}::integer + i.step, i.from_state, i.to_state,
         i.actor, i.reason, ${parameter(4)}::timestamptz
       from moved m cross join input i
     )
     select version from moved`,
    [...steps.encode(path), businessId, from, last.to, moves.length, last.at],
  );
  return rows.length === 1;
}

export function actOfMove(
  businessId: bigint,
  from: BusinessState,
  { to, actor, reason, at, facts: more }: Move,
): Act {
  const facts = { from, to, reason, ...more };
  return { businessId, actor, act: 'business.moved', object: `business:${businessId}`, facts, at };
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
