import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { type Asked, findChange, writeChange } from './change-event.ts';
import type { CustomerChange } from './customer.ts';
import { changeRow, findTaken } from './store.ts';

/** A change of one customer that is there. */
export type ChangeWish = Asked & { readonly id: bigint; readonly change: CustomerChange };

/**
 * Puts down what is known of a customer from now on. What another customer has already, by which one of the
 * two could not be told from the other, is said instead, and nothing was written.
 */
export async function changeCustomer(
  world: World,
  wish: ChangeWish,
): Promise<'done' | 'external_id' | 'contact'> {
  for (let tries = 1; tries <= 5; tries += 1) {
    if ((await findChange(world, wish)) !== undefined) return 'done';
    const taken = await findTaken(world.db, wish, wish.change);
    if (taken) return taken;
    if (await write(world, wish)) return 'done';
    // Somebody was faster, and the next look sees it: with this key, or with what we wanted to put down.
  }
  throw new Refusal('busy');
}

async function write(world: World, wish: ChangeWish): Promise<boolean> {
  const { id: objectId, change } = wish;
  const fields = Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const event = { kind: 'customer.updated', objectId, facts: { fields } } as const;
  const begun = world.db.begin(async (tx) => {
    if (!(await writeChange(world, tx, wish, event))) return false;
    await changeRow(tx, wish, change, world.now());
    return true;
  });
  return await begun.catch((error) => {
    if (isTaken(error)) return false;
    throw error;
  });
}

/** A unique index had it already. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '23505';
}
