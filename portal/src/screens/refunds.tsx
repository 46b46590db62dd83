import type { Refund, RefundsListQuery } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { Actor } from '../parts/actor.tsx';
import { amountColumn, createdColumn, statusColumn } from '../parts/columns.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { choicesOf } from '../parts/filter-values.ts';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { refundKinds } from '../parts/refund-table.tsx';
import { Id, Method } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { inWords, t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';
import { declines } from '../words/refusals.ts';

const spec: ListSpec<Refund, RefundsListQuery> = {
  name: 'refunds',
  title: titles.refunds,
  icon: 'refund',
  read: (client, query) => client.refunds.list({ ...query, expand: ['payment', 'customer'] }),
  id: ({ id }) => id,
  label: ({ amount, currency }) => t(words.refundLabel(money(amount, currency))),
  href: ({ paymentId }) => `/payments/${paymentId}?part=refunds`,
  api: ({ id }) => `/v1/refunds/${id}`,
  search: words.refundSearch,
  live: ['payment.'],
  columns: [
    amountColumn(),
    statusColumn(),
    { title: words.payer, onPhone: 1, cell: ({ customer }) => customerName(customer) },
    {
      title: common.order,
      onPhone: 3,
      cell: ({ payment }) => payment && <Id text={payment.orderNumber} head={6} />,
    },
    { title: common.method, cell: ({ payment }) => payment && <Method {...payment} /> },
    { title: common.kind, cell: ({ kind }) => t(refundKinds[kind]) },
    { title: words.by, cell: ({ actor }) => <Actor of={actor} /> },
    {
      title: common.reason,
      stretches: true,
      cell: ({ reason, failure }) =>
        [reason, failure && inWords(failure, declines)].filter(Boolean).join(' · '),
    },
    createdColumn(),
  ],
  filters: [
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    oneState(['processing', 'unknown', 'succeeded', 'failed', 'returned']),
    { kind: 'word', title: common.kind, name: 'kind', values: choicesOf(refundKinds) },
    { kind: 'text', title: words.paymentId, name: 'paymentId' },
    { kind: 'text', title: words.batch, name: 'batchId' },
    { kind: 'text', title: words.by, name: 'actor' },
  ],
  empty: { title: words.noRefund, text: words.noRefundText },
};

export default function Refunds() {
  return <ListScreen spec={spec} />;
}
