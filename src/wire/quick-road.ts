import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Reply, readWhole, type WholeRequest } from './request.ts';

export type QuickHandler = (request: WholeRequest, reply: Reply) => void;

type RoadOptions = {
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly now: () => Date;
  readonly isClosing: () => boolean;
};

export type QuickRoad = {
  /** Sends away who is asking nothing; who asks is told with the answer that it was the last. */
  clear(): void;
  /** Ends all that is left, and says how many that were. */
  cut(): number;
};

type Traveller = {
  readonly socket: Socket;
  /** An answer is owed. */
  isAsking: boolean;
  /** The caller will say no more. */
  hasEnded: boolean;
  /** More has come behind the request that is being answered; the socket keeps it. */
  hasMore: boolean;
  readonly listeners: Readonly<Record<string, (bytes: Buffer) => void>>;
};

/**
 * Most requests arrive whole, one at a time, and in the plainest form that there is. Those are read and answered
 * here, for a fraction of what node:http does for each. With anything else a connection goes over to node:http,
 * bytes and all, and stays there.
 */
export function openQuickRoad(
  server: Server,
  handler: QuickHandler,
  { requestTimeoutMs, keepAliveTimeoutMs, now, isClosing }: RoadOptions,
): QuickRoad {
  const travellers = new Set<Traveller>();
  const date = dateLine(now);
  const goesOn = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`;
  const slowRoad = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', enter);

  return {
    clear() {
      for (const { socket, isAsking } of travellers) if (!isAsking) socket.destroy();
    },
    cut() {
      const left = travellers.size;
      for (const { socket } of travellers) socket.destroy();
      return left;
    },
  };

  function enter(socket: Socket): void {
    const listeners = {
      data: (bytes: Buffer) => hear(traveller, reply, bytes),
      end() {
        traveller.hasEnded = true;
        if (!traveller.isAsking) socket.end();
      },
      timeout() {
        if (!traveller.isAsking) socket.destroy();
      },
      // It ends by that.
      error() {},
      close: () => travellers.delete(traveller),
    };
    const traveller: Traveller = {
      socket,
      isAsking: false,
      hasEnded: false,
      hasMore: false,
      listeners,
    };
    const reply = replyTo(traveller);
    travellers.add(traveller);
    socket.setTimeout(requestTimeoutMs);
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  }

  function hear(traveller: Traveller, reply: Reply, bytes: Buffer): void {
    const { socket, isAsking } = traveller;
    if (isAsking) {
      // Back to where it was, so that an end behind it is heard behind it.
      socket.pause();
      socket.unshift(bytes);
      traveller.hasMore = true;
      return;
    }
    // Who does not read the answers is made to wait by node:http.
    const request = socket.writableNeedDrain ? undefined : readWhole(bytes, socket);
    if (!request) {
      leave(traveller, bytes);
      return;
    }
    traveller.isAsking = true;
    handler(request, reply);
  }

  function replyTo(traveller: Traveller): Reply {
    const { socket } = traveller;
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
        const connection = saysLast ? '' : isLast ? 'Connection: close\r\n' : goesOn;
        const whole = `${head}${date()}${connection}\r\n`;
        if (typeof body === 'string') socket.write(whole + body);
        else socket.write(Buffer.concat([Buffer.from(whole, 'latin1'), body]));
        traveller.isAsking = false;
        if (isLast || traveller.hasEnded) return socket.destroySoon();
        // As much longer as node:http waits, for a request that is on its way.
        if (isFirst) socket.setTimeout(keepAliveTimeoutMs + 1000);
        isFirst = false;
        if (traveller.hasMore) leave(traveller);
      },
      destroy: () => socket.destroy(),
    };
  }

  /** To node:http, which reads these bytes as the first ones. */
  function leave(traveller: Traveller, bytes?: Buffer): void {
    const { socket, listeners } = traveller;
    travellers.delete(traveller);
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    if (bytes) socket.unshift(bytes);
    for (const listener of slowRoad) listener.call(server, socket);
    socket.resume();
  }
}

/** As node:http writes it. Values are printable ASCII: a line break in one would begin another header. */
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

/** Made anew once a second. */
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
