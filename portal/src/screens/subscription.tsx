import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import {
  answerOf,
  type Subscription,
  type SubscriptionPeriod,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { calendarDay, money } from '../data/format.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { Button } from '../parts/button.tsx';
import { amountColumn, statusColumn } from '../parts/columns.tsx';
import { useCustomerOf } from '../parts/conversation-list.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { ObjectFrame } from '../parts/detail.tsx';
import { DunningDays } from '../parts/dunning-days.tsx';
import type { Column } from '../parts/list-screen.tsx';
import { PartList } from '../parts/part-list.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Copy, Facts, Fault, SideBlock, Tag, When } from '../parts/show.tsx';
import { type Act, ActDialog } from '../parts/subscription-dialogs.tsx';
import { SubscriptionHistory } from '../parts/subscription-history.tsx';
import { SubscriptionState } from '../parts/subscription-parts.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';
import { subscriptions as words } from '../words/subscriptions.ts';

const columns: readonly Column<SubscriptionPeriod>[] = [
  { title: words.period, isNumber: true, onPhone: 1, cell: ({ number }) => String(number) },
  amountColumn(),
  statusColumn(),
  {
    title: words.days,
    onPhone: 3,
    cell: ({ startsOn, endsOn }) => `${calendarDay(startsOn)} – ${calendarDay(endsOn)}`,
  },
  {
    title: words.tries,
    cell: ({ declines, declineCode }) =>
      declines > 0 && <Tag tone="bad">{[declines, declineCode].filter(Boolean).join(' · ')}</Tag>,
  },
  { title: words.nextTry, isNumber: true, cell: ({ nextTryAt }) => <When at={nextTryAt} /> },
  { title: words.paidAt, isNumber: true, cell: ({ paidAt }) => <When at={paidAt} /> },
  { title: common.order, stretches: true, cell: ({ orderNumber }) => orderNumber },
];

const over = ['canceled', 'completed', 'incomplete_expired'];

/** Coming charges, and the outcome of each period. */
export default function SubscriptionScreen() {
  const { subscriptionId } = useParams<{ subscriptionId: string }>();
  const { business, client } = useHere();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Act>();
  const found = useQuery({
    queryKey: [business.id, 'subscriptions', subscriptionId],
    queryFn: async () => {
      const subscription = await client.subscriptions.retrieve(subscriptionId);
      return { subscription, etag: answerOf(subscription)?.etag };
    },
  });
  const customer = useCustomerOf(found.data?.subscription.customerId);
  // With its periods, and what a change that is being typed would cost.
  useLiveRefresh(
    ['subscription.', 'payment.'],
    () =>
      void queries.invalidateQueries({ queryKey: [business.id, 'subscriptions', subscriptionId] }),
  );
  const crumb = { text: t(titles.subscriptions), href: '/subscriptions' };
  if (!found.data)
    return (
      <Sheet title={t(titles.subscription)} crumb={crumb}>
        {found.error ? (
          <div className="pad">
            <Fault error={found.error} retry={() => void found.refetch()} />
          </div>
        ) : (
          <Bones />
        )}
      </Sheet>
    );
  const { subscription, etag } = found.data;
  const { id, price, currency, interval, nextChargeAt, nextChargeAmount } = subscription;
  return (
    <Sheet
      title={customerName(customer) || id}
      crumb={crumb}
      actions={<Acts subscription={subscription} onAsk={setAsked} />}
    >
      <ObjectFrame
        headline={money(price, currency)}
        unit={currency}
        state={<SubscriptionState subscription={subscription} badge />}
        sub={[
          t(words[interval]),
          customer && (
            <Link key="customer" href={`/customers/${customer.id}`}>
              {customerName(customer)}
            </Link>
          ),
          nextChargeAt !== null && nextChargeAmount !== null && (
            <span key="next">
              {money(nextChargeAmount, currency)} {t(words.chargedThen)} <When at={nextChargeAt} />
            </span>
          ),
        ]}
        side={<SubscriptionFacts subscription={subscription} />}
      >
        <DunningDays subscriptionId={id} />
        <PartList
          name={['subscriptions', id, 'periods']}
          title={t(words.periodsOf)}
          icon="repeat"
          read={(cursor) => client.subscriptions.listPeriods(id, cursor)}
          id={({ number }) => String(number)}
          href={({ invoiceId }) => (invoiceId === null ? undefined : `/invoices/${invoiceId}`)}
          columns={columns}
          empty={t(words.noPeriods)}
        />
        <SubscriptionHistory subscriptionId={id} />
      </ObjectFrame>
      {asked && (
        <ActDialog act={asked} {...{ subscription, etag }} onClose={() => setAsked(undefined)} />
      )}
    </Sheet>
  );
}

function Acts({ subscription, onAsk }: { subscription: Subscription; onAsk(act: Act): void }) {
  const { may } = useHere();
  const { status, cancelsAtEnd } = subscription;
  if (!may('charge') || over.includes(status)) return null;
  return (
    <span className="btns">
      <Button onClick={() => onAsk('cancel')}>{t(words.cancel)}</Button>
      {status === 'paused' ? (
        <Button onClick={() => onAsk('resume')}>{t(words.resume)}</Button>
      ) : (
        <Button onClick={() => onAsk('pause')}>{t(words.pause)}</Button>
      )}
      <Button onClick={() => onAsk('source')}>{t(words.anotherSource)}</Button>
      <Button onClick={() => onAsk('page')}>{t(words.payerPage)}</Button>
      {cancelsAtEnd && <Button onClick={() => onAsk('keep')}>{t(words.keep)}</Button>}
      <Button look="main" onClick={() => onAsk('change')}>
        {t(words.change)}
      </Button>
    </span>
  );
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { amount, currency, discount, tax, carried, planCode, periods, periodsBegun } =
    subscription;
  return (
    <>
      <SideBlock title={t(words.terms)}>
        <Facts
          facts={[
            [t(common.amount), money(amount, currency)],
            discount > 0 && [t(words.discount), `${discount / 100}%`],
            tax > 0 && [t(words.tax), money(tax, currency)],
            [t(words.price), money(subscription.price, currency), 'total'],
            carried !== 0 && [t(words.carried), money(carried, currency)],
            [t(words.plan), planCode],
            [t(words.startsOn), calendarDay(subscription.startsOn)],
            [
              t(words.begun),
              periods === null ? String(periodsBegun) : t(words.begunOf(periodsBegun, periods)),
            ],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [
              t(words.nextCharge),
              subscription.nextChargeAt && <When key="n" at={subscription.nextChargeAt} />,
            ],
            [
              t(words.pausedAt),
              subscription.pausedAt && <When key="p" at={subscription.pausedAt} />,
            ],
            [t(words.ended), subscription.endedAt && <When key="e" at={subscription.endedAt} />],
            [t(common.created), <When key="c" at={subscription.createdAt} />],
            [t(titles.subscription), <Copy key="i" text={subscription.id} />],
            [t(payments.token), <Copy key="t" text={subscription.token} />],
          ]}
        />
      </SideBlock>
    </>
  );
}
