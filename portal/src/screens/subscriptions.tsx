import { useState } from 'react';
import { Link } from 'wouter';
import type {
  Subscription,
  SubscriptionsListQuery,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoveMenu } from '../parts/move-menu.tsx';
import { NewSubscriptionDialog } from '../parts/new-subscription-dialog.tsx';
import { intervals, subscriptionColumns, termsOf } from '../parts/subscription-parts.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { subscriptions as words } from '../words/subscriptions.ts';

const states = [
  'scheduled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'completed',
] as const;

const [price, status, ...others] = subscriptionColumns;

const spec: ListSpec<Subscription, SubscriptionsListQuery> = {
  name: 'subscriptions',
  title: titles.subscriptions,
  icon: 'repeat',
  read: (client, query) => client.subscriptions.list({ ...query, expand: ['customer'] }),
  id: ({ id }) => id,
  label: (one) => t(words.labelOf(customerName(one.customer), termsOf(one))),
  href: ({ id }) => `/subscriptions/${id}`,
  api: ({ id }) => `/v1/subscriptions/${id}`,
  search: words.search,
  live: ['subscription.', 'payment.'],
  columns: [
    price!,
    status!,
    { title: common.customer, onPhone: 1, cell: ({ customer }) => customerName(customer) },
    ...others,
  ],
  filters: [
    { kind: 'states', title: common.status, name: 'status', values: states },
    {
      kind: 'word',
      title: words.interval,
      name: 'interval',
      values: intervals.map((one) => [one, words[one]] as const),
    },
    { kind: 'text', title: words.plan, name: 'planCode' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  views: [{ title: words.troubled, query: { status: 'past_due,unpaid,incomplete' } }],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Subscriptions() {
  const { may } = useHere();
  const [isMaking, setMaking] = useState(false);
  useKeys(may('charge') ? { N: () => setMaking(true) } : {});
  return (
    <>
      <ListScreen
        spec={spec}
        actions={
          <>
            <MoveMenu kind="subscriptions" />
            <Link className="btn" href="/plans">
              {t(words.plans)}
            </Link>
            {may('charge') && (
              <Button look="main" icon="plus" hotkey="N" onClick={() => setMaking(true)}>
                {t(words.newSubscription)}
              </Button>
            )}
          </>
        }
      />
      {isMaking && <NewSubscriptionDialog onClose={() => setMaking(false)} />}
    </>
  );
}
