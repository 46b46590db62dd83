import { nextCutoff } from '../ach/windows.ts';
import type { Sql } from '../base/sql.ts';
import { isPaidOut } from '../businesses/paid-out.ts';
import { lockBusiness } from '../businesses/store.ts';
import { writeEvents } from '../payments/write-event.ts';
import { numberField } from '../tokens/token.ts';
import { last4Of } from '../vault/last4.ts';
import type { World } from '../world.ts';
import { readDepositAccount } from './bank-account.ts';
import { fundBatches, insertDeposit, readStanding } from './deposit-store.ts';
import { bankingDayOf } from './moments.ts';

export type Deposit = {
  readonly id: bigint;
  readonly amountCents: bigint;
  readonly batches: number;
};

/** Ten digits have room in the file. What is more goes the next day. */
const mostCents = 9_999_999_999n;

/**
 * Pays a business out: what stands in its clearing account less what is on its way already, once on a banking
 * day. It is one transaction behind one lock, so of two workers the second finds nothing left, and whoever
 * dies in it has done nothing. What is less than nothing is carried to the next day.
 */
export async function makeDeposit(world: World, businessId: bigint): Promise<Deposit | undefined> {
  const id = await world.ids.next(businessId);
  return await world.db.begin((tx) => write(world, tx, businessId, id));
}

async function write(
  world: World,
  tx: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Deposit | undefined> {
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
  const account = await readDepositAccount(tx, businessId);
  if (!account) {
    world.log.error('deposit.held', { businessId, reason: 'no bank account is known' });
    return undefined;
  }

  const amountCents = left < mostCents ? left : mostCents;
  const nextAt = nextCutoff(at, false);
  const record = { businessId, owner: account.numberOwner, field: numberField.bank };
  const last4 = last4Of(await world.vault.open(tx, record));
  await insertDeposit(tx, {
    ...account,
    last4,
    businessId,
    id,
    amountCents,
    nextAt,
    createdAt: at,
  });
  const batches = await fundBatches(tx, businessId, id);
  const data = JSON.stringify({ entryId: String(id), amountCents: String(amountCents), batches });
  const event = { id: world.uuid(), kind: 'deposit.made', data, untold: ['webhook'] as const };
  await writeEvents(tx, [{ ...event, businessId, objectId: id, at }]);
  return { id, amountCents, batches };
}
