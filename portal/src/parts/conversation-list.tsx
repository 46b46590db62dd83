import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Conversation } from '../../../clients/typescript/src/index.ts';
import { pathWith, type Query, useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useOwnUser } from '../data/colleagues.ts';
import { nearDay, phone } from '../data/format.ts';
import { useOpenTasks } from '../data/open-tasks.ts';
import { inOneLine } from '../data/text-body.ts';
import { common } from '../words/common.ts';
import { conversations as words } from '../words/conversations.ts';
import { upTo } from '../words/home.ts';
import { locale, t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import { Button } from './button.tsx';
import { customerName, initialsOf } from './customer-parts.tsx';
import { Icon } from './icon.tsx';
import { Bones, Empty, Fault, Tag } from './show.tsx';

type Props = {
  /** Each with its customer and its last text. */
  conversations: readonly Conversation[] | undefined;
  chosen: string | undefined;
  error: unknown;
  hasMore: boolean;
  /** True while more are looked for. */
  isLooking: boolean;
  onMore(): void;
};

/** Left: with whom the business texts, the one with the newest text first. */
export function ConversationList(props: Props) {
  const { conversations, chosen, error, hasMore, isLooking, onMore } = props;
  const [query, change] = useQueryOfAddress();
  const [typed, setTyped] = useState(query.q ?? '');
  const isEmpty = conversations?.length === 0;
  return (
    <section className="list" aria-label={t(words.texts)}>
      <form
        className="toolbar"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: typed.trim(), id: undefined });
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
      <Tabs />
      <Fault error={error} />
      {isEmpty && !isLooking && !error && <Nothing query={query} />}
      <ul>
        {conversations?.map((one) => (
          <li key={one.id}>
            <Row conversation={one} isChosen={one.id === chosen} />
          </li>
        ))}
      </ul>
      {isLooking && !error && <Bones rows={isEmpty || !conversations ? 8 : 2} />}
      {hasMore && !isLooking && (
        <div className="pad">
          <Button small onClick={onMore}>
            {t(common.older)}
          </Button>
        </div>
      )}
    </section>
  );
}

function Tabs() {
  const [query, change] = useQueryOfAddress();
  const userId = useOwnUser();
  const all: Readonly<Record<string, string | undefined>> = {
    waiting: undefined,
    mine: undefined,
    consent: undefined,
  };
  const waiting = useOpenTasks().data?.waitingConversations.count ?? 0;
  const tabs = [
    { title: words.waiting, is: { ...all, waiting: 'true' }, count: waiting },
    ...(userId === undefined
      ? []
      : [{ title: words.mine, is: { ...all, mine: 'true' }, count: 0 }]),
    { title: common.all, is: all, count: 0 },
    { title: words.optedOut, is: { ...all, consent: 'opted_out' }, count: 0 },
  ];
  return (
    <nav className="tabs" aria-label={t(words.which)}>
      {tabs.map(({ title, is, count }) => (
        <button
          key={t(title)}
          type="button"
          aria-current={
            Object.entries(is).every(([name, value]) => query[name] === value) ? 'true' : undefined
          }
          onClick={() => change({ ...is, id: undefined })}
        >
          {t(title)}
          {count > 0 && (
            <em className="count" data-tone="move">
              {upTo(count)}
            </em>
          )}
        </button>
      ))}
    </nav>
  );
}

function Nothing({ query }: { query: Query }) {
  const { q, waiting, mine, consent } = query;
  if (q !== undefined)
    return <Empty icon="search" title={t(words.noneFound)} text={t(words.noneFoundText)} />;
  if (waiting !== undefined) return <Empty icon="chat" title={t(words.noneWaits)} />;
  if (mine !== undefined)
    return <Empty icon="chat" title={t(words.noneMine)} text={t(words.noneMineText)} />;
  if (consent !== undefined) return <Empty icon="chat" title={t(words.noneOptedOut)} />;
  return <Empty icon="chat" title={t(words.empty)} text={t(words.emptyText)} />;
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

type RowProps = { conversation: Conversation; isChosen: boolean };

function Row({ conversation, isChosen }: RowProps) {
  const { business, now } = useHere();
  const [query] = useQueryOfAddress();
  const { id, customer, assignee, consent, isWaiting, lastAt, lastMessage: last } = conversation;
  const name = customer ? customerName(customer) : phone(conversation.phone);
  const at = new Date(lastAt);
  const day = nearDay(at, business.timeZone, now());
  const time = { timeZone: business.timeZone, hour: 'numeric', minute: '2-digit' } as const;
  const body = last ? inOneLine(last.body) : phone(conversation.phone);
  const { customer: _, ...kept } = query;
  return (
    <Link
      className={isWaiting ? 'convo new' : 'convo'}
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
          {last && hasNotArrived(last.status) && <Tag>{t(lookOf(last.status).word)}</Tag>}
          {consent === 'opted_out' && <Tag>{t(words.optedOut)}</Tag>}
          {assignee && (
            <span className="tag" title={t(words.assignedToOne(assignee.name))}>
              <span aria-hidden="true">{initialsOf(assignee.name) || '#'}</span>
              <span className="unseen">{t(words.assignedToOne(assignee.name))}</span>
            </span>
          )}
          {isWaiting && (
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

function hasNotArrived(status: string): boolean {
  return ['blocked', 'failed', 'undelivered'].includes(status);
}
