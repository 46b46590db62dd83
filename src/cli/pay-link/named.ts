import type { Business } from '../../businesses/business.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { readBusiness } from '../../businesses/store.ts';
import { type ListedLink, listLinks } from '../../pay-links/list-links.ts';
import type { World } from '../../world.ts';
import { OperatorFault } from '../command.ts';
import { idWithin, place } from '../words.ts';

export const link = place('BUSINESS/ID', idWithin);

/** With the world of its business. */
export async function linkNamed(
  world: World,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
): Promise<{ world: World; business: Business; found: ListedLink }> {
  const business = await readBusiness(world.db, businessId);
  const own = business && atClockOf(world, business);
  const [found] = own ? await listLinks(world.db, businessId, { id, most: 1, now: own.now() }) : [];
  if (!business || !own || !found)
    throw new OperatorFault(`there is no pay link ${businessId}/${id}`);
  return { world: own, business, found };
}
