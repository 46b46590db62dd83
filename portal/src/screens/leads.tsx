import type { Lead, LeadsListQuery } from '../../../clients/typescript/src/index.ts';
import { phone } from '../data/format.ts';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { nameOf } from '../parts/lead-dialogs.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { leadTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { leads as words } from '../words/leads.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Lead, LeadsListQuery> = {
  name: 'leads',
  title: titles.leads,
  icon: 'people',
  read: (client, query) => client.leads.list(query),
  id: ({ id }) => id,
  label: nameOf,
  href: ({ id }) => `/leads/${id}`,
  api: ({ id }) => `/v1/leads/${id}`,
  search: words.search,
  polls: true,
  columns: [
    { title: common.name, onPhone: 1, cell: nameOf },
    statusColumn(),
    { title: common.phone, onPhone: 3, cell: (one) => phone(one.phone) },
    { title: common.email, cell: ({ email }) => email },
    { title: words.source, cell: ({ source }) => t(words[source]) },
    { title: words.said, stretches: true, cell: ({ returnMessage }) => returnMessage },
    createdColumn(2),
  ],
  filters: [
    oneState(['waiting', 'acknowledged']),
    {
      kind: 'word',
      title: words.source,
      name: 'source',
      values: [
        ['lead_form', words.lead_form],
        ['contact_insert', words.contact_insert],
      ],
    },
    { kind: 'text', title: words.form, name: 'formId' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  views: [{ title: words.waitingOnes, query: { status: 'waiting' } }],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Leads() {
  return <ListScreen spec={spec} tabs={<RouteTabs tabs={leadTabs} />} />;
}
