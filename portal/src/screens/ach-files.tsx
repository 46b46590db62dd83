import type { AchFile, AchFilesListQuery } from '../../../clients/typescript/src/index.ts';
import { calendarDay, money, number } from '../data/format.ts';
import { achCurrency } from '../parts/ach-parts.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { achTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const sum = (cents: number) => cents !== 0 && money(cents, achCurrency);

const spec: ListSpec<AchFile, AchFilesListQuery> = {
  name: 'achFiles',
  title: titles.ach,
  icon: 'file',
  read: (client, query) => client.achFiles.list(query),
  id: ({ id }) => id,
  label: ({ name }) => name,
  href: ({ id }) => `/ach-files/${id}`,
  search: words.searchFiles,
  columns: [
    { title: common.name, onPhone: 1, cell: ({ name }) => name },
    statusColumn(),
    {
      title: words.direction,
      onPhone: 3,
      cell: ({ direction }) => t(words[direction]),
    },
    {
      title: words.entriesIn,
      isNumber: true,
      onPhone: 2,
      cell: ({ entryCount }) => number(entryCount),
    },
    { title: words.debits, isNumber: true, cell: ({ debits }) => sum(debits) },
    { title: words.credits, isNumber: true, cell: ({ credits }) => sum(credits) },
    { title: words.day, isNumber: true, cell: ({ fileOn }) => calendarDay(fileOn) },
    createdColumn(),
  ],
  filters: [
    oneState(['collecting', 'written', 'delivered', 'rejecting', 'rejected', 'read']),
    {
      kind: 'word',
      title: words.direction,
      name: 'direction',
      values: [
        ['out', words.out],
        ['in', words.in],
      ],
    },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  empty: { title: words.emptyFiles, text: words.emptyFilesText },
};

export default function AchFiles() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={achTabs} />} />;
}
