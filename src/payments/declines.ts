import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { findEarlier } from './again.ts';
import type { Order } from './order.ts';

/*
 * The brake on card testing: a card that was declined this often on a day, at any business that has limits
 * on, is not tried again before tomorrow. Days are UTC, since the count runs over all businesses.
 */
const declinesPerDay = 5;

export async function checkDeclines(world: World, order: Order): Promise<void> {
  if (!order.business.limited) return;
  const rows = await world.db.query<{ declines: number }>(
    'select declines from card_declines where fingerprint = $1 and declined_on = $2',
    [order.source.fingerprint, today(world)],
  );
  if ((rows[0]?.declines ?? 0) < declinesPerDay) return;
  // A payment that was made before the brake came on keeps its answer: to refuse it would say that
  // nothing was charged.
  if (await findEarlier(world, order)) return;
  throw new Refusal('card_declined_too_often');
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
