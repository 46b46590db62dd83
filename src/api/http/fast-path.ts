import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Arrivals } from './arrivals.ts';
import { type Reply, readWhole, type WholeRequest } from './request.ts';

export type QuickHandler = (request: WholeRequest, reply: Reply) => void;

type PathOptions = {
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly now: () => Date;
  readonly isClosing: () => boolean;
  readonly arrivals: Arrivals;
  readonly addressOfSocket: (socket: Socket) => string | undefined;
};

export type FastPath = {
  /** Closes idle connections; the next answer on a busy one announces the close. */
  clear(): void;
  /** Closes all remaining connections, and returns their number. */
  cut(): number;
};

type Connection = {
  readonly socket: Socket;
  /** True while an answer is pending. */
  isAsking: boolean;
  /** True after the caller has closed its sending side. */
  hasEnded: boolean;
  /** True when more bytes follow the request in progress; the socket buffers them. */
  hasMore: boolean;
  readonly listeners: Readonly<Record<string, (bytes: Buffer) => void>>;
};

/**
 * Most requests arrive complete, one at a time, in the plainest form. The fast path parses and answers them at a
 * fraction of the cost of node:http. For anything else the connection and its bytes go to node:http, and stay there.
 */
export function openFastPath(
  server: Server,
  handler: QuickHandler,
  options: PathOptions,
): FastPath {
  const { requestTimeoutMs, keepAliveTimeoutMs, now, isClosing } = options;
  const { arrivals, addressOfSocket } = options;
  const connections = new Set<Connection>();
  const date = dateLine(now);
  const goesOn = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`;
  const slowPath = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', enter);

  return {
    clear() {
      for (const { socket, isAsking } of connections) if (!isAsking) socket.destroy();
    },
    cut() {
      const left = connections.size;
      for (const { socket } of connections) socket.destroy();
      return left;
    },
  };

  function enter(socket: Socket): void {
    const listeners = {
      data: (bytes: Buffer) => hear(connection, reply, bytes),
      end() {
        connection.hasEnded = true;
        if (!connection.isAsking) socket.end();
      },
      timeout() {
        if (!connection.isAsking) socket.destroy();
      },
      // This closes the connection.
      error() {},
      close() {
        connections.delete(connection);
        arrivals.end(socket);
      },
    };
    const connection: Connection = {
      socket,
      isAsking: false,
      hasEnded: false,
      hasMore: false,
      listeners,
    };
    const reply = replyTo(connection);
    connections.add(connection);
    arrivals.begin(socket, addressOfSocket(socket));
    socket.setTimeout(requestTimeoutMs);
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  }

  function hear(connection: Connection, reply: Reply, bytes: Buffer): void {
    const { socket, isAsking } = connection;
    if (isAsking) {
      // Unshift, so that an end after these bytes is read after them.
      socket.pause();
      socket.unshift(bytes);
      connection.hasMore = true;
      return;
    }
    // A caller that does not read its answers is throttled by node:http.
    const request = socket.writableNeedDrain ? undefined : readWhole(bytes, socket);
    if (!request) {
      leave(connection, bytes);
      return;
    }
    connection.isAsking = true;
    arrivals.end(socket);
    handler(request, reply);
  }

  function replyTo(connection: Connection): Reply {
    const { socket } = connection;
    let head = '';
    let isFirst = true;
    let saysLast = false;
    return {
      writeHead(status, headers) {
        head = headOf(status, headers);
        saysLast = headers.Connection === 'close';
      },
      end(body = '') {
        if (socket.destroyed) return;
        const isLast = saysLast || isClosing();
        const persistence = saysLast ? '' : isLast ? 'Connection: close\r\n' : goesOn;
        const whole = `${head}${date()}${persistence}\r\n`;
        if (typeof body === 'string') socket.write(whole + body);
        else socket.write(Buffer.concat([Buffer.from(whole, 'latin1'), body]));
        connection.isAsking = false;
        if (isLast || connection.hasEnded) return socket.destroySoon();
        // Longer by node:http's timeout, for a request that is arriving.
        if (isFirst) socket.setTimeout(keepAliveTimeoutMs + 1000);
        isFirst = false;
        if (connection.hasMore) leave(connection);
        else arrivals.rest(socket);
      },
      destroy: () => socket.destroy(),
    };
  }

  /** Passes the connection to node:http, which reads these bytes first. */
  function leave(connection: Connection, bytes?: Buffer): void {
    const { socket, listeners } = connection;
    connections.delete(connection);
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    if (bytes) socket.unshift(bytes);
    for (const listener of slowPath) listener.call(server, socket);
    socket.resume();
  }
}

/** In the format of node:http. Values are printable ASCII: a line break in one would begin another header. */
function headOf(status: number, headers: Readonly<Record<string, string | number>>): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const name in headers) {
    const value = String(headers[name]);
    if (/[^\t\x20-\x7e]/.test(value))
      throw new Error(`the header ${name} has a forbidden character`);
    head += `${name}: ${value}\r\n`;
  }
  return head;
}

/** Refreshed once a second. */
function dateLine(now: () => Date): () => string {
  let second = 0;
  let line = '';
  return () => {
    const at = now();
    const current = Math.floor(at.getTime() / 1000);
    if (current !== second) {
      second = current;
      line = `Date: ${at.toUTCString()}\r\n`;
    }
    return line;
  };
}
