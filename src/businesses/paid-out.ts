import type { Sql } from '../base/sql.ts';
import { recordAct } from '../trail/trail.ts';
import type { Business } from './business.ts';

/** Of a business that is closed only these tell: its own state is for good. */
const acts = { on: 'business.payouts_on', off: 'business.payouts_off' } as const;

/**
 * Whether what a business has is paid out to its bank account. Closing it ends that, and an operator may wish it
 * anew, so that nothing that was earned stays here.
 */
export async function isPaidOut(
  sql: Sql,
  { id, state }: Pick<Business, 'id' | 'state'>,
): Promise<boolean> {
  if (state !== 'closed') return state === 'payouts_enabled';
  const rows = await sql.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and act = any($2::text[]) order by n desc limit 1`,
    [id, Object.values(acts)],
  );
  return rows[0]?.act === acts.on;
}

type Wish = {
  readonly on: boolean;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
};

/** False: it is so already. Who asks holds the lock of the business, which is closed. */
export async function switchClosed(
  tx: Sql,
  business: Pick<Business, 'id' | 'state'>,
  { on, actor, reason, at }: Wish,
): Promise<boolean> {
  if ((await isPaidOut(tx, business)) === on) return false;
  const { id: businessId } = business;
  const act = on ? acts.on : acts.off;
  const object = `business:${businessId}`;
  await recordAct(tx, { businessId, actor, act, object, facts: { reason }, at });
  return true;
}
