import type { Mail, MailsListQuery } from '../../../clients/typescript/src/index.ts';
import { number } from '../data/format.ts';
import { createdColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { mailName } from '../parts/mail-parts.ts';
import { oneState } from '../parts/one-state.ts';
import { State, When } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { mailKinds, mails as words } from '../words/mails.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Mail, MailsListQuery> = {
  name: 'mails',
  title: titles.mails,
  icon: 'mail',
  read: (client, query) => client.mails.list(query),
  id: ({ id }) => id,
  label: ({ to, kind }) => `${mailName(kind)}, ${to}`,
  href: ({ id }) => `/mails/${id}`,
  api: ({ id }) => `/v1/mails/${id}`,
  search: words.search,
  live: [''],
  polls: true,
  columns: [
    { title: common.status, onPhone: 4, cell: ({ status }) => <State state={status} /> },
    { title: words.to, onPhone: 1, cell: ({ to }) => to },
    { title: words.about, onPhone: 3, cell: ({ kind }) => mailName(kind) },
    { title: words.error, onPhone: 2, cell: ({ errorCode }) => errorCode },
    { title: words.tries, isNumber: true, cell: ({ tries }) => number(tries) },
    { title: words.nextTry, stretches: true, cell: ({ dueAt }) => <When at={dueAt} /> },
    createdColumn(),
  ],
  filters: [
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    oneState(['queued', 'sending', 'sent', 'failed']),
    { kind: 'text', title: words.to, name: 'to' },
    {
      kind: 'word',
      title: words.about,
      name: 'kind',
      values: Object.entries(mailKinds),
    },
    { kind: 'text', title: words.object, name: 'objectId' },
  ],
  views: [
    { title: words.failedOnes, query: { status: 'failed' } },
    { title: words.waitingOnes, query: { status: 'queued' } },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Mails() {
  return <ListScreen spec={spec} />;
}
