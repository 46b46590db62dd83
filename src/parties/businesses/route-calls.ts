import type { CallRouting } from '../../ports/carriers/carrier.ts';
import { text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { mobileNumbers } from './claims.ts';

const atOnce = 50;

/**
 * Sets the address that carriers ask about calls, for numbers that have none yet or an old one of ours. False: there is
 * more to do.
 */
export async function routeCalls(world: World): Promise<boolean> {
  const { sandbox, live } = world.carriers.texts;
  let isDone = true;
  for (const carrier of new Set([sandbox, live])) {
    if (!carrier?.calls) continue;
    isDone = (await routeFor(world, carrier.name, carrier.calls)) && isDone;
  }
  return isDone;
}

async function routeFor(
  { db, log }: World,
  carrier: string,
  { address, route }: CallRouting,
): Promise<boolean> {
  const numbers = await readUnrouted(db, carrier, address);
  for (const { number, businessId, carrierId } of numbers) {
    const outcome = await route(carrierId); // no connection held
    if (outcome === 'not_now') return false;
    // A number that is gone at the carrier is not tried again.
    if (outcome === 'gone') log.warn('number.gone', { businessId, processor: carrier });
    await db.query('update mobile_numbers set calls_at = $2 where number = $1', [number, address]);
  }
  return numbers.length < atOnce;
}

const bought = mobileNumbers.pick('number', 'businessId').with({ carrierId: text });

/** Scope: all. */
async function readUnrouted(
  sql: Sql,
  carrier: string,
  address: string,
): Promise<RowOf<typeof bought>[]> {
  return await bought.read(
    sql,
    `select ${bought.columns}, carrier_id as "carrierId" from mobile_numbers
     where carrier = $1 and carrier_id is not null and calls_at is distinct from $2
     order by number limit ${atOnce}`,
    [carrier, address],
  );
}
