import type { Event } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { payments } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';
import { timeColumn } from './columns.tsx';
import type { Column } from './list-screen.tsx';
import { PartList } from './part-list.tsx';
import { Copy } from './show.tsx';

const eventColumns: readonly Column<Event>[] = [
  { title: words.eventKind, onPhone: 1, cell: ({ kind }) => <span className="mono">{kind}</span> },
  { title: payments.number, onPhone: 3, cell: ({ id }) => <Copy text={id} /> },
  timeColumn(words.happened, ({ happenedAt }) => happenedAt, 2),
];

/** Events of an object. */
export function EventsOf({ objectId }: { objectId: string }) {
  const { client } = useHere();
  return (
    <PartList
      name={['events', 'of', objectId]}
      title={t(titles.events)}
      icon="bolt"
      read={(cursor) => client.events.list({ objectId, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/events/${id}`}
      columns={eventColumns}
      empty={t(words.noEvents)}
    />
  );
}
