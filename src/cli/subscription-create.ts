import { createSubscription } from '../invoicing/subscriptions/create.ts';
import type { Plan } from '../invoicing/subscriptions/plan.ts';
import type { Subscription } from '../invoicing/subscriptions/subscription.ts';
import { parseDate, todayIn } from '../kernel/calendar.ts';
import { type Currency, isDebitable } from '../kernel/currency.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Secret } from '../kernel/secret.ts';
import { type Business, mayTakePayments } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { refuseWithout } from '../parties/businesses/offering.ts';
import { serviceOf } from '../payments/charge.ts';
import { readTokens, type StoredToken } from '../payments/tokens/store.ts';
import type { World } from '../world.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { nameOf } from './layout.ts';
import { ofBusiness } from './names.ts';
import { planCode, planNamed, priceIn, priceWords, refuseTooMuch } from './plan.ts';
import { subscriptionOutput } from './subscription.ts';
import { verbatim } from './values.ts';
import { type Options, option, required } from './words.ts';

export async function tokenOf(
  { db }: Pick<World, 'db'>,
  { id: businessId }: Business,
  token: string,
): Promise<StoredToken> {
  const [stored] = await readTokens(db, [{ businessId, token }]);
  if (!stored) throw new ExpectedError(`business ${businessId} has no such token`);
  return stored;
}

export function refuseUnlessChargeable(
  { id, environment, cardAccounts }: Business,
  { isDisabled, token }: StoredToken,
  currency: Currency,
): void {
  if (isDisabled) throw new ExpectedError('the token can no longer be charged');
  if (token.kind === 'bank' && !isDebitable(currency)) {
    throw new ExpectedError(`a bank account is not debited in ${currency}`);
  }
  const hasAccount = Object.keys(cardAccounts).length > 0;
  if (token.kind === 'card' && environment === 'live' && !hasAccount) {
    throw new ExpectedError(
      `business ${id} has no account at a gateway that charges its cards: see processor connect`,
    );
  }
}

const createWords = {
  business: ofBusiness,
  token: required('TOKEN', verbatim(100)),
  plan: option('CODE', planCode),
  ...priceWords,
  start: option('DATE', parseDate),
};
type Created = Options<typeof createWords>;

/** The plan of the business with the values given for this subscription. */
async function planFor({ db }: World, given: Created): Promise<Plan> {
  const { business, plan: code } = given;
  const none = {
    businessId: business.id,
    code: '',
    currency: business.currency,
    discount: 0n,
    taxCents: 0n,
    trialDays: 0,
    periods: undefined,
  };
  const known = code === undefined ? undefined : await planNamed(db, business.id, code);
  const plan = { ...none, ...known, ...priceIn(given) } as Plan;
  refuseTooMuch(plan);
  return plan;
}

/** The same request again is the same subscription, as long as that lives. */
function contentOf({ business, token, plan, start, ...given }: Created): Secret {
  const { amount, interval, discount, tax } = given;
  const all = { business: business.id, token, plan, amount, interval, discount, tax, start };
  const there = Object.entries(all).filter(([, value]) => value !== undefined);
  const texts = there.map(([name, value]) => [name, String(value)]);
  return new Secret(JSON.stringify(['subscription create', ...texts]));
}

function resultOf(one: Subscription, isNew: boolean): string {
  const sentence = `Subscription ${nameOf(one)} ${isNew ? 'was made' : 'was there already'}`;
  if (one.state !== 'incomplete') return `${sentence}.`;
  return `${sentence}, but its first charge did not succeed so far:`;
}

export const subscriptionCreateCommands = {
  'subscription create': dataCommand({
    doc:
      'Charges a saved card or bank account of a customer once in every period. The price is that of --plan, with --amount, ' +
      '--interval, --discount and --tax in place of its own. It starts today unless --start says otherwise. The same ' +
      'command again does not create a second subscription while the first one lives.',
    words: createWords,
    check({ plan, amount, interval }) {
      if (plan === undefined && (amount === undefined || interval === undefined)) {
        throw new UsageError('say --plan, or --amount and --interval');
      }
    },
    async work(world, given, actor) {
      const { business } = given;
      if (!mayTakePayments(business)) {
        throw new ExpectedError(
          `business ${business.id} is ${business.state}: it takes no payments`,
        );
      }
      const own = atClockOf(world, business);
      const startedAt = own.now();
      const today = todayIn(business.timeZone, startedAt);
      const startsOn = given.start ?? today;
      const stored = await tokenOf(own, business, given.token);
      const made = await createSubscription(own, {
        business,
        idempotencyKey: undefined,
        content: contentOf(given),
        stored,
        startsOn,
        actor,
        async planFor() {
          if (Temporal.PlainDate.compare(startsOn, today) < 0) {
            throw new ExpectedError(`--start must not lie in the past: it is ${today} there`);
          }
          refuseWithout(business, 'subscriptions', serviceOf(stored.token.kind));
          const plan = await planFor(own, given);
          refuseUnlessChargeable(business, stored, plan.currency);
          return plan;
        },
      }).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
        throw new ExpectedError(`no subscription was made: ${error.message}`);
      });
      const isNew = made.createdAt >= startedAt;
      const output = await subscriptionOutput(own, business, made, {
        text: resultOf(made, isNew),
        isNew,
      });
      return { ...output, code: made.state === 'incomplete' ? 1 : 0 };
    },
  }),
} as const;
