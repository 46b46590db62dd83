import type { World } from '../world.ts';
import type { Order } from './order.ts';

/*
 * The brake on card testing: a card that was declined this often on a day, at any business that has limits
 * on, is not tried again before tomorrow. Days are UTC, since the count runs over all businesses.
 */
export const declinesPerDay = 5;

/** Today, under every fingerprint of a card: those that older keys made are not made anew. */
export async function countDeclines(
  world: World,
  fingerprints: readonly Buffer[],
): Promise<number> {
  const rows = await world.db.query<{ declines: number }>(
    `select coalesce(sum(declines), 0)::integer as declines from card_declines
     where fingerprint = any ($1::bytea[]) and declined_on = $2`,
    [fingerprints, today(world)],
  );
  return rows[0]!.declines;
}

/** A table with a key of its own, so it is not written in the payment's transaction. */
export async function noteDecline(world: World, { business, source }: Order): Promise<void> {
  if (!business.limited) return;
  await world.db.query(
    `insert into card_declines (fingerprint, declined_on, declines) values ($1, $2, 1)
     on conflict (fingerprint, declined_on) do update set declines = card_declines.declines + 1`,
    [source.fingerprint, today(world)],
  );
}

export async function forgetDeclines(world: World): Promise<void> {
  await world.db.query('delete from card_declines where declined_on < $1', [today(world)]);
}

function today(world: World): string {
  return world.now().toISOString().slice(0, 10);
}
