import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import { atClockOf } from '../businesses/clock.ts';
import { cancelTexts } from '../conversations/cancel-texts.ts';
import { endOpenInvoice } from '../payments/open-invoice.ts';
import { type Payment, tookMoney } from '../payments/payment.ts';
import { readHolder } from '../payments/store.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { PayLink } from './link.ts';
import { actOf } from './show-address.ts';
import { endLink, lockLink, lookAgain, readExpiring } from './store.ts';

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
    const payment = await payerOf(tx, link);
    if (payment) {
      // Who began to pay in time may come to an end; whether it is paid is not known before.
      const isPaid = tookMoney(payment.state);
      await lookAgain(tx, link, isPaid ? undefined : new Date(at.getTime() + lookAgainMs));
      return isPaid;
    }
    await endOpenInvoice(tx, { businessId, id: link.invoiceId }, 'expired');
    await endLink(tx, link, 'expired', at);
    await cancelTexts(tx, { businessId, linkId: id, at });
    return true;
  });
}

/** Who pays it or has paid it, by the link or otherwise under its number. */
async function payerOf(
  tx: Sql,
  { businessId, orderNumber }: PayLink,
): Promise<Payment | undefined> {
  const asked = { businessId, orderNumber, isTest: false };
  return await readHolder(tx, asked);
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
