import type { Mail, Message } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { reasonOf } from '../data/outlook.ts';
import { inOneLine } from '../data/text-body.ts';
import { conversations } from '../words/conversations.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { mails } from '../words/mails.ts';
import { places as titles } from '../words/places.ts';
import { createdColumn, statusColumn } from './columns.tsx';
import type { Column } from './list-screen.tsx';
import { mailName } from './mail-parts.ts';
import { PartList } from './part-list.tsx';

/* What was written to a customer, and what that wrote. */

type Props = { customerId: string };

function saidIn({ direction, body, mediaCount }: Message): string {
  const pictures = mediaCount > 0 && t(conversations.pictures(mediaCount));
  const said = [inOneLine(body), pictures].filter(Boolean).join(' · ') || t(words.wordsRemoved);
  return direction === 'out' ? t(conversations.you(said)) : said;
}

const textColumns: readonly Column<Message>[] = [
  { title: conversations.text, stretches: true, onPhone: 1, cell: saidIn },
  statusColumn(2),
  {
    title: mails.error,
    onPhone: 3,
    cell: ({ errorCode }) => errorCode !== null && reasonOf(errorCode),
  },
  createdColumn(4),
];

/** Each leads into its conversation. */
export function TextsOfCustomer({ customerId }: Props) {
  const { client } = useHere();
  return (
    <PartList
      name={['messages', 'of customer', customerId]}
      title={t(titles.texts)}
      icon="chat"
      read={(cursor) => client.messages.list({ customerId, ...cursor })}
      id={({ id }) => id}
      href={({ conversationId }) => `/conversations?id=${conversationId}`}
      columns={textColumns}
      empty={t(words.noTexts)}
      live={['conversation.']}
    />
  );
}

const mailColumns: readonly Column<Mail>[] = [
  { title: mails.about, onPhone: 1, cell: ({ kind }) => mailName(kind) },
  statusColumn(2),
  { title: mails.to, stretches: true, onPhone: 3, cell: ({ to }) => to },
  { title: mails.error, cell: ({ errorCode }) => errorCode },
  createdColumn(4),
];

export function MailsOfCustomer({ customerId }: Props) {
  const { client } = useHere();
  return (
    <PartList
      name={['mails', 'of customer', customerId]}
      title={t(titles.mails)}
      icon="mail"
      read={(cursor) => client.mails.list({ customerId, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/mails/${id}`}
      columns={mailColumns}
      empty={t(words.noMails)}
      polls
    />
  );
}
