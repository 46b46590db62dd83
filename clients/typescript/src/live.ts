import type { CallOptions } from './connection.ts';
import { ApiError, QuittanceError } from './errors.ts';
import { sleep, waitBefore } from './retries.ts';

/** What a live stream tells of. */
export type LiveEvent = {
  readonly isReset: false;
  readonly id: string;
  /** What happened, such as payment.captured. */
  readonly kind: string;
  /** What it happened to. */
  readonly objectId: string;
};

/** Events may have been missed: read anew all that you show. */
export type LiveReset = { readonly isReset: true };

export type LiveOptions = CallOptions & {
  /** The last event that you know: those after it come first. */
  readonly lastEventId?: string | undefined;
  /** Called with true once the stream is open, and with false when it could not be opened and is tried again. */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined;
};

type Opening = {
  readonly options: LiveOptions;
  /** One attempt without retries, with a body that is a stream. */
  open(lastEventId: string | undefined): Promise<Response>;
  /** A stream without any sign of life for so long is taken for broken. */
  readonly longestSilenceMs: number;
};

/**
 * Events as they happen, until the caller breaks off or the service refuses. A stream that breaks is opened again and goes
 * on behind the last event.
 */
export async function* liveEvents(
  opening: Opening,
): AsyncGenerator<LiveEvent | LiveReset, void, undefined> {
  const { signal, onConnection } = opening.options;
  let { lastEventId } = opening.options;
  let wasOpen = false;
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    let asked: number | undefined;
    try {
      const { body } = await opening.open(lastEventId);
      onConnection?.(true);
      // Without an event to go on from, nobody knows what happened meanwhile.
      if (wasOpen && lastEventId === undefined) yield { isReset: true };
      wasOpen = true;
      for await (const { event, id, data } of messages(body!, opening)) {
        failures = 0;
        lastEventId = id ?? lastEventId;
        if (event === 'reset') yield { isReset: true };
        else if (data !== undefined) yield { isReset: false, ...JSON.parse(data) };
      }
    } catch (fault) {
      signal?.throwIfAborted();
      // A stream that breaks is not down before it cannot be opened again.
      if (fault instanceof QuittanceError) onConnection?.(false);
      if (fault instanceof ApiError) {
        if (!isPassing(fault)) throw fault;
        asked = fault.retryAfterSeconds;
      }
    }
    await sleep(waitBefore(failures, asked), signal);
    failures += 1;
  }
}

/** Such an answer may be another one soon; all others stay as they are until somebody does something. */
function isPassing({ status }: ApiError): boolean {
  return status === 429 || status >= 500;
}

type Message = { event?: string; id?: string; data?: string };

/** Messages of a stream of server-sent events. */
async function* messages(
  body: ReadableStream<Uint8Array>,
  { options: { signal }, longestSilenceMs }: Opening,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader();
  const close = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', close);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read(), longestSilenceMs);
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) yield messageIn(block);
    }
  } finally {
    // Breaking off closes the connection.
    signal?.removeEventListener('abort', close);
    close();
  }
}

function messageIn(block: string): Message {
  const fields = block.split('\n').map((line) => /^(event|id|data): ?(.*)$/.exec(line));
  return Object.fromEntries(fields.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
}

async function beforeSilence<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream fell silent.')), ms);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
