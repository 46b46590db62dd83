import { Refusal } from '../../kernel/refusal.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business, BusinessState } from './business.ts';
import { moveBusiness, readMoves } from './moves.ts';
import { lockBusiness } from './store.ts';

type Office = Pick<World, 'db' | 'now' | 'log'>;
/** Refuses an object that another person changed meanwhile. */
export type Match = (tx: Sql) => Promise<void>;

export type Why = {
  readonly actor: string;
  readonly reason: string;
  /** The business is locked. */
  readonly match?: Match;
};

/** Whatever it asks is refused until it is resumed; its data and history stay. */
export async function suspendBusiness(office: Office, id: bigint, why: Why): Promise<Business> {
  return await change(office, id, why, async ({ state }) =>
    state === 'suspended' ? undefined : 'suspended',
  );
}

/**
 * Restores the state before the suspension, or the one that `settled` derives from it: the thing it waited for may have
 * ended meanwhile.
 */
export async function resumeBusiness(
  office: Office,
  id: bigint,
  why: Why,
  settled: (tx: Sql, before: BusinessState) => Promise<BusinessState>,
): Promise<Business> {
  return await change(office, id, why, async ({ state }, tx) => {
    if (state !== 'suspended') return undefined;
    const before = (await readMoves(tx, id)).at(-1)?.from ?? 'messaging_only';
    return await settled(tx, before);
  });
}

/** For good. */
export async function closeBusiness(office: Office, id: bigint, why: Why): Promise<Business> {
  return await change(office, id, why, async () => 'closed');
}

type Rule = (business: Business, tx: Sql) => Promise<BusinessState | undefined>;

async function change(
  { db, now, log }: Office,
  businessId: bigint,
  { actor, reason, match }: Why,
  rule: Rule,
): Promise<Business> {
  return await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    await match?.(tx);
    const { state } = business;
    const to = await rule(business, tx);
    const move = to && { to, actor, reason, at: now() };
    if (!move || !(await moveBusiness(tx, businessId, state, move))) {
      log.info('business.refused', { businessId, state, kind: to ?? 'none' });
      throw new Refusal('wrong_state');
    }
    return { ...business, state: move.to };
  });
}
