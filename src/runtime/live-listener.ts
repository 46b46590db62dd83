/** A message of server-sent events for a listener, with the id of its event. */
export type LiveMessage = { readonly id?: string; readonly text: string };

/** The messages to one listener, as they come. */
export type LiveStream = AsyncIterableIterator<string>;

export type Listener = {
  readonly stream: LiveStream;
  tell(message: LiveMessage): void;
  /** Puts messages before the waiting ones. */
  tellFirst(messages: readonly LiveMessage[]): void;
  /** True if a message waits: the listener is slow, or gone without a word. */
  isBehind(): boolean;
  end(): void;
  /** When the permission of the listener was last checked. */
  checkedAt: number;
};

type Options = {
  /** The most messages that wait for a slow listener: beyond them it is asked to read everything anew. */
  readonly most: number;
  readonly reset: () => LiveMessage;
  readonly ended: (listener: Listener) => void;
  readonly checkedAt: number;
};

export function createListener({ most, reset, ended, checkedAt }: Options): Listener {
  let waiting: LiveMessage[] = [];
  let isOver = false;
  let wake = () => {};
  const listener: Listener = {
    checkedAt,
    tell(message) {
      if (isOver) return;
      if (waiting.length >= most) waiting = [reset()];
      else waiting.push(message);
      wake();
    },
    tellFirst(messages) {
      const known = new Set(waiting.map(({ id }) => id));
      waiting = [...messages.filter(({ id }) => id === undefined || !known.has(id)), ...waiting];
      wake();
    },
    isBehind: () => waiting.length > 0,
    end() {
      if (isOver) return;
      isOver = true;
      wake();
      ended(listener);
    },
    // No generator: its `return` would wait for the next message.
    stream: {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        while (waiting.length === 0 && !isOver) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
        const taken = waiting;
        waiting = [];
        return taken.length > 0
          ? { done: false, value: taken.map(({ text }) => text).join('') }
          : { done: true, value: undefined };
      },
      async return() {
        listener.end();
        return { done: true, value: undefined };
      },
    },
  };
  return listener;
}
