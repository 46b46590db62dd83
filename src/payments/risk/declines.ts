import { bytea, date, int4 } from '../../runtime/column.ts';
import { table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Order } from '../order.ts';

/*
 * The limit on card testing: a card that was declined this often on a day, at any business with limits on, is refused
 * until tomorrow. Days are UTC, since the count is for all businesses.
 */
export const declinesPerDay = 5;

const cardDeclines = table('card_declines', {
  fingerprint: bytea,
  declinedOn: date,
  declines: int4,
});
const declineCount = cardDeclines.pick('declines');

/** Today's declines, under every fingerprint of a card: fingerprints made by older keys are not replaced. */
export async function countDeclines(
  world: World,
  fingerprints: readonly Buffer[],
): Promise<number> {
  const counted = await declineCount.readRow(
    world.db,
    `select coalesce(sum(declines), 0)::integer as declines from card_declines
     where fingerprint = any ($1::bytea[]) and declined_on = $2`,
    [fingerprints, today(world)],
  );
  return counted.declines;
}

/** The table has another partition key, so this is not written in the payment's transaction. */
export async function countDecline(world: World, { business, source }: Order): Promise<void> {
  if (!business.limited) return;
  await cardDeclines.insert(
    world.db,
    [{ fingerprint: source.fingerprint, declinedOn: today(world), declines: 1 }],
    'on conflict (fingerprint, declined_on) do update set declines = card_declines.declines + 1',
  );
}

export async function deleteOldDeclines(world: World): Promise<void> {
  await world.db.query('delete from card_declines where declined_on < $1', [today(world)]);
}

function today(world: World): string {
  return world.now().toISOString().slice(0, 10);
}
