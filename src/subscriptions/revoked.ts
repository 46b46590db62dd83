import type { Sql } from '../base/sql.ts';
import type { Told } from '../payments/untold-events.ts';
import type { World } from '../world.ts';
import { writeMoves } from './move-store.ts';
import { voidOpen } from './open-periods.ts';
import { mayBecome } from './state.ts';
import { lockByToken, writeSubscriptions } from './store.ts';

/** Who took back that an account may be debited has ended all that is charged to it. */
export async function endRevoked(
  world: World,
  tx: Sql,
  businessId: bigint,
  { data }: Told,
): Promise<void> {
  if (!data.isRevoked || typeof data.token !== 'string') return;
  const at = world.now();
  const moves = [];
  for (const before of await lockByToken(tx, businessId, data.token)) {
    const state = before.state === 'incomplete' ? 'incomplete_expired' : 'canceled';
    if (!mayBecome(before.state, state)) continue;
    await voidOpen(tx, before);
    const after = { ...before, state, dueAt: undefined, noticeAt: undefined, endedAt: at } as const;
    moves.push({ before, after, actor: 'system', reason: `revoked: ${data.outcomeCode}`, at });
  }
  await writeSubscriptions(
    tx,
    businessId,
    moves.map(({ after }) => after),
  );
  await writeMoves(tx, businessId, moves);
}
