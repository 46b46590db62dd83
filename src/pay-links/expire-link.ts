import type { Sql } from '../base/sql.ts';
import { cancelTexts } from '../conversations/cancel-texts.ts';
import { endOpenInvoice } from '../payments/open-invoice.ts';
import { isSettled, type Payment } from '../payments/payment.ts';
import type { World } from '../world.ts';
import type { PayLink } from './link.ts';
import { payerOf } from './payer-of.ts';
import { endLink, lockLink, lookAgain } from './store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Ends a link whose last day is over, with its invoice and the text that waits; false: it has ended, or stays. */
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
    await lookAgain(tx, link, whenToLook(payment, at));
    return false;
  }
  await endOpenInvoice(tx, { businessId, id: link.invoiceId }, 'expired');
  await endLink(tx, link, 'expired', at);
  await cancelTexts(tx, { businessId, linkId: id, at });
  return true;
}

/**
 * Who began to pay in time may come to an end; whether it is paid is not known before. A debit may come back for months,
 * and then its invoice stays open, for its bank or its payer to be asked again: nobody looks, and its link ends when its
 * number is used anew.
 */
function whenToLook({ state }: Payment, at: Date): Date | undefined {
  if (!isSettled(state)) return new Date(at.getTime() + 10 * minuteMs);
  const isReserved = state === 'authorized' || state === 'capturing' || state === 'voiding';
  return isReserved ? new Date(at.getTime() + dayMs) : undefined;
}
