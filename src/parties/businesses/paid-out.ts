import { recordAct } from '../../records/audit-log.ts';
import { text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { Business } from './business.ts';

/** Acts of the audit log: a closed business has no other state to say it. */
const acts = { on: 'business.payouts_on', off: 'business.payouts_off' } as const;
const recorded = shape({ act: text });

/**
 * True if the balance of a business is paid out to its bank account. Closing the business stops payouts; an operator
 * may switch them on again for the rest.
 */
export async function isPaidOut(
  sql: Sql,
  { id, state }: Pick<Business, 'id' | 'state'>,
): Promise<boolean> {
  if (state !== 'closed') return state === 'payouts_enabled';
  const last = await recorded.readOne(
    sql,
    `select act from audit_trail where business_id = $1 and act = any($2::text[]) order by n desc limit 1`,
    [id, Object.values(acts)],
  );
  return last?.act === acts.on;
}

type Switch = {
  readonly on: boolean;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
};

/** False: no change. The business is closed, and the caller holds its lock. */
export async function switchClosed(
  tx: Sql,
  business: Pick<Business, 'id' | 'state'>,
  { on, actor, reason, at }: Switch,
): Promise<boolean> {
  if ((await isPaidOut(tx, business)) === on) return false;
  const { id: businessId } = business;
  const act = on ? acts.on : acts.off;
  const object = `business:${businessId}`;
  await recordAct(tx, { businessId, actor, act, object, facts: { reason }, at });
  return true;
}
