import type { Subscription } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { createdColumn } from './columns.tsx';
import type { Column } from './list-screen.tsx';
import { Amount, State, Tag, When } from './show.tsx';

export const intervals = [
  'daily',
  'weekly',
  'every_two_weeks',
  'monthly',
  'every_two_months',
  'quarterly',
  'every_half_year',
  'yearly',
] as const satisfies readonly Subscription['interval'][];
export type Interval = Subscription['interval'];

export const intervalOptions = intervals.map((one) => [one, t(words[one])] as const);

/** $19.00 · Monthly */
export function termsOf({ price, currency, interval }: Subscription): string {
  return `${money(price, currency)} · ${t(words[interval])}`;
}

type StateProps = { subscription: Subscription; badge?: boolean };

export function SubscriptionState({ subscription, badge = false }: StateProps) {
  return (
    <>
      <State state={subscription.status} badge={badge} />{' '}
      {subscription.cancelsAtEnd && <Tag>{t(words.endsWithPeriod)}</Tag>}
    </>
  );
}

/** As every list of subscriptions shows them. */
export const subscriptionColumns: readonly Column<Subscription>[] = [
  {
    title: words.price,
    isNumber: true,
    onPhone: 2,
    cell: ({ price, currency }) => <Amount minor={price} currency={currency} />,
  },
  {
    title: common.status,
    onPhone: 4,
    cell: (one) => <SubscriptionState subscription={one} />,
  },
  { title: words.interval, onPhone: 3, cell: ({ interval }) => t(words[interval]) },
  { title: words.plan, cell: ({ planCode }) => planCode },
  {
    title: words.nextCharge,
    isNumber: true,
    cell: ({ nextChargeAt }) => <When at={nextChargeAt} />,
  },
  createdColumn(),
];
