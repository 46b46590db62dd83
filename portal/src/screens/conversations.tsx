import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Conversation, Page } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { phone } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { Button } from '../parts/button.tsx';
import { Composer } from '../parts/composer.tsx';
import { ConversationFacts } from '../parts/conversation-facts.tsx';
import { ConversationList, useCustomerOf } from '../parts/conversation-list.tsx';
import { customerName, initialsOf } from '../parts/customer-parts.tsx';
import { Icon } from '../parts/icon.tsx';
import { NewTextDialog } from '../parts/new-text-dialog.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Empty } from '../parts/show.tsx';
import { Thread } from '../parts/thread.tsx';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

/** Who writes with the business, what was said, and who that is. On phones the list, then the thread. */
export default function Conversations() {
  const { business, client, may } = useHere();
  const queries = useQueryClient();
  const [query] = useQueryOfAddress();
  const [isWriting, setWriting] = useState(false);
  const { q, consent, customer: ofCustomer } = query;
  const found = useInfiniteQuery({
    queryKey: [business.id, 'conversations', 'list', q, consent, ofCustomer],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }): Promise<Page<Conversation>> =>
      await client.conversations.list({
        limit: 20,
        ...(q && { q }),
        ...(consent === 'opted_out' && { consent }),
        ...(ofCustomer && { customerId: ofCustomer }),
        ...(pageParam !== undefined && { after: pageParam }),
      }),
    getNextPageParam: ({ hasMore, next }) => (hasMore && next !== null ? next : undefined),
  });
  useLiveRefresh(['message.'], () => {
    void found.refetch();
    void queries.invalidateQueries({ queryKey: [business.id, 'messages', 'last'] });
  });
  useKeys(may('charge') ? { N: () => setWriting(true) } : {});
  const listed = found.data?.pages.flatMap(({ data }) => data);
  // On a desk the newest is open at first; a phone shows the list.
  const id = query.id ?? listed?.[0]?.id;
  const inList = listed?.find((one) => one.id === id);
  const alone = useQuery({
    queryKey: [business.id, 'conversations', id],
    enabled: id !== undefined && listed !== undefined && !inList,
    queryFn: async () => await client.conversations.retrieve(id!),
  });
  const conversation = inList ?? alone.data;
  const customer = useCustomerOf(conversation?.customerId ?? ofCustomer);
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
          conversations={listed}
          chosen={conversation?.id}
          error={found.error}
          hasMore={found.hasNextPage}
          onMore={() => void found.fetchNextPage()}
        />
        {conversation ? (
          <ThreadPane conversation={conversation} customer={customer} />
        ) : (
          <section aria-label={t(words.texts)}>
            {((!listed && !found.error) || alone.isFetching) && <Bones />}
            {listed && !alone.isFetching && (
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
          </section>
        )}
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

type PaneProps = { conversation: Conversation; customer: ReturnType<typeof useCustomerOf> };

function ThreadPane({ conversation, customer }: PaneProps) {
  const shown = phone(conversation.phone);
  const name = customer ? customerName(customer) : shown;
  const own = conversation.ownNumber && t(words.textsFrom(phone(conversation.ownNumber)));
  return (
    <section aria-label={name}>
      <header className="head">
        <Link className="crumb phone-only" href="/conversations" aria-label={t(words.back)}>
          <Icon name="back" />
        </Link>
        <span className="mark round" aria-hidden="true">
          {initialsOf(name) || '#'}
        </span>
        <div className="grow">
          <h2>{name}</h2>
          <p className="soft small">{[shown, own].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <Thread key={conversation.id} conversationId={conversation.id} />
      <Composer
        key={`say ${conversation.id}`}
        phone={conversation.phone}
        name={name}
        customer={customer}
        isOptedOut={conversation.consent === 'opted_out'}
      />
    </section>
  );
}
