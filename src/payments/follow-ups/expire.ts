import { writeEvents } from '../../runtime/events.ts';
import type { World } from '../../world.ts';
import { expirePayment } from '../moves.ts';
import { freeInvoice } from '../open-invoice.ts';
import { eventOf } from '../payment-event.ts';
import { lockSubject } from './subject.ts';

/**
 * Ends an authorization that was not captured: the bank has released the money, and the order may be paid again.
 * Returns a date to come back at while a follow-up is in progress.
 */
export async function expireAuthorization(
  world: World,
  businessId: bigint,
  paymentId: bigint,
): Promise<Date | undefined> {
  return await world.db.begin(async (tx) => {
    const subject = await lockSubject(tx, { businessId, id: paymentId });
    if (!subject) return undefined;
    const { payment, details } = subject;
    const at = world.now();
    if (payment.state === 'capturing' || payment.state === 'voiding') {
      return new Date(at.getTime() + 60_000);
    }
    if (payment.state !== 'authorized') return undefined;
    await expirePayment(tx, payment, at);
    await freeInvoice(tx, payment);
    const event = eventOf(world, { ...payment, state: 'expired' }, details);
    const pending = ['webhook'] as const;
    await writeEvents(tx, [{ ...event, pending, businessId, objectId: paymentId, at }]);
    return undefined;
  });
}
