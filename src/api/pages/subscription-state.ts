import { daysAhead } from '../../invoicing/subscriptions/dunning-days.ts';
import { nextCharge, periodEnd } from '../../invoicing/subscriptions/next-charge.ts';
import type { OpenedSubscription } from '../../invoicing/subscriptions/payer-page.ts';
import { priceOf } from '../../invoicing/subscriptions/price.ts';
import type { PeriodRow } from '../../invoicing/subscriptions/subscription.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { isCardExpired } from '../../kernel/card.ts';
import { inLanguage, type Say, speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { dayWords, methodWords, plainDayWords } from '../../notify/mail/wording.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import { each, subscription as words } from './words/subscription.ts';

/* The state of a subscription, in the words of its page. */

export type Shown = {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly tone: 'good' | 'waits' | 'bad';
};

type Told = Pick<OpenedSubscription, 'subscription' | 'face'>;

type Teller = {
  readonly say: Say;
  readonly money: (cents: bigint) => string;
  /** January 31, 2030 */
  readonly day: (at: Date) => string;
  readonly longDay: (on: Temporal.PlainDate) => string;
  /** Jan 31, 2030 */
  readonly shortDay: (on: Temporal.PlainDate) => string;
};

/** Tells amounts and days in the language of the page. */
export function tellerOf({ subscription: { currency }, face }: Told): Teller {
  const language = languageOf(face);
  return {
    say: speaker(language),
    money: (cents) => moneyWords(cents, currency, language),
    day: (at) => dayWords(at, face.timeZone, language),
    longDay: (on) => plainDayWords(on.toString(), language),
    shortDay: (on) => plainDayWords(on.toString(), language, 'medium'),
  };
}

export function stateOf(opened: OpenedSubscription): Shown {
  const { subscription, owed, periods, face } = opened;
  const { state, endedAt, cancelsAtEnd, dueAt, startsOn } = subscription;
  const { say, money, day, longDay } = tellerOf(opened);
  if (endedAt) {
    return state === 'incomplete_expired'
      ? { title: say(words.neverBegan), sentences: [say(words.neverBeganText)], tone: 'waits' }
      : {
          title: say(words.endedOn(day(endedAt))),
          sentences: [say(words.nothingMore)],
          tone: 'waits',
        };
  }
  const [first] = owed;
  const endsAt = periodEnd(subscription, face.timeZone);
  const end =
    cancelsAtEnd && endsAt
      ? [say(words.runsUntil(day(endsAt))).concat('.'), say(words.runsText)]
      : [];
  if (first) {
    const title = say(words.owed(money(owedCents(opened))));
    return { title, sentences: [...whatFollows(opened, first), ...end], tone: 'bad' };
  }
  if (state === 'paused') {
    return {
      title: say(words.paused),
      sentences: [say(words.pausedText(face.name))],
      tone: 'waits',
    };
  }
  const coming = periods
    .filter((period) => period.state === 'processing')
    .map(({ amountCents }) => say(words.onItsWay(money(amountCents))));
  if (cancelsAtEnd && dueAt) {
    const title = say(words.runsUntil(day(dueAt)));
    return { title, sentences: [say(words.runsText), ...coming], tone: 'waits' };
  }
  const next = nextCharge(subscription, face.timeZone);
  const then = say(next ? words.thenCharged(money(next.cents), day(next.at)) : words.nothingMore);
  const sentences = [then, ...coming];
  if (state === 'trialing' && dueAt) {
    return { title: say(words.free(day(dueAt))), sentences, tone: 'good' };
  }
  if (state === 'scheduled') {
    return { title: say(words.begins(longDay(startsOn))), sentences, tone: 'good' };
  }
  return { title: say(words.active), sentences, tone: 'good' };
}

/** The next step about the oldest unpaid period, if nobody acts. */
function whatFollows(opened: OpenedSubscription, period: PeriodRow): string[] {
  const {
    business,
    subscription: { state },
  } = opened;
  const { say, day } = tellerOf(opened);
  if (period.state === 'unpaid' || state === 'unpaid') return [say(words.stopped)];
  const { timeZone, terms } = business;
  const days = daysAhead(period, { timeZone, retryDays: terms.retryDays });
  const again = days.find(({ what }) => what === 'will_charge');
  const givesUp = days.find(({ what }) => what === 'gives_up');
  if (!period.failedAt) return [say(words.soon)];
  const isFirst = state === 'incomplete';
  return [
    say(again ? words.againOn(day(again.at)) : words.notAgain),
    ...(givesUp ? [say((isFirst ? words.neverBegins : words.stopsAfter)(day(givesUp.at)))] : []),
  ];
}

export function owedCents({ owed }: Pick<OpenedSubscription, 'owed'>): bigint {
  return owed.reduce((sum, { amountCents }) => sum + amountCents, 0n);
}

/** $21.00 every month */
export function priceWords(opened: Told): string {
  const { say, money } = tellerOf(opened);
  const { subscription } = opened;
  return `${money(priceOf(subscription).dueCents)} ${say(each[subscription.interval])}`;
}

/** Visa ending 4242; undefined once it is forgotten. */
export function sourceWords({
  stored,
  face,
}: Pick<OpenedSubscription, 'stored' | 'face'>): string | undefined {
  if (!stored) return undefined;
  const { token } = stored;
  const { last4 } = token;
  return methodWords(
    token.kind === 'card'
      ? { method: 'card', brand: token.brand, last4, accountKind: undefined }
      : { method: 'bank', brand: undefined, last4, accountKind: token.accountKind },
    languageOf(face),
  );
}

/** The same with the expiry of a card. */
export function sourceFact(opened: OpenedSubscription): string | undefined {
  const { face, world } = opened;
  const name = sourceWords(opened);
  const token = opened.stored?.token;
  if (name === undefined || token?.kind !== 'card') return name;
  const { expiryMonth: month, expiryYear: year } = token;
  const expiry = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
  const today = todayIn(face.timeZone, world.now());
  const fact = isCardExpired({ year, month }, today) ? words.expired : words.sourceOf;
  return inLanguage(languageOf(face), fact(name, expiry));
}
