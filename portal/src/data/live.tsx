import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHere } from './business.tsx';

/** What happened in the business, as the stream of the service tells it. */
export type LiveEvent = { readonly id: string; readonly kind: string; readonly objectId: string };

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Hears events whose kind begins with one of these, such as `payment.`. */
export function useLive(kinds: readonly string[], onEvent: Listener): void {
  const heard = useRef({ kinds, onEvent });
  heard.current = { kinds, onEvent };
  useEffect(() => {
    const listener: Listener = (event) => {
      const { kinds: wanted, onEvent: tell } = heard.current;
      if (wanted.some((kind) => event.kind.startsWith(kind))) tell(event);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** One stream for the whole portal, which goes on behind the last event after it broke. */
export function useLiveStream(): void {
  const { business } = useHere();
  const queries = useQueryClient();
  useEffect(() => {
    const ended = new AbortController();
    void listen(business.id, ended.signal, {
      onEvent(event) {
        for (const listener of listeners) listener(event);
      },
      onReset: () => void queries.invalidateQueries(),
    });
    return () => ended.abort();
  }, [business.id, queries]);
}

type Hearing = { onEvent: Listener; onReset(): void };

async function listen(businessId: string, signal: AbortSignal, hearing: Hearing): Promise<void> {
  let last: string | undefined;
  for (let waitMs = 1000; !signal.aborted; waitMs = Math.min(waitMs * 2, 60_000)) {
    try {
      const headers = { Accept: 'text/event-stream', 'Quittance-Business': businessId };
      const resumed = last === undefined ? headers : { ...headers, 'Last-Event-ID': last };
      const answer = await fetch('/v1/events/live', { headers: resumed, signal });
      if (answer.status === 404 || answer.status === 401 || answer.status === 403) return;
      if (answer.ok && answer.body) {
        waitMs = 1000;
        for await (const told of messages(answer.body)) {
          if (told.event === 'reset') hearing.onReset();
          if (told.data === undefined || told.event === 'reset') continue;
          const event: LiveEvent = JSON.parse(told.data);
          last = told.id ?? event.id;
          hearing.onEvent(event);
        }
      }
    } catch {
      // The connection broke: it is made anew below.
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

type Message = { event?: string; id?: string; data?: string };

/** Messages of a stream of server-sent events. */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n').map((line) => /^(event|id|data): ?(.*)$/.exec(line));
      yield Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
    }
  }
}
