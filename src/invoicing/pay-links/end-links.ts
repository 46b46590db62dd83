import { dayMs, minuteMs } from '../../kernel/duration.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { cancelTexts } from '../../notify/conversations/message-moves.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { endOpenInvoice, type Invoice, readInvoice } from '../../payments/open-invoice.ts';
import { isSettled, type Payment } from '../../payments/payment.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { actOf, type PayLink } from './link.ts';
import { readParts } from './parts.ts';
import { endLink, findOpenOf, lockLink, payerOf, readExpiring, scheduleCheck } from './store.ts';

const atOnce = 100;

/** Expires links, of one business or of all; returns how many. */
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

/**
 * Revokes a link and what is left of its invoice. One that is paid, or being paid, stays. Not for the link of a period
 * (`revokePayLink`).
 */
export async function revokeLink(world: World, key: LinkKey, actor: string): Promise<void> {
  await world.db.begin((tx) => revokeWithin(world, tx, key, actor));
}

type LinkKey = Pick<PayLink, 'businessId' | 'id'>;

/** The same in the transaction of something larger. */
export async function revokeWithin(
  world: Pick<World, 'now' | 'uuid'>,
  tx: Sql,
  { businessId, id }: LinkKey,
  actor: string,
): Promise<void> {
  const link = await lockLink(tx, businessId, id);
  if (!link || link.state === 'revoked') return;
  const isOpen = link.state === 'open';
  if (isOpen && (await payerOf(tx, link))) throw new Refusal('invoice_ended');
  // The invoice of a link that has expired may be asked for by a newer one.
  if (isOpen || !(await findOpenOf(tx, businessId, link.invoiceId))) {
    const hasEnded = await endOpenInvoice(tx, { businessId, id: link.invoiceId }, 'void');
    if (!hasEnded && isOpen && !(await isOver(tx, link))) throw new Refusal('invoice_ended');
  }
  const at = world.now();
  await endLink(tx, link, 'revoked', at);
  await recordAct(tx, actOf(link, 'pay_link.revoked', actor, at));
  await cancelTexts(world, tx, { businessId, linkId: id, at });
}

/** True for a link whose invoice was ended without it, as that of a canceled subscription is. */
async function isOver(tx: Sql, { businessId, invoiceId }: PayLink): Promise<boolean> {
  const invoice = await readInvoice(tx, businessId, invoiceId);
  return invoice?.state === 'void' || invoice?.state === 'expired';
}

/** Expires a link, with what is left of its invoice and its waiting text. False: it ended before, or stays. */
export async function expireLink(
  world: World,
  tx: Sql,
  { businessId, id }: Pick<PayLink, 'businessId' | 'id'>,
): Promise<boolean> {
  const link = await lockLink(tx, businessId, id);
  const at = world.now();
  if (link?.state !== 'open' || !link.expiresAt || link.expiresAt > at) return false;
  const payment = await payerOf(tx, link);
  if (payment) {
    await scheduleCheck(tx, link, whenToLook(payment, at));
    return false;
  }
  let invoice: Invoice | undefined;
  // One that parts cover is open again as soon as one of them comes back.
  do {
    await endOpenInvoice(tx, { businessId, id: link.invoiceId }, 'expired');
    invoice = await readInvoice(tx, businessId, link.invoiceId);
  } while (invoice?.state === 'open');
  if (invoice?.state === 'covered') {
    const parts = await readParts(tx, invoice);
    const undecided = parts.find(({ state }) => !isSettled(state));
    await scheduleCheck(tx, link, undecided && whenToLook(undecided, at));
    return false;
  }
  await endLink(tx, link, 'expired', at);
  await cancelTexts(world, tx, { businessId, linkId: id, at });
  return true;
}

/**
 * A payment that began in time may end as it does. Undefined for a debit that was settled: it may be returned for months,
 * so its link ends when its order number is used again.
 */
function whenToLook({ state }: Payment, at: Date): Date | undefined {
  if (!isSettled(state)) return new Date(at.getTime() + 10 * minuteMs);
  const isReserved = state === 'authorized' || state === 'capturing' || state === 'voiding';
  return isReserved ? new Date(at.getTime() + dayMs) : undefined;
}
