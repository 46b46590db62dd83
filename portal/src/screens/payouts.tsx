import type { Payout, PayoutsListQuery } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { amountColumn, createdColumn, statusColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { bookTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { Tag } from '../parts/show.tsx';
import { books as words } from '../words/books.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Payout, PayoutsListQuery> = {
  name: 'payouts',
  title: titles.payouts,
  icon: 'bank',
  read: (client, query) => client.payouts.list(query),
  id: ({ id }) => id,
  label: ({ amount }) => `${t(words.payout)} ${money(amount, 'USD')}`,
  href: ({ id }) => `/payouts/${id}`,
  api: ({ id }) => `/v1/payouts/${id}`,
  search: words.searchPayouts,
  live: ['deposit.'],
  polls: true,
  columns: [
    amountColumn('USD'),
    statusColumn(),
    { title: words.account, onPhone: 1, cell: ({ last4 }) => `•••• ${last4}` },
    {
      title: words.trace,
      onPhone: 3,
      cell: ({ traceNumber }) => <span className="digits">{traceNumber}</span>,
    },
    {
      title: words.returnCode,
      stretches: true,
      cell: ({ returnCode, isSameDay }) => (
        <>
          {returnCode} {isSameDay && <Tag>{t(words.sameDay)}</Tag>}
        </>
      ),
    },
    timeColumn(words.settled, ({ settledAt }) => settledAt),
    createdColumn(),
  ],
  filters: [
    oneState(['queued', 'filed', 'originated', 'settled', 'available', 'returned', 'canceled']),
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  empty: { title: words.emptyPayouts, text: words.emptyPayoutsText },
};

export default function Payouts() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={bookTabs} />} />;
}
