import type { Application, ApplicationsListQuery } from '../../../clients/typescript/src/index.ts';
import { statusColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { outcomeWords, requirementWords, operator as words } from '../words/operator.ts';
import { places as titles } from '../words/places.ts';
import { lookOf } from '../words/states.ts';

const states = [
  'in_review',
  'enhanced_review',
  'needs_information',
  'submitted',
  'screening',
  'approved',
  'provisioning',
  'active',
  'declined',
  'withdrawn',
  'expired',
] as const;

const spec: ListSpec<Application, ApplicationsListQuery> = {
  name: 'applications',
  title: titles.applications,
  icon: 'file',
  read: (client, query) => client.applications.list(query),
  id: ({ businessId, id }) => `${businessId}-${id}`,
  label: ({ email }) => email,
  // Its number counts within its business.
  href: ({ businessId, id }) => `/applications/${id}?of=${businessId}`,
  search: words.searchApplications,
  live: ['application.'],
  columns: [
    { title: common.email, onPhone: 1, cell: ({ email }) => email },
    statusColumn(),
    { title: words.business, onPhone: 3, cell: ({ businessId }) => businessId },
    {
      title: words.found,
      stretches: true,
      cell: ({ requirements, outcomeCodes }) =>
        [
          ...requirements.map((code) => t(requirementWords[code] ?? lookOf(code).word)),
          ...outcomeCodes.map((code) => t(outcomeWords[code] ?? lookOf(code).word)),
        ].join(' · '),
    },
    timeColumn(words.ends, ({ expiresAt }) => expiresAt),
    timeColumn(words.submitted, ({ createdAt }) => createdAt, 2),
  ],
  filters: [
    oneState(states),
    { kind: 'text', title: words.business, name: 'businessId' },
    { kind: 'days', title: words.submitted, from: 'createdFrom', to: 'createdTo' },
  ],
  views: [
    { title: words.toReview, query: { status: 'in_review' } },
    { title: words.closer, query: { status: 'enhanced_review' } },
    { title: words.awaiting, query: { status: 'needs_information' } },
  ],
  empty: { title: words.emptyApplications, text: words.emptyApplicationsText },
};

export default function Applications() {
  return <ListScreen spec={spec} />;
}
