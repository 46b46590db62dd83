import { nextCutoff } from '../kernel/ach-windows.ts';
import { isPaidOut } from '../parties/businesses/paid-out.ts';
import { lockBusiness } from '../parties/businesses/store.ts';
import { numberField } from '../payments/tokens/token.ts';
import { last4Of } from '../ports/vault/vault.ts';
import { recordOpenings } from '../records/audit-log.ts';
import { writeEvents } from '../runtime/events.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { bankingDayOf } from './moments.ts';
import { readPayoutAccount } from './payout-account.ts';
import { insertPayout, readStanding } from './payout-store.ts';
import { fundBatches } from './store.ts';

export type Payout = {
  readonly id: bigint;
  readonly amountCents: bigint;
  readonly batches: number;
};

/** A file has room for ten digits. The rest goes the next day. */
const mostCents = 9_999_999_999n;

/**
 * Pays a business out: the balance of its clearing account less the money on its way already, once on a banking day.
 * One transaction under the lock of the business: of two workers the second finds nothing left. A negative balance is
 * carried to the next day.
 */
export async function makePayout(world: World, businessId: bigint): Promise<Payout | undefined> {
  const id = await world.ids.next(businessId);
  return await world.db.begin((tx) => write(world, tx, businessId, id));
}

async function write(
  world: World,
  tx: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Payout | undefined> {
  const business = await lockBusiness(tx, businessId);
  const at = world.now();
  const day = bankingDayOf(at);
  if (!business || !day || !(await isPaidOut(tx, business))) return undefined;
  const standing = await readStanding(tx, businessId, day);
  const left = standing.clearingCents - standing.onTheWayCents;
  if (standing.wasMade || left <= 0n) return undefined;
  if (standing.cameBack) {
    world.log.warn('deposit.held', { businessId, reason: 'a deposit came back' });
    return undefined;
  }
  const account = await readPayoutAccount(tx, businessId);
  if (!account) {
    world.log.error('deposit.held', { businessId, reason: 'no bank account is known' });
    return undefined;
  }

  const amountCents = left < mostCents ? left : mostCents;
  const nextAt = nextCutoff(at, false);
  const record = { businessId, owner: account.numberOwner, field: numberField.bank };
  const last4 = last4Of(await world.vault.open(tx, record));
  await insertPayout(tx, {
    ...account,
    last4,
    businessId,
    id,
    amountCents,
    nextAt,
    createdAt: at,
  });
  await fundBatches(tx, businessId, id, standing.reconciled);
  const batches = standing.reconciled.length;
  const data = { entryId: String(id), amountCents: String(amountCents), batches };
  const event = { id: world.uuid(), kind: 'deposit.made', data, pending: [] } as const;
  await writeEvents(tx, [{ ...event, businessId, objectId: id, at }]);
  // Lock order: the head of the audit log comes last.
  const reason = 'the last digits of the account that is paid';
  await recordOpenings(tx, [{ businessId, actor: 'system', object: `deposit:${id}`, reason, at }]);
  return { id, amountCents, batches };
}
