import { formatMoney } from '../base/money.ts';
import { int4, int8, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { isOver, mayBecome, type SubscriptionState } from './state.ts';
import type { Subscription } from './subscription.ts';

export type Why = { readonly actor: string; readonly reason: string; readonly at: Date };
export type Move = Why & {
  readonly before: Subscription | undefined;
  readonly after: Subscription;
};

const rows = rowSet(
  {
    id: int8,
    step: int4,
    fromState: text,
    toState: text,
    actor: text,
    reason: text,
    movedAt: timestamptz,
  },
  2,
);

/** How each came into its state, written where that is another than before; whoever writes holds the rows. */
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

/** What a change left over and no period came to settle: whoever ends it must hear of that, to settle it by hand. */
function reasonOf({ after: { state, carryCents: left }, reason }: Move): string {
  if (left === 0n || !isOver(state)) return reason;
  return left > 0n
    ? `${reason}; ${formatMoney(left)} of a change before it was not charged`
    : `${reason}; ${formatMoney(-left)} of a change before it was not given back`;
}

export type MoveRow = {
  readonly fromState: SubscriptionState | null;
  readonly toState: SubscriptionState;
  readonly actor: string;
  readonly reason: string;
  readonly movedAt: Date;
};

export async function listMoves(sql: Sql, businessId: bigint, id: bigint): Promise<MoveRow[]> {
  return await sql.query(
    `select from_state as "fromState", to_state as "toState", actor, reason, moved_at as "movedAt"
     from subscription_moves where business_id = $1 and subscription_id = $2 order by n`,
    [businessId, id],
  );
}
