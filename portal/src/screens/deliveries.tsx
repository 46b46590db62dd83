import type { DeliveriesListQuery, Delivery } from '../../../clients/typescript/src/index.ts';
import { number } from '../data/format.ts';
import { createdColumn } from '../parts/columns.tsx';
import { LastAnswer } from '../parts/delivery-parts.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { State, Tag, When } from '../parts/show.tsx';
import { kinds } from '../parts/webhook-dialogs.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { webhooks as words } from '../words/webhooks.ts';

const spec: ListSpec<Delivery, DeliveriesListQuery> = {
  name: 'deliveries',
  title: words.deliveries,
  icon: 'send',
  read: (client, query) => client.deliveries.list(query),
  id: ({ id }) => id,
  label: ({ id, kind }) => t(words.labelOf(kind, id)),
  href: ({ id }) => `/deliveries/${id}`,
  api: ({ id }) => `/v1/deliveries/${id}`,
  search: words.deliverySearch,
  live: [''],
  polls: true,
  columns: [
    {
      title: common.status,
      onPhone: 4,
      cell: ({ status, isReplay }) => (
        <>
          <State state={status === 'succeeded' ? 'delivered' : status} />{' '}
          {isReplay && <Tag>{t(words.ofReplay)}</Tag>}
        </>
      ),
    },
    { title: words.event, onPhone: 1, cell: ({ kind }) => kind },
    { title: words.object, onPhone: 3, cell: ({ objectId }) => objectId },
    { title: words.webhook, cell: ({ endpointId }) => endpointId },
    { title: words.tries, isNumber: true, cell: ({ tries }) => number(tries) },
    { title: words.answer, onPhone: 2, cell: (one) => <LastAnswer {...one} /> },
    { title: words.nextTry, stretches: true, cell: ({ dueAt }) => <When at={dueAt} /> },
    createdColumn(),
  ],
  filters: [
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    oneState(['pending', 'in_flight', 'scheduled', 'succeeded', 'exhausted', 'discarded']),
    {
      kind: 'word',
      title: words.webhook,
      name: 'endpointId',
      values: kinds.map((kind) => [kind, words[kind]] as const),
    },
    { kind: 'text', title: words.event, name: 'kind' },
    { kind: 'text', title: words.object, name: 'objectId' },
    {
      kind: 'word',
      title: words.ofReplay,
      name: 'isReplay',
      values: [
        ['true', common.yes],
        ['false', common.no],
      ],
    },
  ],
  views: [
    { title: words.givenUp, query: { status: 'exhausted' } },
    { title: words.waitingOnes, query: { status: 'scheduled' } },
  ],
  empty: { title: words.deliveriesEmpty, text: words.deliveriesEmptyText },
};

export default function Deliveries() {
  return <ListScreen spec={spec} />;
}
