import { daysAhead } from '../../invoicing/subscriptions/dunning-days.ts';
import { nextCharge } from '../../invoicing/subscriptions/next-charge.ts';
import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import { priceOf } from '../../invoicing/subscriptions/price.ts';
import type { PeriodRow } from '../../invoicing/subscriptions/subscription.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { isCardExpired } from '../../kernel/card.ts';
import { moneyWords } from '../../kernel/money.ts';
import { dayWords, methodWords } from '../../notify/mail/wording.ts';
import { words } from './subscription-words.ts';

/* What a subscription is by now, in the words of its page. */

export type Shown = {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly tone: 'good' | 'waits' | 'bad';
};

export function stateOf(opened: OpenedSubscription): Shown {
  const { subscription, owed, periods, face } = opened;
  const { state, endedAt, cancelsAtEnd, dueAt, startsOn, currency } = subscription;
  const money = (cents: bigint) => moneyWords(cents, currency);
  const day = (at: Date) => dayWords(at, face.timeZone);
  if (endedAt) {
    return state === 'incomplete_expired'
      ? { title: words.neverBegan, sentences: [words.neverBeganText], tone: 'waits' }
      : { title: words.endedOn(day(endedAt)), sentences: [words.endedText], tone: 'waits' };
  }
  const [first] = owed;
  const end =
    cancelsAtEnd && dueAt ? [words.runsUntil(day(dueAt)).concat('.'), words.runsText] : [];
  if (first) {
    const title = words.owed(money(owedCents(opened)));
    return { title, sentences: [...whatFollows(opened, first), ...end], tone: 'bad' };
  }
  if (state === 'paused') {
    return { title: words.paused, sentences: [words.pausedText(face.name)], tone: 'waits' };
  }
  const coming = periods
    .filter((period) => period.state === 'processing')
    .map(({ amountCents }) => words.onItsWay(money(amountCents)));
  if (cancelsAtEnd && dueAt) {
    const title = words.runsUntil(day(dueAt));
    return { title, sentences: [words.runsText, ...coming], tone: 'waits' };
  }
  const next = nextCharge(subscription, face.timeZone);
  const then = next ? words.thenCharged(money(next.cents), day(next.at)) : words.lastPeriod;
  const sentences = [then, ...coming];
  if (state === 'trialing' && dueAt) {
    return { title: words.free(day(dueAt)), sentences, tone: 'good' };
  }
  if (state === 'scheduled') {
    return { title: words.begins(longDay(startsOn)), sentences, tone: 'good' };
  }
  return { title: words.active, sentences, tone: 'good' };
}

/** What happens about the oldest period that is owed, if nobody does anything. */
function whatFollows(
  { business, face, subscription: { state } }: OpenedSubscription,
  period: PeriodRow,
): string[] {
  const day = (at: Date) => dayWords(at, face.timeZone);
  if (period.state === 'unpaid' || state === 'unpaid') return [words.stopped];
  const { timeZone, terms } = business;
  const days = daysAhead(period, { timeZone, retryDays: terms.retryDays });
  const again = days.find(({ what }) => what === 'will_charge');
  const givesUp = days.find(({ what }) => what === 'gives_up');
  if (!period.failedAt) return [words.soon];
  const isFirst = state === 'incomplete';
  return [
    again ? words.againOn(day(again.at)) : words.notAgain,
    ...(givesUp ? [(isFirst ? words.neverBegins : words.stopsAfter)(day(givesUp.at))] : []),
  ];
}

export function owedCents({ owed }: Pick<OpenedSubscription, 'owed'>): bigint {
  return owed.reduce((sum, { amountCents }) => sum + amountCents, 0n);
}

/** $21.00 every month */
export function priceWords({ subscription }: Pick<OpenedSubscription, 'subscription'>): string {
  const { currency, interval } = subscription;
  return words.priceOf(moneyWords(priceOf(subscription).dueCents, currency), words.each[interval]);
}

/** Visa ending 4242; undefined once it is forgotten. */
export function sourceWords({ stored }: Pick<OpenedSubscription, 'stored'>): string | undefined {
  if (!stored) return undefined;
  const { token } = stored;
  return token.kind === 'card'
    ? methodWords({
        method: 'card',
        brand: token.brand,
        last4: token.last4,
        accountKind: undefined,
      })
    : methodWords({
        method: 'bank',
        brand: undefined,
        last4: token.last4,
        accountKind: token.accountKind,
      });
}

/** The same with the expiry of a card. */
export function sourceFact(opened: OpenedSubscription): string | undefined {
  const name = sourceWords(opened);
  const token = opened.stored?.token;
  if (name === undefined || token?.kind !== 'card') return name;
  const { expiryMonth: month, expiryYear: year } = token;
  const expiry = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
  const today = todayIn(opened.face.timeZone, opened.world.now());
  return (isCardExpired({ year, month }, today) ? words.expired : words.sourceOf)(name, expiry);
}

/** January 31, 2030 */
export function longDay(on: Temporal.PlainDate): string {
  return on.toLocaleString('en-US', { dateStyle: 'long' });
}

/** Jan 31, 2030 */
export function shortDay(on: Temporal.PlainDate): string {
  return on.toLocaleString('en-US', { dateStyle: 'medium' });
}
