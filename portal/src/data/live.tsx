import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { LiveEvent, Quittance } from '../../../clients/typescript/src/index.ts';
import type { EventKind } from '../../../src/runtime/event-kinds.ts';
import { useHere } from './business.tsx';

type Family<Kind extends string> = Kind extends `${infer Name}.${string}` ? `${Name}.` : never;
/** Kinds of events: one, all of a family such as `payment.`, or with '' every one. */
export type LiveKind = EventKind | Family<EventKind> | '';

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Hears events whose kind begins with one of these, such as `payment.`. */
export function useLive(kinds: readonly LiveKind[], onEvent: Listener): void {
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

const refreshEveryMs = 1000;

/** Reads anew what such events change, at most once a second: of many at once one reading shows them all. */
export function useLiveRefresh(kinds: readonly LiveKind[], refresh: () => void): void {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  const run = useRef(() => {});
  run.current = () => {
    isDue.current = pause.current !== undefined;
    if (isDue.current) return;
    refresh();
    pause.current = setTimeout(() => {
      pause.current = undefined;
      if (isDue.current) run.current();
    }, refreshEveryMs);
  };
  useLive(kinds, () => run.current());
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      // Where it is hidden it may be shown again.
      pause.current = undefined;
    },
    [],
  );
}

const pollEveryMs = 10_000;

/**
 * Reads anew every ten seconds what changes without an event, such as cases, deliveries and the states of messages, as
 * long as the page is seen. It keeps no session alive: `attended.ts`.
 */
export function usePolling(refresh: () => void, isOn = true): void {
  const run = useRef(refresh);
  run.current = refresh;
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') run.current();
    }, pollEveryMs);
    return () => clearInterval(timer);
  }, [isOn]);
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

/**
 * One stream for the whole portal, which goes on behind the last event after it broke. It stands before the screen, so
 * that it is asked for first: no event falls between what the screen reads and what it hears.
 */
export function LiveStream() {
  const { client } = useHere();
  const queries = useQueryClient();
  useEffect(() => {
    const left = new AbortController();
    void listen(client, left.signal, () => void queries.invalidateQueries());
    return () => left.abort();
  }, [client, queries]);
  return null;
}

async function listen(client: Quittance, left: AbortSignal, onReset: () => void): Promise<void> {
  let lastEventId: string | undefined;
  while (!left.aborted) {
    // A retry by the person begins a new stream behind the last event.
    const again = new AbortController();
    tryAgain = () => again.abort();
    const signal = AbortSignal.any([left, again.signal]);
    const onConnection = (isOpen: boolean) => {
      // Without an event to go on from, nobody knows what happened meanwhile.
      if (isOpen && isDown && lastEventId === undefined) onReset();
      setDown(!isOpen);
    };
    try {
      for await (const message of client.events.live({ signal, lastEventId, onConnection })) {
        if (message.isReset) {
          onReset();
          continue;
        }
        lastEventId = message.id;
        for (const listener of listeners) listener(message);
      }
    } catch {
      if (signal.aborted) continue;
      // A refusal stays the same until the person does something.
      setDown(true);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
  }
  setDown(false);
}
