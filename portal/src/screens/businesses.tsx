import type { Business, BusinessesListQuery } from '../../../clients/typescript/src/index.ts';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { operator as words } from '../words/operator.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Business, BusinessesListQuery> = {
  name: 'businesses',
  title: titles.businesses,
  icon: 'building',
  read: (client, query) => client.businesses.list(query),
  id: ({ id }) => id,
  label: ({ name }) => name,
  href: ({ id }) => `/businesses/${id}`,
  search: words.searchBusinesses,
  polls: true,
  columns: [
    { title: common.name, onPhone: 1, cell: ({ name }) => name },
    statusColumn(),
    { title: words.business, onPhone: 3, cell: ({ id }) => <span className="digits">{id}</span> },
    {
      title: words.environment,
      cell: ({ environment }) => t(environment === 'live' ? common.live : common.sandbox),
    },
    { title: words.above, stretches: true, cell: ({ parentId }) => parentId ?? '' },
    createdColumn(2),
  ],
  filters: [
    oneState([
      'messaging_only',
      'payments_pending',
      'payments_enabled',
      'payouts_enabled',
      'suspended',
      'closed',
    ]),
    { kind: 'text', title: words.above, name: 'parentId' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  empty: { title: words.emptyBusinesses, text: words.emptyBusinessesText },
};

export default function Businesses() {
  return <ListScreen spec={spec} />;
}
