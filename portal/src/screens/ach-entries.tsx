import type { AchEntriesListQuery, AchEntry } from '../../../clients/typescript/src/index.ts';
import { entryColumns, kindOf } from '../parts/ach-parts.tsx';
import { choicesOf } from '../parts/filter-values.ts';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { achTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { entryKinds, bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<AchEntry, AchEntriesListQuery> = {
  name: 'achEntries',
  title: titles.ach,
  icon: 'send',
  read: (client, query) => client.achEntries.list(query),
  id: ({ id }) => id,
  label: (one) => `${kindOf(one)} ${one.id}`,
  href: ({ id }) => `/ach-entries/${id}`,
  search: words.search,
  live: ['payment.', 'deposit.'],
  columns: entryColumns,
  filters: [
    oneState([
      'queued',
      'filed',
      'originated',
      'settled',
      'available',
      'returned',
      'late_returned',
      'canceled',
    ]),
    { kind: 'word', title: common.kind, name: 'kind', values: choicesOf(entryKinds) },
    {
      kind: 'word',
      title: words.isReturned,
      name: 'isReturned',
      values: [
        ['true', common.yes],
        ['false', common.no],
      ],
    },
    { kind: 'text', title: words.returnCode, name: 'returnCode' },
    { kind: 'text', title: words.payment, name: 'paymentId' },
    { kind: 'text', title: words.file, name: 'fileId' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  views: [{ title: words.isReturned, query: { isReturned: 'true' } }],
  empty: { title: words.empty, text: words.emptyText },
};

export default function AchEntries() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={achTabs} />} />;
}
