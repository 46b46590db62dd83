import { longestChargeMs } from '../../kernel/longest-charge.ts';
import type { World } from '../../world.ts';
import { charge } from '../charge.ts';
import type { Charged } from '../finish.ts';
import type { Order } from '../order.ts';
import { enterTestingLimit } from './card-testing/testing-limit.ts';
import { enterDeclineLimit } from './decline-limit.ts';

/** The place of an attempt whose outcome is not known yet. */
export type Place = {
  /** Counts the outcome, before the place is left. */
  readonly report?: (payment: Charged) => Promise<void>;
  readonly leave: () => void;
};

/** `replay`: the request repeats an earlier one, and needs no place. Undefined: it is not limited. */
export type Admission = Place | 'replay' | undefined;

/** Charges, unless the card was declined too often today, or is one of many that are being tested. */
export async function chargeAdmitted(world: World, order: Order): Promise<Charged> {
  return await admitted(world, order, () => charge(world, order));
}

/** Does work that charges what the order says, under the same limits. Undefined: it charged nothing. */
export async function admitted<T extends Charged | undefined>(
  world: World,
  order: Order,
  work: () => Promise<T>,
): Promise<T> {
  if (!order.business.limited || order.against) return await work();
  const giveUpAt = world.now().getTime() + longestChargeMs(world.config);
  const places: Place[] = [];
  try {
    for (const enter of [enterDeclineLimit, enterTestingLimit]) {
      const admitted = await enter(world, order, giveUpAt);
      if (admitted === 'replay') break;
      if (admitted) places.push(admitted);
    }
    const payment = await work();
    if (payment) for (const { report } of places) await report?.(payment);
    return payment;
  } finally {
    for (const { leave } of places) leave();
  }
}
