import { Refusal } from '../../kernel/refusal.ts';
import { bool, int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Contact, CustomerChange } from './customer.ts';
import { contactColumns, contactRows, findOrMake } from './find-or-make.ts';
import { changeRow } from './store.ts';

const input = rowSet(contactColumns);
const owners = shape({ id: int8, isMade: bool });

type Context = Pick<World, 'ids' | 'now'>;

/** Undefined: another transaction has just made the same customer. */
async function ownerOf(world: Context, tx: Sql, businessId: bigint, contact: Contact) {
  const createdAt = world.now();
  const id = await world.ids.next(businessId);
  const asked = contactRows([contact], () => ({
    businessId,
    id,
    customerId: undefined,
    contact,
    createdAt,
  }));
  return await owners.readOne(
    tx,
    `with input as (select * from ${input.sql}), ${findOrMake}
     select owner_id as id, found_id is null as "isMade" from owned`,
    input.encode(asked),
  );
}

const tries = 5;

/** The customer whom the contact means, unchanged; or a new one made of it. */
export async function findOrMakeCustomer(
  world: Context,
  tx: Sql,
  businessId: bigint,
  contact: Contact,
): Promise<bigint> {
  for (let n = 1; n <= tries; n += 1) {
    const found = await ownerOf(world, tx, businessId, contact);
    if (found) return found.id;
  }
  throw new Refusal('busy');
}

/** Makes a customer; refuses one that is indistinguishable from an existing one. */
export async function makeCustomer(
  world: Context & Pick<World, 'db'>,
  businessId: bigint,
  contact: Contact,
  more: Pick<CustomerChange, 'status' | 'details' | 'language'>,
): Promise<bigint> {
  return await world.db.begin(async (tx) => {
    const found = await ownerOf(world, tx, businessId, contact);
    // Also rolls back an external id that was given to a known customer.
    if (!found?.isMade) throw new Refusal('customer_taken');
    const isDescribed =
      more.status !== undefined || more.language || Object.keys(more.details ?? {}).length > 0;
    if (isDescribed) await changeRow(tx, { businessId, id: found.id }, more, world.now());
    return found.id;
  });
}
