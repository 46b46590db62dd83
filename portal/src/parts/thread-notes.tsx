import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConversationNote, Page } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useLiveRefresh, usePolling } from '../data/live.tsx';
import { timeIn } from '../data/outlook.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { Actor } from './actor.tsx';
import { Icon } from './icon.tsx';

/** The notes of a conversation from a moment on, or all of them, the oldest first. */
export function useNotes(
  conversationId: string,
  from: string | undefined,
): readonly ConversationNote[] {
  const { business, client } = useHere();
  const found = useInfiniteQuery({
    queryKey: [business.id, 'notes of', conversationId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }): Promise<Page<ConversationNote>> =>
      await client.conversations.listNotes(conversationId, {
        limit: 50,
        ...(pageParam !== undefined && { after: pageParam }),
      }),
    getNextPageParam: ({ hasMore, next }) => (hasMore && next !== null ? next : undefined),
  });
  useLiveRefresh(['conversation.'], () => void found.refetch());
  usePolling(() => void found.refetch());
  const notes = found.data?.pages.flatMap(({ data }) => data).reverse() ?? [];
  // As far back as the texts that are shown.
  const oldest = notes[0]?.createdAt;
  const goesOn = found.hasNextPage && !found.error && (!from || !oldest || oldest > from);
  useEffect(() => {
    if (goesOn && !found.isFetching) void found.fetchNextPage();
  }, [goesOn, found.isFetching]);
  return from === undefined ? notes : notes.filter(({ createdAt }) => createdAt >= from);
}

/** On a ground of its own, across the thread: nobody takes it for a text. */
export function NoteBubble({ note }: { note: ConversationNote }) {
  const { business } = useHere();
  const { actor, body, createdAt } = note;
  return (
    <>
      <div className="bubble memo" data-tone="wait">
        <p className="small">
          <Icon name="lock" small />
          {t(words.onlyColleagues)}
        </p>
        <p>{body}</p>
      </div>
      <p className="told memo">
        <Actor of={actor} /> · {timeIn(business.timeZone, new Date(createdAt))}
      </p>
    </>
  );
}
