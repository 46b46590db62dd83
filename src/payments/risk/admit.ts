import { longestChargeMs } from '../../kernel/longest-charge.ts';
import type { World } from '../../world.ts';
import { charge } from '../charge.ts';
import type { Charged } from '../finish.ts';
import type { Order } from '../order.ts';
import type { Place } from './admission.ts';
import { enterTestingLimit } from './card-testing/testing-limit.ts';
import { enterDeclineLimit } from './decline-limit.ts';

/** Charges, unless the card was declined too often today, or is one of many that are being tested. */
export async function chargeAdmitted(world: World, order: Order): Promise<Charged> {
  if (!order.business.limited || order.against) return await charge(world, order);
  const giveUpAt = world.now().getTime() + longestChargeMs(world.config);
  const places: Place[] = [];
  try {
    for (const enter of [enterDeclineLimit, enterTestingLimit]) {
      const admitted = await enter(world, order, giveUpAt);
      if (admitted === 'replay') break;
      places.push(admitted);
    }
    const payment = await charge(world, order);
    for (const { report } of places) await report?.(payment);
    return payment;
  } finally {
    for (const { leave } of places) leave();
  }
}
