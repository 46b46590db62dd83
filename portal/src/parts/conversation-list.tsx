import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Conversation, Message } from '../../../clients/typescript/src/index.ts';
import { pathWith, useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { nearDay, phone } from '../data/format.ts';
import { common } from '../words/common.ts';
import { conversations as words } from '../words/conversations.ts';
import { locale, t } from '../words/language.ts';
import { Button } from './button.tsx';
import { customerName, initialsOf } from './customer-parts.tsx';
import { Icon } from './icon.tsx';
import { Bones, Empty, Fault, Tag } from './show.tsx';

type Props = {
  conversations: readonly Conversation[] | undefined;
  chosen: string | undefined;
  error: unknown;
  hasMore: boolean;
  onMore(): void;
};

/** Left: with whom the business texts, the newest first. */
export function ConversationList({ conversations, chosen, error, hasMore, onMore }: Props) {
  const { business, client } = useHere();
  const [query, change] = useQueryOfAddress();
  const [typed, setTyped] = useState(query.q ?? '');
  // One call for what was said last in most of them.
  const said = useQuery({
    queryKey: [business.id, 'messages', 'last'],
    queryFn: async () => await client.messages.list({ limit: 100 }),
  });
  const lastOf = new Map<string, Message>();
  for (const one of said.data?.data ?? [])
    if (!lastOf.has(one.conversationId)) lastOf.set(one.conversationId, one);
  const isOut = query.consent === 'opted_out';
  return (
    <section className="list" aria-label={t(words.texts)}>
      <form
        className="toolbar"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: typed.replace(/[^\d]/g, ''), id: undefined });
        }}
      >
        <label className="input quiet grow">
          <span className="unseen">{t(words.search)}</span>
          <Icon name="search" />
          <input
            type="search"
            placeholder={t(words.search)}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              if (target.value === '') change({ q: undefined });
            }}
          />
        </label>
      </form>
      <nav className="tabs" aria-label={t(words.which)}>
        <button
          type="button"
          aria-current={isOut ? undefined : 'true'}
          onClick={() => change({ consent: undefined, id: undefined })}
        >
          {t(common.all)}
        </button>
        <button
          type="button"
          aria-current={isOut ? 'true' : undefined}
          onClick={() => change({ consent: 'opted_out', id: undefined })}
        >
          {t(words.optedOut)}
        </button>
      </nav>
      <Fault error={error} />
      {!conversations && !error && <Bones rows={8} />}
      {conversations?.length === 0 && (
        <Empty icon="chat" title={t(words.empty)} text={t(words.emptyText)} />
      )}
      <ul>
        {conversations?.map((one) => (
          <li key={one.id}>
            <Row conversation={one} last={lastOf.get(one.id)} isChosen={one.id === chosen} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="pad">
          <Button small onClick={onMore}>
            {t(common.older)}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The customer whose phone it is. */
export function useCustomerOf(customerId: string | null | undefined) {
  const { business, client } = useHere();
  return useQuery({
    queryKey: [business.id, 'customers', customerId, 'totals'],
    enabled: Boolean(customerId),
    staleTime: 60_000,
    queryFn: async () => await client.customers.retrieve(customerId!, { expand: ['totals'] }),
  }).data;
}

type RowProps = { conversation: Conversation; last: Message | undefined; isChosen: boolean };

function Row({ conversation, last, isChosen }: RowProps) {
  const { business, now } = useHere();
  const [query] = useQueryOfAddress();
  const { id, customerId, consent, heardAt, lastAt } = conversation;
  const customer = useCustomerOf(customerId);
  const name = customer ? customerName(customer) : phone(conversation.phone);
  const isOut = consent === 'opted_out';
  // The person wrote last.
  const waits = !isOut && heardAt !== null && heardAt >= lastAt;
  const at = new Date(lastAt);
  const day = nearDay(at, business.timeZone, now());
  const time = { timeZone: business.timeZone, hour: 'numeric', minute: '2-digit' } as const;
  const body = last?.body.replace('[PBTLINK]', t(words.payLink)) ?? phone(conversation.phone);
  const { customer: _, ...kept } = query;
  return (
    <Link
      className={waits ? 'convo new' : 'convo'}
      href={pathWith('/conversations', { ...kept, id })}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="mark round" aria-hidden="true">
        {initialsOf(name) || '#'}
      </span>
      <span>
        <p>
          <b className="grow cut">{name}</b>
          <time dateTime={lastAt}>
            {day === t(common.today) ? at.toLocaleTimeString(locale, time) : day}
          </time>
        </p>
        <p className="said">
          <span className="cut grow">{last?.direction === 'out' ? t(words.you(body)) : body}</span>
          {isOut && <Tag>{t(words.optedOut)}</Tag>}
          {waits && (
            <>
              <span className="dot" />
              <span className="unseen">{t(words.waits)}</span>
            </>
          )}
        </p>
      </span>
    </Link>
  );
}
