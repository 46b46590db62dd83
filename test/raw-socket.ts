import { once } from 'node:events';
import { connect } from 'node:net';

type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

type RawSocket = {
  send(text: string): void;
  /** Ends the sending side only. */
  end(): void;
  destroy(): void;
  /** The next answer; undefined when the server closed the connection before it was whole. */
  answer(): Promise<RawAnswer | undefined>;
  /** When the server has closed, everything that no answer() has taken. */
  rest(): Promise<string>;
};

/** A client that sends exactly these bytes, which no HTTP library would. */
export function openRaw(port: number): RawSocket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  let isClosed = false;
  let wake = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (text) => {
    received += text;
    wake();
  });
  const close = () => {
    isClosed = true;
    wake();
  };
  socket.on('end', close);
  socket.on('close', close);
  socket.on('error', () => {}); // A reset is a close like any other.
  const moment = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  return {
    send: (text) => void socket.write(text, 'latin1'),
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    async answer() {
      for (;;) {
        const found = firstAnswer(received);
        if (found) {
          received = received.slice(found.length);
          return found.answer;
        }
        if (isClosed) return undefined;
        await moment();
      }
    },
    async rest() {
      while (!isClosed) await moment();
      if (!socket.destroyed) {
        socket.destroy();
        await once(socket, 'close');
      }
      return received;
    },
  };
}

function firstAnswer(text: string): { answer: RawAnswer; length: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = headEnd + 4;
  const length = start + Number(headers.get('content-length') ?? 0);
  if (text.length < length) return undefined;
  const status = Number(statusLine.split(' ')[1]);
  return { answer: { status, headers, body: text.slice(start, length) }, length };
}
