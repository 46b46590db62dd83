import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Activity, type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Conversation, Page, WriteOptions } from '../../../clients/typescript/src/index.ts';
import { pathWith, useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { useOwnUser } from '../data/colleagues.ts';
import { phone } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { useLiveRefresh, usePolling } from '../data/live.tsx';
import { AssignMenu } from '../parts/assign-menu.tsx';
import { Button } from '../parts/button.tsx';
import { Composer } from '../parts/composer.tsx';
import { ConversationFacts } from '../parts/conversation-facts.tsx';
import { ConversationList, useCustomerOf } from '../parts/conversation-list.tsx';
import { customerName, initialsOf } from '../parts/customer-parts.tsx';
import { Icon } from '../parts/icon.tsx';
import { NewTextDialog } from '../parts/new-text-dialog.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Empty, Fault } from '../parts/show.tsx';
import { Thread } from '../parts/thread.tsx';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

/** A list with more pages stays as shown until it is opened again. */
const mostRefreshed = 5;

/** Conversations with people, their texts, and facts about each person. On phones the list, then the thread. */
export default function Conversations() {
  const { business, client, may } = useHere();
  const [query] = useQueryOfAddress();
  const [isWriting, setWriting] = useState(false);
  const { q, consent, customer: ofCustomer } = query;
  const isOfWaiting = query.waiting === 'true';
  const userId = useOwnUser();
  const assigneeId = query.mine === 'true' ? userId : undefined;
  const view = [q, consent, isOfWaiting, assigneeId, ofCustomer];
  const found = useInfiniteQuery({
    queryKey: [business.id, 'conversations', 'list', ...view],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }): Promise<Page<Conversation>> =>
      await client.conversations.list({
        ...{ limit: 20, expand: ['customer', 'assignee', 'lastMessage'] },
        ...(q && { q }),
        ...(consent === 'opted_out' && { consent }),
        ...(isOfWaiting && { waiting: true }),
        ...(assigneeId !== undefined && { assigneeId }),
        ...(ofCustomer && { customerId: ofCustomer }),
        ...(pageParam !== undefined && { after: pageParam }),
      }),
    getNextPageParam: ({ hasMore, next }) => (hasMore && next !== null ? next : undefined),
  });
  const pages = found.data?.pages;
  const listed = pages?.flatMap(({ data }) => data);
  // A page without a row is no end: rare ones are looked for through several pages.
  const goesOn = found.hasNextPage && pages?.at(-1)?.data.length === 0 && !found.error;
  useEffect(() => {
    if (goesOn && !found.isFetching) void found.fetchNextPage();
  }, [goesOn, found.isFetching]);
  const first = useFirst(found.isPlaceholderData ? undefined : listed, view.join(' '));
  const id = query.id ?? (isOfWaiting ? undefined : first);
  const open = useQuery({
    queryKey: [business.id, 'conversations', id],
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: async () =>
      await client.conversations.retrieve(id!, { expand: ['customer', 'assignee', 'lastMessage'] }),
  });
  const refresh = () => {
    if ((pages?.length ?? 0) <= mostRefreshed) void found.refetch();
    if (id !== undefined) void open.refetch();
  };
  useLiveRefresh(['message.', 'conversation.'], refresh);
  usePolling(refresh);
  useKeys(may('charge') ? { N: () => setWriting(true) } : {});
  const conversation = open.data ?? listed?.find((one) => one.id === id);
  const customer = useCustomerOf(conversation?.customerId ?? ofCustomer);
  const person = customer ?? conversation?.customer;
  const name = person ? customerName(person) : phone(conversation?.phone ?? '');
  const isLoading = found.isPending || goesOn || (id !== undefined && open.isFetching);
  const showsThread = query.id !== undefined || ofCustomer !== undefined;
  return (
    <Sheet
      title={t(titles.conversations)}
      actions={
        may('charge') && (
          <Button look="main" icon="plus" hotkey="N" onClick={() => setWriting(true)}>
            {t(words.newText)}
          </Button>
        )
      }
    >
      <div className={showsThread ? 'three' : 'three lists'}>
        <ConversationList
          conversations={
            isOfWaiting || assigneeId !== undefined ? withOpen(listed, conversation) : listed
          }
          chosen={conversation?.id}
          error={found.error}
          hasMore={found.hasNextPage}
          isLooking={found.isPending || goesOn || found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
        <section aria-label={conversation ? name : t(words.texts)}>
          {conversation && (
            <ThreadPane
              key={conversation.id}
              conversation={conversation}
              name={name}
              isOpened={query.id === conversation.id && open.isFetchedAfterMount}
            />
          )}
          {!conversation && isLoading && <Bones />}
          {!conversation && !isLoading && !found.error && (
            <Empty
              icon="chat"
              title={customer ? t(words.noneWith(customerName(customer))) : t(words.choose)}
            >
              {customer && may('charge') && (
                <Button look="main" onClick={() => setWriting(true)}>
                  {t(words.newText)}
                </Button>
              )}
            </Empty>
          )}
          <Composers
            shown={
              conversation && {
                conversationId: conversation.id,
                phone: conversation.phone,
                name,
                customer: person ?? undefined,
                isOptedOut: conversation.consent === 'opted_out',
              }
            }
          />
        </section>
        <ConversationFacts conversation={conversation} customer={customer} />
      </div>
      {isWriting && (
        <NewTextDialog
          customer={ofCustomer === undefined ? undefined : customer}
          onClose={() => setWriting(false)}
        />
      )}
    </Sheet>
  );
}

/** Which one a desk shows at first: it stays the same while others move above it. */
function useFirst(listed: readonly Conversation[] | undefined, view: string): string | undefined {
  const [first, setFirst] = useState<{ readonly view: string; readonly id: string }>();
  const [newest] = listed ?? [];
  if (newest && first?.view !== view) setFirst({ view, id: newest.id });
  return first?.view === view ? first.id : undefined;
}

/** With the one that is open, in its place: it stays there when it waits no longer. */
function withOpen(listed: readonly Conversation[] | undefined, open: Conversation | undefined) {
  if (!listed || !open || listed.some(({ id }) => id === open.id)) return listed;
  return [...listed, open].sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
}

type Written = ComponentProps<typeof Composer>;

/** One for each person that was opened: what is written or under way stays while another one is shown. */
function Composers({ shown }: { shown: Written | undefined }) {
  const { current: opened } = useRef(new Map<string, Written>());
  if (shown) opened.set(shown.conversationId, shown);
  return [...opened].map(([id, written]) => (
    <Activity key={id} mode={id === shown?.conversationId ? 'visible' : 'hidden'}>
      <Composer {...written} />
    </Activity>
  ));
}

type PaneProps = {
  conversation: Conversation;
  name: string;
  /** True if a person opened it, and it was read anew since. */
  isOpened: boolean;
};

function ThreadPane({ conversation, name, isOpened }: PaneProps) {
  const { client, may } = useHere();
  const [query] = useQueryOfAddress();
  const { id: _, customer: __, ...kept } = query;
  const { isWaiting, heardAt } = conversation;
  const [isShown, setShown] = useState(false);
  const isSeen = useRef(false);
  const mark = (isRead: boolean, options: WriteOptions) =>
    client.conversations.markRead(conversation.id, { isRead }, options);
  const seen = useChange(mark);
  const marked = useChange(mark);
  // Done once that is shown, while everything else is still read anew.
  const isMarking = marked.isPending && marked.variables === isWaiting;
  const mayMark = may('charge') || may('refund');
  // Once for each opening: what is written later waits, as does what is marked as unread.
  useEffect(() => {
    if (!isOpened || !isShown || isSeen.current) return;
    isSeen.current = true;
    if (isWaiting && mayMark) seen.mutate(true);
  }, [isOpened, isShown]);
  const shown = phone(conversation.phone);
  const own = conversation.ownNumber && t(words.textsFrom(phone(conversation.ownNumber)));
  return (
    <>
      <header className="head">
        <Link
          className="crumb phone-only"
          href={pathWith('/conversations', kept)}
          aria-label={t(words.back)}
        >
          <Icon name="back" />
        </Link>
        <span className="mark round" aria-hidden="true">
          {initialsOf(name) || '#'}
        </span>
        <div className="grow cut">
          <h2 className="cut">{name}</h2>
          <p className="soft small cut">{[shown, own].filter(Boolean).join(' · ')}</p>
        </div>
        <AssignMenu conversation={conversation} />
        {mayMark && heardAt !== null && (
          <Button
            small
            look="plain"
            aria-disabled={isMarking || undefined}
            onClick={() => {
              if (!isMarking) marked.mutate(isWaiting);
            }}
          >
            {t(isWaiting ? words.markRead : words.markUnread)}
          </Button>
        )}
      </header>
      {marked.error && (
        <div className="pad-h">
          <Fault error={marked.error} />
        </div>
      )}
      <Thread conversationId={conversation.id} onShown={() => setShown(true)} />
    </>
  );
}
