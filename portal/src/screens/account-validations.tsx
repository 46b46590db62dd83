import type {
  AccountValidation,
  AccountValidationsListQuery,
} from '../../../clients/typescript/src/index.ts';
import { Account } from '../parts/ach-parts.tsx';
import { createdColumn, statusColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { achTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const methods = ['prenote', 'micro_deposits', 'hook', 'used_before'] as const;

const spec: ListSpec<AccountValidation, AccountValidationsListQuery> = {
  name: 'accountValidations',
  title: titles.ach,
  icon: 'check',
  read: (client, query) => client.accountValidations.list(query),
  id: ({ id }) => id,
  label: ({ id }) => `${t(words.validation)} ${id}`,
  href: ({ id }) => `/account-validations/${id}`,
  search: words.searchValidations,
  live: ['payment.account_validating', 'payment.account_validated'],
  polls: true,
  columns: [
    { title: words.account, onPhone: 1, cell: ({ last4 }) => <Account last4={last4} /> },
    statusColumn(),
    { title: words.how, onPhone: 3, cell: ({ method }) => t(words[method]) },
    {
      title: words.routing,
      cell: ({ routingNumber }) => <span className="digits">{routingNumber}</span>,
    },
    { title: words.payment, cell: ({ paymentId }) => paymentId },
    { title: common.reason, stretches: true, cell: ({ reason }) => reason },
    timeColumn(words.ended, ({ validatedAt, endedAt }) => validatedAt ?? endedAt),
    createdColumn(2),
  ],
  filters: [
    oneState(['pending', 'validated', 'failed', 'expired', 'withdrawn']),
    {
      kind: 'word',
      title: words.how,
      name: 'method',
      values: methods.map((method) => [method, words[method]] as const),
    },
    { kind: 'text', title: words.payment, name: 'paymentId' },
    { kind: 'text', title: words.routing, name: 'routingNumber' },
    { kind: 'text', title: words.account, name: 'last4' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  empty: { title: words.emptyValidations, text: words.emptyValidationsText },
};

export default function AccountValidations() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={achTabs} />} />;
}
