import { useState } from 'react';
import type { InboxItem, SandboxInboxQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { Button } from '../parts/button.tsx';
import { timeColumn } from '../parts/columns.tsx';
import { Icon } from '../parts/icon.tsx';
import { channelIcons } from '../parts/inbox-parts.ts';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { PayerTextDialog } from '../parts/payer-text-dialog.tsx';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { sandbox as words } from '../words/sandbox.ts';

const spec: ListSpec<InboxItem, SandboxInboxQuery> = {
  name: 'inbox',
  title: titles.inbox,
  icon: 'inbox',
  read: (client, query) => client.sandbox.inbox(query),
  id: ({ id }) => id,
  label: ({ channel, recipient }) => t(words.arrived(t(words[channel]), recipient)),
  href: ({ id }) => `/inbox/${id}`,
  search: words.inboxSearch,
  live: ['message.', 'conversation.', 'payment.'],
  polls: true,
  columns: [
    {
      title: words.channel,
      onPhone: 2,
      cell: ({ channel }) => (
        <span className="row">
          <Icon name={channelIcons[channel]} />
          {t(words[channel])}
        </span>
      ),
    },
    { title: words.recipient, onPhone: 1, cell: ({ recipient }) => recipient },
    { title: words.subject, stretches: true, cell: ({ subject, body }) => subject ?? body },
    { title: words.sender, onPhone: 3, cell: ({ sender }) => sender },
    timeColumn(words.received, ({ receivedAt }) => receivedAt, 4),
  ],
  filters: [
    { kind: 'days', title: words.received, from: 'receivedFrom', to: 'receivedTo' },
    {
      kind: 'word',
      title: words.channel,
      name: 'channel',
      values: [
        ['text', words.text],
        ['mail', words.mail],
        ['call', words.call],
      ],
    },
    { kind: 'text', title: words.recipient, name: 'recipient' },
  ],
  empty: { title: words.emptyInbox, text: words.emptyInboxText },
};

export default function Inbox() {
  const { may } = useHere();
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <ListScreen
        spec={spec}
        actions={
          may('charge') && (
            <Button icon="chat" onClick={() => setWriting(true)}>
              {t(words.writeAsPayer)}
            </Button>
          )
        }
      />
      {isWriting && <PayerTextDialog onClose={() => setWriting(false)} />}
    </>
  );
}
