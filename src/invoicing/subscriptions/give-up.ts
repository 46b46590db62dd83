import { hourMs } from '../../kernel/duration.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { endOpenInvoice, readInvoice } from '../../payments/open-invoice.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { World } from '../../world.ts';
import { withLinks } from '../pay-links/link-for-invoice.ts';
import { givenUp } from './apply-fact.ts';
import { apply } from './follow.ts';
import { nextLook, periodEnd } from './next-charge.ts';
import { takeBackIfTaken } from './number-taken.ts';
import { businessClosed, endAll } from './open-periods.ts';
import {
  lockPeriods,
  type PeriodKey,
  postponeGivingUp,
  readGivenUp,
  writePeriods,
} from './period-store.ts';
import { lockSubscriptions } from './store.ts';
import type { Subscription } from './subscription.ts';
import { writeJudged } from './write-judged.ts';

const atOnce = 200;
const lookAgainMs = hourMs;
const givingUp = { table: 'subscription_periods', dueAt: 'gives_up_at' };

/**
 * Gives up periods that were not paid in time, and ends those given up whose invoice or subscription ended since; of one
 * business or of all. Returns how many.
 */
export async function giveUp(world: World, only?: bigint): Promise<number> {
  const due = await readBusinessesDue(world.db, givingUp, world.now(), only);
  const frame = { only, failure: 'subscription.not_given_up' };
  return await eachByItsClock(world, due, frame, (own, { id }) => giveUpFor(own, id));
}

async function giveUpFor(world: World, businessId: bigint): Promise<number> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('subscriptions without their business');
  let ended = 0;
  for (const key of await readGivenUp(world.db, businessId, world.now(), atOnce)) {
    try {
      if (await endWait(world, business, key)) ended += 1;
    } catch (error) {
      const { subscriptionId } = key;
      world.log.error('subscription.not_given_up', { businessId, subscriptionId, error });
      await postponeGivingUp(world.db, key, lookAgainAt(world));
    }
  }
  return ended;
}

async function endWait(world: World, business: Business, key: PeriodKey): Promise<boolean> {
  const { businessId, subscriptionId, n } = key;
  const { timeZone } = business;
  return await withLinks(world, businessId, async (tx) => {
    const [before] = await lockSubscriptions(tx, businessId, [subscriptionId]);
    const [period] = await lockPeriods(tx, businessId, [key]);
    const at = world.now();
    if (!before || !period?.givesUpAt || period.givesUpAt > at) return false;
    const id = period.invoiceId ?? 0n;
    const waits = async () => {
      await writePeriods(tx, businessId, [{ ...period, givesUpAt: lookAgainAt(world) }]);
      return false;
    };
    const ends = period.state === 'unpaid' && whyItEnds(before, business, at);
    if (ends) {
      // A payment is under way: only its outcome says what is left to be void.
      if ((await readInvoice(tx, businessId, id))?.state === 'held') return await waits();
      await endAll(world, tx, businessId, [before], ends);
      return true;
    }
    const taken = await takeBackIfTaken(world, tx, business, period);
    if (taken === 'taken_back') return true;
    if (taken === 'free') return false;
    if (taken === 'undecided') return await waits();
    // A first period cannot be paid after its deadline; a payment that began before it still counts.
    const isTaken =
      before.state === 'incomplete' && (await endOpenInvoice(tx, { businessId, id }, 'void'));
    const invoice = await readInvoice(tx, businessId, id);
    // A payment is under way: wait for its outcome.
    if (invoice?.state === 'held') return await waits();
    if (isTaken || invoice?.state !== 'open') {
      await apply(world, tx, business, [{ subscriptionId, n, at, what: 'taken_back' }]);
      return true;
    }
    if (period.state === 'unpaid') {
      await writePeriods(tx, businessId, [
        { ...period, givesUpAt: nextLook(before, timeZone, at) },
      ]);
      return false;
    }
    const judged = givenUp(before, period, { reason: 'not paid in time', at, timeZone });
    await writeJudged(world, tx, business, [{ before, judged }]);
    return true;
  });
}

/** What is unpaid has no due date at which it would end. */
function whyItEnds(one: Subscription, { state, timeZone }: Business, at: Date): string | undefined {
  if (state === 'closed') return businessClosed;
  const end = one.state === 'unpaid' ? periodEnd(one, timeZone) : undefined;
  return end && end <= at ? 'its period ended' : undefined;
}

function lookAgainAt(world: World): Date {
  return new Date(world.now().getTime() + lookAgainMs);
}
