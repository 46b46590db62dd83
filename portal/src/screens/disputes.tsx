import type { Dispute, DisputesListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { Amount, When } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { disputes as words } from '../words/disputes.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Dispute, DisputesListQuery> = {
  name: 'disputes',
  title: titles.disputes,
  icon: 'flag',
  read: (client, query) => client.disputes.list(query),
  id: ({ id }) => id,
  label: ({ reason }) => reason,
  href: ({ id }) => `/disputes/${id}`,
  api: ({ id }) => `/v1/disputes/${id}`,
  search: words.search,
  live: ['dispute.'],
  columns: [
    { title: words.deadline, onPhone: 3, cell: ({ answerUntil }) => <When at={answerUntil} /> },
    { title: common.amount, isNumber: true, onPhone: 2, cell: (one) => <Sum one={one} /> },
    statusColumn(),
    { title: common.reason, onPhone: 1, cell: ({ reason }) => reason },
    { title: words.code, cell: ({ reasonCode }) => <span className="soft">{reasonCode}</span> },
    { title: words.payment, stretches: true, cell: ({ paymentId }) => paymentId ?? '' },
    createdColumn(),
  ],
  filters: [
    oneState(['inquiry', 'open', 'won', 'lost']),
    { kind: 'text', title: words.payment, name: 'paymentId' },
    { kind: 'text', title: words.processor, name: 'processor' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  views: [
    { title: words.openOnes, query: { status: 'open' } },
    { title: words.inquiries, query: { status: 'inquiry' } },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

/** In the currency of the business: a dispute names none. */
function Sum({ one }: { one: Dispute }) {
  const { business } = useHere();
  return <Amount minor={one.amount} currency={business.currency} />;
}

export default function Disputes() {
  return <ListScreen spec={spec} />;
}
