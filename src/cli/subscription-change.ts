import {
  cancelAtEnd,
  cancelSubscription,
  changeToken,
  pauseSubscription,
  resumeSubscription,
  type SubscriptionRequest,
} from '../invoicing/subscriptions/change.ts';
import { changePrice } from '../invoicing/subscriptions/change-price.ts';
import { replacePayerAddress, showPayerAddress } from '../invoicing/subscriptions/payer-page.ts';
import type { Subscription } from '../invoicing/subscriptions/subscription.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { World } from '../world.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand, type Output } from './data-command.ts';
import { facts, nameOf } from './layout.ts';
import { object } from './names.ts';
import { planCode, planNamed, priceIn, priceWords, refuseTooMuch } from './plan.ts';
import { subscriptionNamed, subscriptionOutput } from './subscription.ts';
import { refuseUnlessChargeable, tokenOf } from './subscription-create.ts';
import { verbatim } from './values.ts';
import { flag, option, positional } from './words.ts';

type Named = Awaited<ReturnType<typeof subscriptionNamed>>;

type Change = {
  /** `paused`, as in "it cannot be paused". */
  readonly done: string;
  /** `is paused.` */
  readonly says: string;
  /** True where it needs a next period. */
  readonly needsNext?: true;
  readonly work: (world: World, request: SubscriptionRequest) => Promise<Subscription>;
};

async function carryOut(
  { own, business, found }: Named,
  actor: string,
  change: Change,
): Promise<Output> {
  const request = { business, id: found.id, actor };
  const after = await change.work(own, request).catch((error) => {
    throw error instanceof Refusal ? refusedFor(found, change, error) : error;
  });
  const text = `Subscription ${nameOf(found)} ${change.says}`;
  return await subscriptionOutput(own, business, after, { text, before: found.state });
}

/** The refusal in words of an operator. */
function refusedFor(found: Subscription, { done, needsNext }: Change, refusal: Refusal): Error {
  const name = nameOf(found);
  if (refusal.code === 'busy') {
    return new ExpectedError(
      `a period of subscription ${name} is just beginning or being charged: try again later`,
    );
  }
  if (refusal.code !== 'subscription_not_so') return refusal;
  const isGoing = found.state === 'active' || found.state === 'trialing';
  if (needsNext && isGoing && found.cancelsAtEnd) {
    return new ExpectedError(`subscription ${name} ends with its period: cancel --undo first`);
  }
  return new ExpectedError(`subscription ${name} is ${found.state}: it cannot be ${done}`);
}

const pausing: Change = {
  done: 'paused',
  says: 'is paused.',
  needsNext: true,
  work: pauseSubscription,
};
const resuming: Change = { done: 'resumed', says: 'goes on.', work: resumeSubscription };

function cancelling(atEnd: boolean, undo: boolean): Change {
  if (!atEnd && !undo) return { done: 'canceled', says: 'is over.', work: cancelSubscription };
  const work = (world: World, request: SubscriptionRequest) => cancelAtEnd(world, request, atEnd);
  if (atEnd) return { done: 'ended with its period', says: 'ends with its period.', work };
  return { done: 'kept', says: 'does not end with its period.', work };
}

export const subscriptionChangeCommands = {
  'subscription pause': dataCommand({
    doc: 'Pauses a subscription. Periods that would begin meanwhile are never charged.',
    words: { subscription: object },
    work: async (world, { subscription }, actor) =>
      await carryOut(await subscriptionNamed(world, subscription), actor, pausing),
  }),
  'subscription resume': dataCommand({
    doc: 'Resumes a paused subscription with its next period.',
    words: { subscription: object },
    work: async (world, { subscription }, actor) =>
      await carryOut(await subscriptionNamed(world, subscription), actor, resuming),
  }),
  'subscription cancel': dataCommand({
    doc:
      'Cancels a subscription now, with its open invoices; a payment that has begun is not affected. --at-end cancels it ' +
      'at the end of its period, --undo takes that back.',
    words: { subscription: object, atEnd: flag, undo: flag },
    check({ atEnd, undo }) {
      if (atEnd && undo) throw new UsageError('say either --at-end or --undo');
    },
    work: async (world, { subscription, atEnd, undo }, actor) =>
      await carryOut(await subscriptionNamed(world, subscription), actor, cancelling(atEnd, undo)),
  }),
  'subscription change': dataCommand({
    doc:
      'Changes the price of a subscription: to that of --plan, with --amount, --interval, --discount and --tax in place of ' +
      'its own. The difference for the rest of a paid period is added to the next charge or taken off it. Another ' +
      '--interval begins a period today.',
    words: { subscription: object, plan: option('CODE', planCode), ...priceWords },
    check({ plan, amount, interval, discount, tax }) {
      const isGiven = [plan, amount, interval, discount, tax].some((one) => one !== undefined);
      if (!isGiven) throw new UsageError('say what is to be changed');
    },
    async work(world, { subscription: key, plan: code, ...given }, actor) {
      const named = await subscriptionNamed(world, key);
      const plan = code === undefined ? undefined : await planNamed(world.db, key.businessId, code);
      const { currency } = named.found;
      if (plan && plan.currency !== currency) {
        throw new ExpectedError(
          `plan ${plan.code} is in ${plan.currency}, and subscription ${nameOf(named.found)} in ${currency}`,
        );
      }
      const price = plan && {
        planCode: plan.code,
        amountCents: plan.amountCents,
        currency: plan.currency,
        interval: plan.interval,
        discount: plan.discount,
        taxCents: plan.taxCents,
      };
      const wanted = { ...price, ...priceIn(given) };
      refuseTooMuch({ ...named.found, ...wanted });
      return await carryOut(named, actor, {
        done: 'changed so',
        says: 'is changed.',
        needsNext: true,
        work: (own, request) => changePrice(own, request, wanted),
      });
    },
  }),
  'subscription token': dataCommand({
    doc: 'Charges another saved card or bank account of the same customer from now on, and its open invoices at once.',
    words: { subscription: object, token: positional('TOKEN', verbatim(100)) },
    async work(world, { subscription: key, token }, actor) {
      const named = await subscriptionNamed(world, key);
      const { own, business, found } = named;
      const stored = await tokenOf(own, business, token);
      refuseUnlessChargeable(business, stored, found.currency);
      if (stored.customerId !== found.customerId) {
        throw new ExpectedError(`the token is not of customer ${found.customerId}`);
      }
      return await carryOut(named, actor, {
        done: 'charged any more',
        says: 'has another token.',
        work: (ofBusiness, request) => changeToken(ofBusiness, request, token),
      });
    },
  }),
  'subscription address': dataCommand({
    doc:
      'Shows the address of the page of the payer: what is charged when, another card, and the end where the terms allow ' +
      'that. The audit log records that it was shown. --replace makes another address; the former one leads nowhere then.',
    words: { subscription: object, replace: flag },
    async work(world, { subscription: key, replace }, actor) {
      const { own, business, found } = await subscriptionNamed(world, key);
      const address = replace
        ? await replacePayerAddress(own, { business, id: found.id, actor })
        : await showPayerAddress(own, found, actor);
      const subscription = nameOf(found);
      return { data: { subscription, address }, text: facts({ subscription, address }) };
    },
  }),
} as const;
