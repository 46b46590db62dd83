import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

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
  /** Waits until the server, in this process, has read all that was sent; false if it closed the connection before. */
  isRead(): Promise<boolean>;
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
  const accepted = acceptedUntil(socket);
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
    async isRead() {
      while (!socket.writableEnded && socket.connecting) await turn();
      if (socket.writableEnded) {
        // No property tells that an end has arrived behind unread bytes. It is there once it is sent, and read in a turn.
        while (!socket.writableFinished && !socket.destroyed) await turn();
        await turn();
        await turn();
      }
      for (;;) {
        const serverSide = accepted.get(socket.localPort!);
        if (serverSide?.bytesRead === socket.bytesWritten) return true;
        if (serverSide?.destroyed || socket.destroyed) return false;
        await turn();
      }
    },
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

/** A connection on which the server has read this. A busy machine may reach a quick limit before. */
export async function untilRead(open: () => RawSocket, text: string): Promise<RawSocket> {
  for (;;) {
    const socket = open();
    socket.send(text);
    if (await socket.isRead()) return socket;
  }
}

/** The server's sides of connections, by the port of the client, as long as this one is open. */
function acceptedUntil(client: Socket): ReadonlyMap<number, Socket> {
  const accepted = new Map<number, Socket>();
  const add = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.remotePort !== undefined) accepted.set(socket.remotePort, socket);
  };
  subscribe('net.server.socket', add);
  client.once('close', () => unsubscribe('net.server.socket', add));
  return accepted;
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
