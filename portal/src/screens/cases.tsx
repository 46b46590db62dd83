import type { Case, CasesListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { Actor } from '../parts/actor.tsx';
import { decisionName, nameOfCase, nameOfObject, sumOf, useSums } from '../parts/case-parts.tsx';
import { statusColumn, timeColumn } from '../parts/columns.tsx';
import { choicesOf } from '../parts/filter-values.ts';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { Amount, Tag } from '../parts/show.tsx';
import { caseKinds, cases as words } from '../words/cases.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Case, CasesListQuery> = {
  name: 'cases',
  title: titles.cases,
  icon: 'scale',
  read: (client, query) => client.cases.list(query),
  id: ({ id }) => id,
  label: (one) => `${nameOfCase(one)} ${one.id}`,
  href: ({ id }) => `/cases/${id}`,
  api: ({ id }) => `/v1/cases/${id}`,
  search: words.search,
  polls: true,
  columns: [
    { title: words.one, onPhone: 1, cell: nameOfCase },
    { title: common.amount, isNumber: true, onPhone: 2, cell: (one) => <Sum one={one} /> },
    statusColumn(),
    { title: words.about, onPhone: 3, cell: (one) => <About one={one} /> },
    {
      title: words.proposal,
      cell: (one) => <Proposal one={one} />,
    },
    {
      title: words.outcome,
      stretches: true,
      // Until it is decided, the note is the proposer's alone.
      cell: ({ status, note, outcome }) =>
        status !== 'open' && status !== 'proposed' && [note, outcome].filter(Boolean).join(' · '),
    },
    timeColumn(words.opened, ({ createdAt }) => createdAt),
  ],
  filters: [
    oneState(['open', 'proposed', 'confirmed', 'closed']),
    { kind: 'word', title: words.one, name: 'kind', values: choicesOf(caseKinds) },
    { kind: 'days', title: words.opened, from: 'createdFrom', to: 'createdTo' },
  ],
  views: [
    { title: words.openOnes, query: { status: 'open' } },
    { title: words.toConfirm, query: { status: 'proposed' } },
    { title: words.closedOnes, query: { status: 'closed' } },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

function About({ one }: { one: Case }) {
  const sums = useSums(one);
  return (
    <>
      {nameOfObject(one)}
      {sums && <span className="soft broad-only"> · {t(words.instead(sums))}</span>}
    </>
  );
}

function Proposal({ one }: { one: Case }) {
  const sums = useSums(one);
  return (
    one.proposal && (
      <>
        <Tag tone="wait">{decisionName(one.proposal, sums)}</Tag>{' '}
        <span className="soft broad-only">{one.proposedBy && <Actor of={one.proposedBy} />}</span>
      </>
    )
  );
}

function Sum({ one }: { one: Case }) {
  const { business } = useHere();
  const sum = sumOf(one);
  return sum === undefined ? null : <Amount minor={sum} currency={business.currency} />;
}

export default function Cases() {
  return (
    <ListScreen spec={spec} beside={<span className="small desk-only">{t(words.rule)}</span>} />
  );
}
