import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
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

/* Whether the stream is down, and how it is tried again at once. */
let isDown = false;
let tryAgain = () => {};
const watchers = new Set<() => void>();

function setDown(next: boolean): void {
  if (next === isDown) return;
  isDown = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => {
    watchers.delete(tell);
  };
}

/** Undefined while what is shown keeps up with what happens; else the way to try at once. */
export function useStoppedStream(): (() => void) | undefined {
  return useSyncExternalStore(watch, () => isDown) ? () => tryAgain() : undefined;
}

/** Until so much time has passed, the person asks for it, or the business is left. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    tryAgain = end;
    signal.addEventListener('abort', end);
    if (ms !== Infinity) setTimeout(end, ms);
  });
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
  let waitMs = 1000;
  while (!signal.aborted) {
    let isRefused = false;
    try {
      const headers = { Accept: 'text/event-stream', 'Quittance-Business': businessId };
      const resumed = last === undefined ? headers : { ...headers, 'Last-Event-ID': last };
      const answer = await fetch('/v1/events/live', { headers: resumed, signal });
      // Such an answer stays the same until the person does something.
      isRefused = [401, 403, 404].includes(answer.status);
      if (answer.ok && answer.body) {
        waitMs = 1000;
        // What happened meanwhile without a place to go on from is read anew.
        if (isDown && last === undefined) hearing.onReset();
        setDown(false);
        for await (const told of messages(answer.body)) {
          if (told.event === 'reset') hearing.onReset();
          if (told.data === undefined || told.event === 'reset') continue;
          const event: LiveEvent = JSON.parse(told.data);
          last = told.id ?? event.id;
          hearing.onEvent(event);
        }
      } else setDown(true);
    } catch {
      // The connection broke, or is not to be had: it is made anew below.
      if (!signal.aborted && waitMs > 1000) setDown(true);
    }
    if (signal.aborted) break;
    await pause(isRefused ? Infinity : waitMs, signal);
    waitMs = Math.min(waitMs * 2, 60_000);
  }
  setDown(false);
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
