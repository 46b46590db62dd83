import { todayIn } from '../kernel/calendar.ts';
import { firstAttempt, referenceOf } from '../payments/payment.ts';
import { resolveDue } from '../payments/resolve.ts';
import { listCases } from '../records/case-store.ts';
import { propose } from '../records/decide-case.ts';
import type { World } from '../world.ts';
import { minutesLater, momentOn } from './calendar.ts';
import { garbageAnswer, wrongAmountBooked } from './catalogue.ts';
import type { Shop } from './shop.ts';
import { jonah } from './staff.ts';

/** When a worker asks the bank about a charge whose answer was lost, in minutes after it. */
const inquiries = [0.1, 0.4, 2, 8, 40, 170, 900] as const;

/**
 * Plans the work that is still open when the newcomer looks: an outcome that nobody knows yet, and a wrong amount with
 * a proposal.
 */
export function planToday(shop: Shop): void {
  const random = shop.randomFor('today');
  const { timeZone } = shop.business;
  const today = todayIn(timeZone, shop.until);
  const lost = momentOn(today.subtract({ days: 1 }), timeZone, 13.1, random);
  planCharge(shop, garbageAnswer, lost, 4900, (reference) => {
    shop.silent.add(reference);
    inquire(shop, lost, inquiries);
  });
  const wrong = momentOn(today.subtract({ days: 2 }), timeZone, 10.6, random);
  planCharge(shop, wrongAmountBooked, wrong, 8900, () => {
    inquire(shop, wrong, [1]);
  });
}

/** Proposes a decision about the wrong amount, so that a visitor of the demo can be the second person. */
export async function proposeRefund(world: World, businessId: bigint): Promise<void> {
  const asked = { businessId, kind: 'amount_differs', limit: 10 } as const;
  const open = (await listCases(world.db, asked)).find(({ state }) => state === 'open');
  if (!open) return;
  const note = 'The register printed 89.00, and so did the receipt.';
  await propose(world, open, jonah, { decision: 'refund_difference', note });
}

/** One inquiry after the other. */
function inquire(shop: Shop, since: Date, [minutes, ...rest]: readonly number[]): void {
  if (minutes === undefined) return;
  shop.at(minutesLater(since, minutes), async ({ world }) => {
    await resolveDue(world, shop.business.id);
    inquire(shop, since, rest);
  });
}

function planCharge(
  shop: Shop,
  number: string,
  moment: Date,
  amount: number,
  then: (reference: string) => void,
): void {
  const { customer, card } = shop.people.stranger(shop.randomFor(`charge ${number}`));
  shop.at(moment, async ({ ask }) => {
    const { id } = await ask('payments.create', {
      body: {
        amount,
        customer,
        source: { card: { ...card, number, cvv: '123' } },
        description: 'Basic tune-up',
        orderNumber: shop.nextOrder(),
      },
    });
    then(referenceOf(shop.business.id, BigInt(id), firstAttempt));
  });
}
