import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type {
  ConversationNote,
  Message,
  Page,
  PayLink,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money, nearDay } from '../data/format.ts';
import { useLiveRefresh, usePolling } from '../data/live.tsx';
import { reasonOf, timeIn, useOutlook, whenOf } from '../data/outlook.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { parts } from '../words/parts.ts';
import { payments } from '../words/payments.ts';
import { lookOf } from '../words/states.ts';
import { Actor } from './actor.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Bones, Fault, State, Tag, When } from './show.tsx';
import { NoteBubble, useNotes } from './thread-notes.tsx';

/** The texts of a conversation, the oldest above. */
export function Thread({ conversationId, onShown }: { conversationId: string; onShown?(): void }) {
  const { business, client, now } = useHere();
  const end = useRef<HTMLDivElement>(null);
  const found = useInfiniteQuery({
    queryKey: [business.id, 'messages', 'of', conversationId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }): Promise<Page<Message>> =>
      await client.messages.list({
        conversationId,
        limit: 50,
        ...(pageParam !== undefined && { after: pageParam }),
      }),
    getNextPageParam: ({ hasMore, next }) => (hasMore && next !== null ? next : undefined),
  });
  useLiveRefresh(['message.', 'conversation.'], () => void found.refetch());
  usePolling(() => void found.refetch());
  const written = found.data?.pages.flatMap(({ data }) => data).reverse() ?? [];
  const notes = useNotes(conversationId, found.hasNextPage ? written[0]?.createdAt : undefined);
  const newest = inOrder(written, notes, ({ createdAt }) => createdAt).at(-1)?.one.id;
  // A scheduled text stands where it went out, or behind all that did.
  const texts = written.toSorted((a, b) => Date.parse(timeOf(a)) - Date.parse(timeOf(b)));
  const lines = inOrder(texts, notes, timeOf);
  const outlook = useOutlook(written.at(-1)?.phone ?? '');
  // Behind the text that said it, and the answer to that.
  const movedAt = outlook?.consentAt ?? undefined;
  const said = movedAt && texts.findLast((one) => timeOf(one) <= movedAt)?.id;
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollTo({ top: end.current.scrollHeight });
    if (newest !== undefined) onShown?.();
  }, [newest, conversationId]);
  const dayOf = (line: Line | undefined) => {
    const at = line && (line.kind === 'text' ? timeOf(line.one) : line.one.createdAt);
    return at && nearDay(new Date(at), business.timeZone, now());
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <div className="thread" tabIndex={0} aria-live="polite" ref={end}>
      {found.hasNextPage && (
        <p className="day">
          <Button small look="plain" onClick={() => void found.fetchNextPage()}>
            {t(words.olderTexts)}
          </Button>
        </p>
      )}
      {found.isPending && <Bones rows={5} />}
      <Fault error={found.error} />
      {lines.map((line, i) => (
        <Fragment key={line.one.id}>
          {dayOf(lines[i - 1]) !== dayOf(line) && <p className="day">{dayOf(line)}</p>}
          {line.kind === 'text' ? <Bubble message={line.one} /> : <NoteBubble note={line.one} />}
          {line.one.id === said && outlook && outlook.consent !== 'none' && (
            <p className="day">
              <State state={outlook.consent} /> {outlook.consentReason}
            </p>
          )}
        </Fragment>
      ))}
    </div>
  );
}

type Line =
  | { readonly kind: 'text'; readonly one: Message }
  | { readonly kind: 'note'; readonly one: ConversationNote };

/** Notes where they were written, between texts that are in order of this time. */
function inOrder(
  texts: readonly Message[],
  notes: readonly ConversationNote[],
  time: (one: Message) => string,
): Line[] {
  const lines: Line[] = [];
  let at = 0;
  const addBefore = (moment: string | undefined) => {
    for (; at < notes.length; at += 1) {
      const note = notes[at]!;
      if (moment !== undefined && note.createdAt >= moment) return;
      lines.push({ kind: 'note', one: note });
    }
  };
  for (const one of texts) {
    addBefore(time(one));
    lines.push({ kind: 'text', one });
  }
  addBefore(undefined);
  return lines;
}

function timeOf({ createdAt, sentAt, sendsAt }: Message): string {
  return sendsAt ?? sentAt ?? createdAt;
}

const kinds = { receipt: words.receipt, notice: words.notice, answer: words.answer } as const;

function Bubble({ message }: { message: Message }) {
  const { business, client, may, now } = useHere();
  const { direction, kind, status, errorCode, sendsAt, mediaCount } = message;
  const { payLinkId, actor } = message;
  const cancel = useChange((_: undefined, options) => client.messages.cancel(message.id, options), {
    done: () => ({ text: t(words.canceled) }),
  });
  const time = timeIn(business.timeZone, new Date(timeOf(message)));
  if (direction === 'in')
    return (
      <>
        <p className="bubble">
          {message.body}
          {mediaCount > 0 && <Tag>{t(words.pictures(mediaCount))}</Tag>}
        </p>
        <p className="told">{time}</p>
      </>
    );
  const { tone, word } = lookOf(status);
  const reason = errorCode === null ? undefined : reasonOf(errorCode);
  // A coming reminder shows no card: its link stands with the text before it.
  const isToCome = kind === 'notice' && status === 'scheduled';
  return (
    <>
      <div className="bubble from-us">
        <p>
          {message.body
            .split(/(\[PBT(?:LINK|PAGE|LEFT:[a-z]{2})\])/)
            .map((part, i) => markOf(part, i))}
        </p>
        {payLinkId !== null && !isToCome && <LinkCard payLinkId={payLinkId} />}
      </div>
      <p className="told from">
        {kind in kinds && <span>{t(kinds[kind as keyof typeof kinds])} ·</span>}
        {actor !== null && (
          <span>
            <Actor of={actor} /> ·
          </span>
        )}
        {time} · <span data-tone={tone}>{t(word)}</span>
        {sendsAt !== null && (
          <span>{t(words.until(whenOf(sendsAt, business.timeZone, now())))}</span>
        )}
        {reason && <Tag tone={tone}>{reason}</Tag>}
        {(status === 'scheduled' || status === 'queued') && may('charge') && (
          <button
            type="button"
            className="link"
            aria-disabled={cancel.isPending || undefined}
            onClick={() => {
              if (!cancel.isPending) cancel.mutate(undefined);
            }}
          >
            {t(words.cancelText)}
          </button>
        )}
      </p>
      <Fault error={cancel.error} />
    </>
  );
}

/** A part of a text, or what stands where it had an address or a sum that is known when it is sent. */
function markOf(part: string, i: number) {
  if (part.startsWith('[PBTLEFT:'))
    return (
      <span key={i} className="tag">
        {t(parts.left)}
      </span>
    );
  if (!(part in links)) return part;
  return (
    <span key={i} className="tag">
      <Icon name="link" small />
      {t(links[part as keyof typeof links])}
    </span>
  );
}

/** The placeholder for an address in a text. */
const links = { '[PBTLINK]': words.payLink, '[PBTPAGE]': words.subscriptionPage } as const;

const ended: ReadonlySet<PayLink['status']> = new Set(['paid', 'canceled', 'expired', 'revoked']);

/** The pay link in a text: what is to be paid, and what became of it. */
function LinkCard({ payLinkId }: { payLinkId: string }) {
  const { business, client } = useHere();
  const { data, refetch } = useQuery({
    queryKey: [business.id, 'pay-links', payLinkId],
    queryFn: async () => await client.payLinks.retrieve(payLinkId),
  });
  const refresh = () => void refetch();
  useLiveRefresh(['payment.', 'conversation.'], refresh);
  // The payer opens it without an event.
  usePolling(refresh, data !== undefined && !ended.has(data.status));
  if (!data) return null;
  const { amount, amountPaid, currency, invoiceNumber, orderNumber } = data;
  const { status, openedAt, paymentId } = data;
  return (
    <div className="link-card">
      <div className="in row wide">
        <div>
          <p className="sum">
            {status === 'partially_paid'
              ? t(parts.paidOf(money(amountPaid, currency), money(amount, currency)))
              : money(amount, currency)}
          </p>
          <p className="soft small digits">
            {t(payments.invoice)} {invoiceNumber} · {orderNumber}
          </p>
        </div>
        <State state={status} badge />
      </div>
      {(openedAt !== null || paymentId !== null) && (
        <footer>
          <span className="soft grow">
            {openedAt !== null && (
              <>
                {t(words.openedAt)} <When at={openedAt} />
              </>
            )}
          </span>
          {paymentId !== null && <Link href={`/payments/${paymentId}`}>{t(payments.payment)}</Link>}
        </footer>
      )}
    </div>
  );
}
