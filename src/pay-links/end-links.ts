import { Refusal } from '../base/refusal.ts';
import { atClockOf } from '../businesses/clock.ts';
import { cancelTexts } from '../conversations/cancel-texts.ts';
import { endOpenInvoice } from '../payments/open-invoice.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { expireLink } from './expire-link.ts';
import type { PayLink } from './link.ts';
import { payerOf } from './payer-of.ts';
import { actOf } from './show-address.ts';
import { endLink, lockLink, readExpiring } from './store.ts';

const atOnce = 100;

/** Ends links whose last day is over, of one business or of all; returns how many. */
export async function expireLinks(world: World, only?: bigint): Promise<number> {
  let ended = 0;
  for (const due of await readExpiring(world.db, world.now(), atOnce, only)) {
    const own = only === undefined ? atClockOf(world, due) : world;
    try {
      if (await own.db.begin((tx) => expireLink(own, tx, due))) ended += 1;
    } catch (error) {
      world.log.error('pay_link.not_expired', { businessId: due.businessId, error });
    }
  }
  return ended;
}

/** Takes a link back, with the invoice that it was made for; what is paid, or being paid, stays. */
export async function revokeLink(
  world: World,
  { businessId, id }: PayLink,
  actor: string,
): Promise<void> {
  await world.db.begin(async (tx) => {
    const link = await lockLink(tx, businessId, id);
    if (!link || link.state === 'revoked') return;
    const isOpen = link.state === 'open';
    if (isOpen && (await payerOf(tx, link))) throw new Refusal('invoice_ended');
    const hasEnded = await endOpenInvoice(tx, { businessId, id: link.invoiceId }, 'void');
    if (!hasEnded && isOpen) throw new Refusal('invoice_ended');
    const at = world.now();
    await endLink(tx, link, 'revoked', at);
    await recordAct(tx, actOf(link, 'pay_link.revoked', actor, at));
    await cancelTexts(tx, { businessId, linkId: id, at });
  });
}
