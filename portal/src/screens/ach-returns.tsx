import type { AchReturn, AchReturnsListQuery } from '../../../clients/typescript/src/index.ts';
import { meaningOf, returnColumns } from '../parts/ach-parts.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { achTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<AchReturn, AchReturnsListQuery> = {
  name: 'achReturns',
  title: titles.ach,
  icon: 'refund',
  read: (client, query) => client.achReturns.list(query),
  id: ({ id }) => id,
  label: ({ code, title }) => `${code} ${meaningOf(code, title)}`,
  href: ({ id }) => `/ach-returns/${id}`,
  search: words.searchReturns,
  live: ['payment.returned'],
  columns: returnColumns,
  filters: [
    {
      kind: 'word',
      title: common.kind,
      name: 'kind',
      values: [
        ['return', words.kindReturn],
        ['correction', words.kindCorrection],
      ],
    },
    { kind: 'text', title: words.code, name: 'code' },
    {
      kind: 'word',
      title: words.applied,
      name: 'isApplied',
      values: [
        ['true', common.yes],
        ['false', common.no],
      ],
    },
    { kind: 'text', title: words.payment, name: 'paymentId' },
    { kind: 'text', title: words.file, name: 'fileId' },
    { kind: 'days', title: words.received, from: 'receivedFrom', to: 'receivedTo' },
  ],
  empty: { title: words.emptyReturns, text: words.emptyReturnsText },
};

export default function AchReturns() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={achTabs} />} />;
}
