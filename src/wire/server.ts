import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure } from './envelope.ts';
import { openQuickRoad, type QuickHandler, type QuickRoad } from './quick-road.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type EdgeOptions = {
  /** For a whole request to arrive, from its first byte (or the connection's start) to its last. */
  readonly requestTimeoutMs?: number;
  readonly keepAliveTimeoutMs?: number;
  readonly checkEveryMs?: number;
  /** Where requests of the plainest form go, past node:http; all go through it where nobody is named. */
  readonly quick?: { readonly handler: QuickHandler; readonly now: () => Date };
  /** Names the answers that are given here, before there is a request to hand on. */
  readonly requestId?: () => string;
};

/** What is known of a server's connections, so that none is closed under an answer. */
type Edge = {
  /** Every open connection with its newest request's response, the last to be sent on it. */
  readonly newest: Map<Socket, ServerResponse | undefined>;
  /** The response that must be sent before the newest one, when requests are pipelined. */
  readonly before: WeakMap<ServerResponse, ServerResponse>;
  /** Connections that broke off and are only being drained. */
  readonly broken: WeakSet<Socket>;
  quickRoad: QuickRoad | undefined;
  closing: boolean;
};

const edges = new WeakMap<Server, Edge>();

/** A node:http server with this product's limits, and answers of its own form to broken requests. */
export function createEdge(handler: Handler, options: EdgeOptions = {}): Server {
  const { requestTimeoutMs = 5_000, keepAliveTimeoutMs = 5_000, checkEveryMs = 1_000 } = options;
  const edge: Edge = {
    newest: new Map(),
    before: new WeakMap(),
    broken: new WeakSet(),
    quickRoad: undefined,
    closing: false,
  };
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false, // refuseRequest says so in the envelope.
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkEveryMs,
  });
  // Node would hide the headers beyond the 1,000th, a second Host among them; the size is limited.
  server.maxHeadersCount = 0;
  // A caller may close its sending side and still wait; Node would drop the answer. The property
  // is Node's own but not in its types.
  Object.assign(server, { httpAllowHalfOpen: true });

  server.on('connection', (socket) => {
    edge.newest.set(socket, undefined);
    socket.once('close', () => edge.newest.delete(socket));
  });
  const take: Handler = (request, response) => {
    if (admit(edge, request.socket, response)) handler(request, response);
  };
  server.on('request', take);
  // An expectation other than 100-continue may be ignored; Node would answer it by itself.
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = brokenAnswer(error.code, options.requestId?.());
    breakOff(edge, socket as Socket, error.code, answer);
  });
  if (options.quick) {
    const { handler: quickHandler, now } = options.quick;
    const isClosing = () => edge.closing;
    const road = { requestTimeoutMs, keepAliveTimeoutMs, now, isClosing };
    edge.quickRoad = openQuickRoad(server, quickHandler, road);
  }
  edges.set(server, edge);
  return server;
}

function admit(edge: Edge, socket: Socket, response: ServerResponse): boolean {
  const previous = edge.newest.get(socket);
  if (previous && !previous.writableFinished) {
    // The answer before this one says that it is the last, so this request is not taken up.
    if (edge.closing) return false;
    edge.before.delete(previous); // Or an endless pipeline would be kept whole.
    edge.before.set(response, previous);
  }
  edge.newest.set(socket, response);
  if (edge.closing) response.setHeader('Connection', 'close');
  return true;
}

/**
 * Takes no new connections, lets the requests under way finish and closes the connections that
 * have none. What is still open after `graceMs` is cut; answers how many connections that were.
 */
export async function closeEdge(server: Server, graceMs: number): Promise<number> {
  const edge = edges.get(server);
  if (!edge) throw new Error('This server was not made by createEdge');
  edge.closing = true;
  // Two turns of the loop, so that a request that has already arrived is not cut off unread.
  await nextTurn();
  await nextTurn();

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  edge.quickRoad?.clear();
  for (const [socket, response] of edge.newest) {
    if (!response || response.writableFinished) socket.destroy();
    else closeAfter(response, socket);
  }
  let cut = 0;
  // The grace is real time, and nothing else in this process is left to measure it.
  const grace = setTimeout(() => {
    cut = edge.newest.size + (edge.quickRoad?.cut() ?? 0);
    for (const socket of edge.newest.keys()) socket.destroy();
  }, graceMs);
  await closed;
  clearTimeout(grace);
  return cut;
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => socket.destroySoon());
}

/**
 * Answers what could not be read as a request. It must never be taken for the answer to a
 * request that was read whole before it: that one may just be charging a card.
 */
function breakOff(edge: Edge, socket: Socket, code: string | undefined, answer: string): void {
  const response = edge.newest.get(socket);
  if (edge.broken.has(socket)) {
    const isAnswered = !response || response.writableFinished;
    if (isAnswered && code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy();
    return;
  }
  edge.broken.add(socket);
  if (socket.bytesRead === 0) {
    // Opened in advance and never used: the answer would be taken for that to its first request.
    socket.destroy();
  } else if (!response || (response.writableFinished && response.req.complete)) {
    // Closed by the other side when it has read the answer, or by the time limit.
    if (socket.writable) socket.end(answer);
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroySoon();
  } else if (response.writableFinished) {
    socket.destroy();
  } else if (response.req.complete) {
    closeAfter(response, socket);
  } else {
    endUnread(edge, socket, response, answer);
  }
}

/** The newest request is broken inside its body, perhaps behind whole ones not yet answered. */
function endUnread(edge: Edge, socket: Socket, response: ServerResponse, answer: string): void {
  const previous = edge.before.get(response);
  if (previous && !previous.writableFinished) {
    previous.once('close', () => endUnread(edge, socket, response, answer));
    return;
  }
  if (!response.headersSent && socket.writable) socket.write(answer);
  socket.destroySoon();
}

type Broken = { readonly status: string; readonly message: string };

const broken: Record<string, Broken> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request line and headers must not be larger than 16 kB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    message: 'The chunk extensions of the body are too large.',
  },
};
const unreadable: Broken = {
  status: '400 Bad Request',
  message: 'The request is not valid HTTP.',
};

function brokenAnswer(code: string | undefined, requestId: string | undefined): string {
  const { status, message } = broken[code ?? ''] ?? unreadable;
  const body = JSON.stringify(failure(message));
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  if (requestId !== undefined) lines.push(`X-Request-Id: ${requestId}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
