import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { PayLink } from './link.ts';
import { linkAddress } from './send-link.ts';

/** Who has it can see the invoice, so that it is noted who was shown it. */
export async function showAddress(world: World, link: PayLink, actor: string): Promise<string> {
  await world.db.begin((tx) => recordAct(tx, actOf(link, 'pay_link.shown', actor, world.now())));
  return linkAddress(world, link);
}

export function actOf(
  { businessId, id, orderNumber }: PayLink,
  act: 'pay_link.shown' | 'pay_link.revoked',
  actor: string,
  at: Date,
) {
  return { businessId, actor, act, object: `pay_link:${id}`, facts: { orderNumber }, at };
}
