import assert from 'node:assert/strict';
import type { Scope } from '../scope.ts';
import type { Asked, V1 } from './serve.ts';

/** A message of server-sent events, by the names of its fields; a comment has none. */
export type Message = Readonly<Record<string, string>>;
export type Listening = {
  readonly response: Response;
  /** Waits for the next message. */
  next(): Promise<Message>;
  /** What came until the stream ended; a connection that is cut is an error. */
  untilEnd(): Promise<Message[]>;
  leave(): void;
};

/** Listens to the events of whoever calls. */
export async function listen(
  scope: Scope,
  { caller, baseUrl }: Pick<V1, 'caller' | 'baseUrl'>,
  { as = caller, headers = {} }: Pick<Asked, 'as' | 'headers'> = {},
): Promise<Listening> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  scope.after(async () => leave());
  const response = await fetch(`${baseUrl}/v1/events/live`, {
    headers: {
      ...('apiKey' in as ? { Authorization: `Bearer ${as.apiKey}` } : as.headers),
      ...headers,
    },
    signal: gone.signal,
  });
  const pieces = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<Message | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await pieces.read();
      if (done) return undefined;
      text += value;
    }
    const end = text.indexOf('\n\n');
    const lines = text.slice(0, end).split('\n');
    text = text.slice(end + 2);
    return Object.fromEntries(
      lines.flatMap((line) => {
        const [, name = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? [];
        return name === '' ? [] : [[name, value]];
      }),
    );
  };
  return {
    response,
    async next() {
      const message = await next();
      assert.ok(message, 'the stream has ended');
      return message;
    },
    async untilEnd() {
      const all: Message[] = [];
      for (let one = await next(); one; one = await next()) all.push(one);
      return all;
    },
    leave,
  };
}

/** The id of an event of that moment. */
export function idAt(at: string, n = 0): string {
  const digits = Date.parse(at).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`;
}
