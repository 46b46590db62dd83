import { Refusal } from '../base/refusal.ts';
import { atClockOf } from '../businesses/clock.ts';
import { cancelTexts } from '../conversations/cancel-texts.ts';
import { endOpenInvoice, readInvoice } from '../payments/open-invoice.ts';
import { tookMoney } from '../payments/payment.ts';
import { readPayments } from '../payments/store.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { PayLink } from './link.ts';
import { actOf } from './show-address.ts';
import { endLink, lockLink, postpone, readExpiring } from './store.ts';

const atOnce = 100;
const lookAgainMs = 10 * 60_000;

/** Ends links whose last day is over, of one business or of all; returns how many. */
export async function expireLinks(world: World, only?: bigint): Promise<number> {
  let ended = 0;
  for (const due of await readExpiring(world.db, world.now(), atOnce, only)) {
    const own = only === undefined ? atClockOf(world, due) : world;
    try {
      if (await expire(own, due.businessId, due.id)) ended += 1;
    } catch (error) {
      world.log.error('pay_link.not_expired', { businessId: due.businessId, error });
    }
  }
  return ended;
}

async function expire(world: World, businessId: bigint, id: bigint): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    const link = await lockLink(tx, businessId, id);
    const at = world.now();
    if (link?.state !== 'open' || !link.expiresAt || link.expiresAt > at) return false;
    const invoice = { businessId, id: link.invoiceId };
    if (await endOpenInvoice(tx, invoice, 'expired')) {
      await endLink(tx, link, 'expired', at);
      await cancelTexts(tx, { businessId, linkId: id, at });
      return true;
    }
    const { paymentId } = (await readInvoice(tx, businessId, link.invoiceId)) ?? {};
    const [payment] = paymentId ? await readPayments(tx, [{ businessId, id: paymentId }]) : [];
    // Who began to pay in time may come to an end; whether it is paid is not known before.
    if (payment && !tookMoney(payment.state)) {
      await postpone(tx, link, new Date(at.getTime() + lookAgainMs));
      return false;
    }
    await endLink(tx, link, payment ? 'open' : 'expired', at);
    return true;
  });
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
    const invoice = { businessId, id: link.invoiceId };
    const hasEnded = await endOpenInvoice(tx, invoice, 'void');
    if (!hasEnded && link.state === 'open') throw new Refusal('invoice_ended');
    const at = world.now();
    await endLink(tx, link, 'revoked', at);
    await recordAct(tx, actOf(link, 'pay_link.revoked', actor, at));
    await cancelTexts(tx, { businessId, linkId: id, at });
  });
}
