import { parseDate, todayIn } from '../../base/calendar.ts';
import { Refusal } from '../../base/refusal.ts';
import { Secret } from '../../base/secret.ts';
import { type Business, mayTakePayments } from '../../businesses/business.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { createSubscription } from '../../subscriptions/create.ts';
import { type Plan, readPlan } from '../../subscriptions/plan.ts';
import type { SubscriptionState } from '../../subscriptions/state.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault, UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { business, planCode, refuseTooMuch, terms, termsIn } from '../plan/words.ts';
import { needed, option, verbatim, type Wish } from '../words.ts';
import { nameOf, refuseUnlessCharged, sourceOf, summary, tokenOf } from './named.ts';
import { factsOf } from './show.ts';

const words = {
  business,
  token: needed('TOKEN', verbatim(100)),
  plan: option('CODE', planCode),
  ...terms,
  start: option('DATE', parseDate),
};

export const subscriptionCreate = houseCommand({
  doc:
    'Charges a saved card or bank account of a customer once in every period: as a plan says, as is said here, ' +
    'or as a plan says but for what is said here. It starts today unless --start says otherwise. The same ' +
    'again is the same subscription, as long as that lives.',
  words,
  check({ plan, amount, interval }) {
    if (plan === undefined && (amount === undefined || interval === undefined)) {
      throw new UsageFault('say --plan, or --amount and --interval');
    }
  },
  async work(given, wish, actor) {
    const owner = await businessNamed(given.db, wish.business);
    if (!mayTakePayments(owner)) {
      throw new OperatorFault(`business ${owner.id} is ${owner.state}: it takes no payments`);
    }
    const world = atClockOf(given, owner);
    const startedAt = world.now();
    const today = todayIn(owner.timeZone, startedAt);
    const startsOn = wish.start ?? today;
    const stored = await tokenOf(world, owner, wish.token);
    const content = contentOf(wish);
    const planFor = async () => {
      if (Temporal.PlainDate.compare(startsOn, today) < 0) {
        throw new OperatorFault(`--start must not lie in the past: it is ${today} there`);
      }
      refuseUnlessCharged(owner, stored);
      return await planOf(world, owner, wish);
    };
    const asked = {
      business: owner,
      retryKey: undefined,
      content,
      stored,
      startsOn,
      planFor,
      actor,
    };
    const made = await createSubscription(world, asked).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      throw new OperatorFault(`no subscription was made: ${error.message}`);
    });
    const isNew = made.createdAt >= startedAt;
    const source = sourceOf(stored);
    return {
      data: { ...summary(made, owner), source, isNew },
      text: `${toldOf(nameOf(made), isNew, made.state)}\n${factsOf(made, source, owner)}`,
      code: made.state === 'incomplete' ? 1 : 0,
    };
  },
});

/** What is said holds for this subscription; what is not is as in the plan. */
async function planOf({ db }: World, { id }: Business, wish: Wish<typeof words>): Promise<Plan> {
  const { plan: code = '' } = wish;
  const known = code === '' ? undefined : await readPlan(db, id, code);
  if (code !== '' && !known) {
    throw new OperatorFault(`business ${id} has no plan ${code}: see plan set`);
  }
  const none = {
    businessId: id,
    code,
    discount: 0n,
    taxCents: 0n,
    trialDays: 0,
    periods: undefined,
  };
  const plan = { ...none, ...known, ...termsIn(wish) } as Plan;
  refuseTooMuch(plan);
  return plan;
}

function contentOf(wish: Wish<typeof words>): Secret {
  const told = Object.entries(wish).map(([name, value]) => [name, value?.toString()]);
  return new Secret(JSON.stringify(['subscription create', ...told]));
}

function toldOf(name: string, isNew: boolean, state: SubscriptionState): string {
  const sentence = isNew ? 'was made' : 'was there already';
  if (state !== 'incomplete') return `Subscription ${name} ${sentence}.`;
  return `Subscription ${name} ${sentence}, but its first charge did not succeed so far:`;
}
