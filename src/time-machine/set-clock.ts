import { dayMs } from '../kernel/duration.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { lockBusiness } from '../parties/businesses/store.ts';
import { recordAct } from '../records/audit-log.ts';
import { float8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';

export type Destination = { readonly to: Date } | { readonly byMs: number };

/** Ten years: further on, cards and contracts mean nothing, and in between lie thousands of evenings. */
export const mostDays = 3660;
const mostMs = mostDays * dayMs;

/** Writes the start and the destination to the audit log before anything moves. */
export async function beginJourney(
  world: World,
  businessId: bigint,
  destination: Destination,
  actor: string,
): Promise<{ from: Date; to: Date; clockAheadMs: number }> {
  return await world.db.begin(async (tx) => {
    const { clockAheadMs, cardAccounts } = await lockSandbox(tx, businessId);
    if (Object.keys(cardAccounts).length > 0) throw livesByRealTime();
    const from = atClockOf(world, { clockAheadMs }).now();
    const to = placeOf(from, destination);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'clock.advanced',
      object: `business:${businessId}`,
      facts: { from: from.toISOString(), to: to.toISOString() },
      at: world.now(),
    });
    return { from, to, clockAheadMs };
  });
}

/** A charge that a gateway does not find yet would be given up, and its reports would be requested for days to come. */
function livesByRealTime(): Refusal {
  return new Refusal('wrong_state', {
    message: 'Its cards are charged at a gateway, which lives by the real time.',
  });
}

/** Backwards there is only `reset`. */
function placeOf(now: Date, destination: Destination): Date {
  const to = 'to' in destination ? destination.to : new Date(now.getTime() + destination.byMs);
  const byMs = to.getTime() - now.getTime();
  if (byMs > 0 && byMs <= mostMs) return to;
  const isPast = `Its clock is at ${now.toISOString()} already.`;
  const isTooFar = `A clock is moved on by at most ${mostDays} days at once.`;
  throw new Refusal('wrong_state', { message: byMs > 0 ? isTooFar : isPast });
}

/** Locks the business until the transaction ends, so that its clock is moved by one transaction at a time. */
export async function lockSandbox(tx: Sql, businessId: bigint): Promise<Business> {
  const business = await lockBusiness(tx, businessId);
  if (!business) throw new Refusal('unknown_business');
  if (business.environment === 'sandbox') return business;
  throw new Refusal('wrong_state', { message: 'A live business lives by the real time.' });
}

const clocks = shape({ ahead: float8 });

/** Committed, and never backwards: of two who move it, the one that is further on counts. */
export async function setClock(world: World, businessId: bigint, to: Date): Promise<World> {
  const moved = await clocks.readOne(
    world.db,
    `update businesses set clock_ahead_ms = greatest(clock_ahead_ms, $2)
     where business_id = $1 and environment = 'sandbox' and card_accounts = '{}'
     returning clock_ahead_ms::float8 as ahead`,
    [businessId, to.getTime() - world.now().getTime()],
  );
  if (!moved) throw new Refusal('unknown_business');
  return atClockOf(world, { clockAheadMs: moved.ahead });
}
