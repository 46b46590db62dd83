import { type Act, recordActs } from '../../records/audit-log.ts';
import { int4, int8, named, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, table } from '../../runtime/table.ts';
import { type Business, type BusinessState, businessStates } from './business.ts';

/** The states that may follow each state. */
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

const history = table('business_moves', {
  businessId: int8,
  n: int4,
  from: optional(named('from_state', oneOf(businessStates))),
  to: named('to_state', oneOf(businessStates)),
  actor: text,
  reason: text,
  at: named('moved_at', timestamptz),
});

export type Move = {
  readonly to: BusinessState;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
  /** For the audit log. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

/** The first move: how the business was made. */
export async function beginHistory(
  tx: Sql,
  { id: businessId, state: to }: Pick<Business, 'id' | 'state'>,
  { actor, reason, at }: Omit<Move, 'to'>,
): Promise<void> {
  await history.insert(tx, [{ businessId, n: 1, to, actor, reason, at }]);
}

/**
 * The one gate for the state of a business, inside the caller's transaction. False: it was not in this state any
 * more, or the move is not allowed.
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

const steps = rowSet({
  step: int4,
  ...history.pick('from', 'to', 'actor', 'reason').fields,
});
const first = steps.nextParameter;
const parameter = (at: number) => `$${first + at}`;

/** Consecutive moves at one moment. The caller records each in the audit log, with `actOfMove`. */
export async function writeMoves(
  tx: Sql,
  businessId: bigint,
  from: BusinessState,
  moves: readonly Move[],
): Promise<boolean> {
  const last = moves.at(-1);
  if (!last) return true;
  const path = moves.map(({ to, actor, reason }, i) => {
    return { step: i + 1, from: moves[i - 1]?.to ?? from, to, actor, reason };
  });
  if (!path.every((step) => businessMoves[step.from].includes(step.to))) return false;
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

export const pastMoves = history.omit('businessId');
export type PastMove = RowOf<typeof pastMoves>;

/** The moves of a business, the oldest first. */
export async function readMoves(sql: Sql, businessId: bigint): Promise<PastMove[]> {
  return await pastMoves.read(
    sql,
    `select ${pastMoves.columns} from business_moves where business_id = $1 order by n`,
    [businessId],
  );
}
