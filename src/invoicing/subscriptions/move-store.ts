import { amountWithCode } from '../../kernel/money.ts';
import { int4, int8, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, table } from '../../runtime/table.ts';
import { isOver, mayBecome, type Subscription, subscriptions } from './subscription.ts';

export type Why = { readonly actor: string; readonly reason: string; readonly at: Date };
export type Move = Why & {
  readonly before: Subscription | undefined;
  readonly after: Subscription;
};

const { state } = subscriptions.fields;
const history = table('subscription_moves', {
  businessId: int8,
  subscriptionId: int8,
  n: int4,
  fromState: optional(state),
  toState: state,
  actor: text,
  reason: text,
  movedAt: timestamptz,
});
const listed = history.omit('businessId', 'subscriptionId', 'n');

const rows = rowSet({ id: int8, step: int4, ...listed.fields }, 2);

/** Writes the moves that change a state, for `insertSubscription` and `writeSubscriptions`. */
export async function writeMoves(
  tx: Sql,
  businessId: bigint,
  moves: readonly Move[],
): Promise<void> {
  const real = moves.filter(({ before, after }) => before?.state !== after.state);
  for (const { before, after } of real) {
    if (before && !mayBecome(before.state, after.state)) {
      throw new Error(`a subscription that is ${before.state} cannot become ${after.state}`);
    }
  }
  if (real.length === 0) return;
  await tx.query(
    `insert into subscription_moves (business_id, subscription_id, n, from_state, to_state, actor, reason,
       moved_at)
     select $1, id, coalesce((select max(m.n) from subscription_moves m
         where m.business_id = $1 and m.subscription_id = r.id), 0)
         + row_number() over (partition by id order by step),
       from_state, to_state, actor, reason, moved_at
     from (select * from ${rows.sql}) r`,
    [
      businessId,
      ...rows.encode(
        real.map((move, step) => ({
          id: move.after.id,
          step,
          fromState: move.before?.state,
          toState: move.after.state,
          actor: move.actor,
          reason: reasonOf(move),
          movedAt: move.at,
        })),
      ),
    ],
  );
}

/** The reason names an amount that no period settled, so that a person can settle it. */
function reasonOf({ after: { state, carryCents: left, currency }, reason }: Move): string {
  if (left === 0n || !isOver(state)) return reason;
  return left > 0n
    ? `${reason}; ${amountWithCode(left, currency)} of a change before it was not charged`
    : `${reason}; ${amountWithCode(-left, currency)} of a change before it was not given back`;
}

export async function listMoves(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<RowOf<typeof listed>[]> {
  return await listed.read(
    sql,
    `select ${listed.columns}
     from subscription_moves where business_id = $1 and subscription_id = $2 order by n`,
    [businessId, id],
  );
}
