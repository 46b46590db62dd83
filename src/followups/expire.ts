import { eventOf } from '../payments/payment-event.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import { freeInvoice } from './free-order.ts';
import { lockSubject } from './subject.ts';

/**
 * An authorization that nobody captured ends: the bank let the money go, and the order may be paid anew. A
 * date: something is being done to it just now, so come back.
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
    await tx.query(
      `update payments set state = 'expired', holds_order = false
       where business_id = $1 and id = $2`,
      [businessId, paymentId],
    );
    await freeInvoice(tx, payment);
    const event = eventOf(world, { ...payment, state: 'expired' }, details);
    const untold = ['webhook'] as const;
    await writeEvents(tx, [{ ...event, untold, businessId, objectId: paymentId, at }]);
    return undefined;
  });
}
