import { atClockOf } from '../../businesses/clock.ts';
import { readPlan, setPlan } from '../../subscriptions/plan.ts';
import { businessNamed } from '../business/named.ts';
import { UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { option, place, wholeNumber } from '../words.ts';
import { planTable } from './list.ts';
import { business, planCode, refuseTooMuch, terms, termsIn } from './words.ts';

export const planSet = houseCommand({
  doc:
    'Makes a plan, or changes what is named of it; subscriptions that were made from it stay as they are. ' +
    '--periods is how many are charged, 0 for no end.',
  words: {
    code: place('CODE', planCode),
    business,
    ...terms,
    trialDays: option('N', wholeNumber(0, 730)),
    periods: option('N', wholeNumber(0, 100_000)),
  },
  async work(world, { business: name, code, trialDays, periods, ...said }, actor) {
    const owner = await businessNamed(world.db, name);
    const { id: businessId } = owner;
    const wish = {
      businessId,
      code,
      ...termsIn(said),
      ...(trialDays === undefined ? {} : { trialDays }),
      ...(periods === undefined ? {} : { periods: periods === 0 ? undefined : periods }),
    };
    const before = await readPlan(world.db, businessId, code);
    refuseTooMuch({ amountCents: 0n, taxCents: 0n, ...before, ...wish });
    const set = await setPlan(atClockOf(world, owner), wish, actor);
    if (!set) throw new UsageFault('a new plan needs --amount and --interval');
    const { plan, isNew } = set;
    return {
      data: { ...plan, isNew },
      text: `${isNew ? 'Made' : 'Changed'}:\n${planTable([plan])}`,
    };
  },
});
