import type { Job, JobsListQuery } from '../../../clients/typescript/src/index.ts';
import { number } from '../data/format.ts';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { jobs as words } from '../words/jobs.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Job, JobsListQuery> = {
  name: 'jobs',
  title: titles.jobs,
  icon: 'clock',
  read: (client, query) => client.jobs.list(query),
  id: ({ kind, key }) => `${kind} ${key}`,
  label: ({ kind, key }) => `${kind} ${key}`,
  search: words.search,
  columns: [
    { title: words.work, onPhone: 1, cell: ({ kind }) => <span className="mono">{kind}</span> },
    { title: words.about, onPhone: 3, cell: ({ key }) => <span className="digits">{key}</span> },
    { title: words.tries, isNumber: true, onPhone: 2, cell: ({ tries }) => number(tries) },
    { title: words.lastError, stretches: true, cell: ({ lastError }) => lastError },
    timeColumn(words.due, ({ runAt }) => runAt, 4),
  ],
  filters: [{ kind: 'text', title: words.work, name: 'kind' }],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Jobs() {
  return <ListScreen spec={spec} />;
}
