import type { Event, EventsListQuery } from '../../../clients/typescript/src/index.ts';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { common } from '../words/common.ts';
import { events as words } from '../words/events.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Event, EventsListQuery> = {
  name: 'events',
  title: titles.events,
  icon: 'list',
  read: (client, query) => client.events.list(query),
  id: ({ id }) => id,
  label: ({ kind, objectId }) => `${kind} ${objectId}`,
  href: ({ id }) => `/events/${id}`,
  api: ({ id }) => `/v1/events/${id}`,
  search: words.search,
  live: [''],
  columns: [
    { title: words.event, onPhone: 1, cell: ({ kind }) => kind },
    { title: words.object, onPhone: 2, cell: ({ objectId }) => objectId },
    {
      title: common.details,
      stretches: true,
      cell: ({ data }) =>
        Object.entries(data ?? {})
          .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
    },
    timeColumn(words.happened, ({ happenedAt }) => happenedAt, 4),
  ],
  filters: [
    { kind: 'days', title: words.happened, from: 'createdFrom', to: 'createdTo' },
    { kind: 'text', title: common.kind, name: 'kind' },
    { kind: 'text', title: words.object, name: 'objectId' },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Events() {
  return <ListScreen spec={spec} />;
}
