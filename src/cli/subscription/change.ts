import { Refusal } from '../../base/refusal.ts';
import {
  cancelAtEnd,
  cancelSubscription,
  changeToken,
  type Deed,
  pauseSubscription,
  resumeSubscription,
} from '../../subscriptions/change.ts';
import { changePrice } from '../../subscriptions/change-price.ts';
import { readPlan } from '../../subscriptions/plan.ts';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { readTokens } from '../../tokens/store.ts';
import type { World } from '../../world.ts';
import { type Command, OperatorFault, UsageFault } from '../command.ts';
import { type Answer, houseCommand } from '../house-command.ts';
import { planCode, refuseTooMuch, terms, termsIn } from '../plan/words.ts';
import { flag, option, place, verbatim } from '../words.ts';
import {
  nameOf,
  sourceOf,
  subscription,
  subscriptionNamed,
  summary,
  tokenToCharge,
} from './named.ts';
import { factsOf } from './show.ts';

type Named = Awaited<ReturnType<typeof subscriptionNamed>>;
type Done = {
  /** What cannot be done to it, where it is refused: "cannot be paused". */
  readonly done: string;
  readonly told: string;
  /** Whether it is for what goes on after its period alone. */
  readonly needsNext?: true;
  readonly work: (world: World, deed: Deed) => Promise<Subscription>;
};

async function carryOut(
  { world, business, found }: Named,
  actor: string,
  wish: Done,
): Promise<Answer> {
  const name = nameOf(found);
  const deed = { business, id: found.id, actor };
  const after = await wish.work(world, deed).catch((error) => {
    throw error instanceof Refusal ? refusedFor(found, wish, error) : error;
  });
  const [stored] = await readTokens(world.db, [{ businessId: business.id, token: after.token }]);
  const source = sourceOf(stored);
  return {
    data: { ...summary(after, business), source, before: found.state },
    text: `Subscription ${name} ${wish.told}\n${factsOf(after, source, business)}`,
  };
}

/** Refused of this subscription, in words of an operator. */
function refusedFor(found: Subscription, { done, needsNext }: Done, refusal: Refusal): Error {
  const name = nameOf(found);
  if (refusal.code === 'busy') {
    return new OperatorFault(
      `a period of subscription ${name} is just beginning or being charged: try again later`,
    );
  }
  if (refusal.code !== 'subscription_not_so') return refusal;
  const isGoing = found.state === 'active' || found.state === 'trialing';
  if (needsNext && isGoing && found.cancelsAtEnd) {
    return new OperatorFault(`subscription ${name} ends with its period: cancel --undo first`);
  }
  return new OperatorFault(`subscription ${name} is ${found.state}: it cannot be ${done}`);
}

/** The commands that need nothing but the name. */
function changing(doc: string, wish: Done): Command {
  return houseCommand({
    doc,
    words: { subscription },
    async work(given, { subscription: key }, actor) {
      return await carryOut(await subscriptionNamed(given, key), actor, wish);
    },
  });
}

export const subscriptionPause = changing(
  'Pauses a subscription: what would begin meanwhile is not charged, then or later.',
  { done: 'paused', told: 'is paused.', needsNext: true, work: pauseSubscription },
);
export const subscriptionResume = changing(
  'Goes on with a paused subscription, from the next of its days on.',
  { done: 'resumed', told: 'goes on.', work: resumeSubscription },
);

export const subscriptionCancel = houseCommand({
  doc:
    'Ends a subscription now and takes back what is open of it; what somebody is paying just now stays. ' +
    '--at-end ends it with the period that has begun, --undo takes that back.',
  words: { subscription, atEnd: flag, undo: flag },
  check({ atEnd, undo }) {
    if (atEnd && undo) throw new UsageFault('say either --at-end or --undo');
  },
  async work(given, { subscription: key, atEnd, undo }, actor) {
    const named = await subscriptionNamed(given, key);
    return await carryOut(named, actor, cancelling(atEnd, undo));
  },
});

function cancelling(atEnd: boolean, undo: boolean): Done {
  if (!atEnd && !undo) return { done: 'canceled', told: 'is over.', work: cancelSubscription };
  const work = (world: World, deed: Deed) => cancelAtEnd(world, deed, atEnd);
  if (atEnd) return { done: 'ended with its period', told: 'ends with its period.', work };
  return { done: 'kept', told: 'does not end with its period.', work };
}

export const subscriptionChange = houseCommand({
  doc:
    'Changes what a subscription costs: to a plan, to what is said here, or to a plan but for what is said here. ' +
    'The rest of a period that was paid is charged anew with the next one, or given back there; with another ' +
    '--interval a period begins today.',
  words: { subscription, plan: option('CODE', planCode), ...terms },
  check({ plan, amount, interval, discount, tax }) {
    const isSaid = [plan, amount, interval, discount, tax].some((one) => one !== undefined);
    if (!isSaid) throw new UsageFault('say what is to be changed');
  },
  async work(given, { subscription: key, plan: code, ...said }, actor) {
    const named = await subscriptionNamed(given, key);
    const known = code === undefined ? undefined : await readPlan(given.db, key.businessId, code);
    if (code !== undefined && !known) {
      throw new OperatorFault(`business ${key.businessId} has no plan ${code}: see plan set`);
    }
    const price = known && {
      planCode: known.code,
      amountCents: known.amountCents,
      interval: known.interval,
      discount: known.discount,
      taxCents: known.taxCents,
    };
    const wish = { ...price, ...termsIn(said) };
    refuseTooMuch({ ...named.found, ...wish });
    const work = (world: World, deed: Deed) => changePrice(world, deed, wish);
    return await carryOut(named, actor, {
      done: 'changed so',
      told: 'is changed.',
      needsNext: true,
      work,
    });
  },
});

export const subscriptionToken = houseCommand({
  doc:
    'Charges another saved card or bank account of the same customer from now on; what is open is charged to ' +
    'it at once.',
  words: { subscription, token: place('TOKEN', verbatim(100)) },
  async work(given, { subscription: key, token }, actor) {
    const named = await subscriptionNamed(given, key);
    const { world, business, found } = named;
    const stored = await tokenToCharge(world, business, token);
    if (stored.customerId !== found.customerId) {
      throw new OperatorFault(`the token is not of customer ${found.customerId}`);
    }
    const work = (own: World, deed: Deed) => changeToken(own, deed, token);
    return await carryOut(named, actor, {
      done: 'charged any more',
      told: 'has another token.',
      work,
    });
  },
});
