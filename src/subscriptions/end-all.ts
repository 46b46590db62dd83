import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import { writeMoves } from './move-store.ts';
import { voidOpen } from './open-periods.ts';
import { mayBecome } from './state.ts';
import { writeSubscriptions } from './store.ts';
import type { Subscription } from './subscription.ts';

/** Why those end whose business was closed for good: whatever of them comes due next ends them. */
export const businessClosed = 'its business was closed';

/** Ends subscriptions that are locked, where they live; what is open of them is void. */
export async function endAll(
  world: World,
  tx: Sql,
  businessId: bigint,
  all: readonly Subscription[],
  reason: string,
): Promise<void> {
  const at = world.now();
  const moves = [];
  for (const before of all) {
    const state = before.state === 'incomplete' ? 'incomplete_expired' : 'canceled';
    if (!mayBecome(before.state, state)) continue;
    const left = await voidOpen(tx, before);
    const ended = { ...before, ...left, state, endedAt: at } as const;
    const after = { ...ended, dueAt: undefined, noticeAt: undefined };
    moves.push({ before, after, actor: 'system', reason, at });
  }
  await writeSubscriptions(
    tx,
    businessId,
    moves.map(({ after }) => after),
  );
  await writeMoves(tx, businessId, moves);
}
