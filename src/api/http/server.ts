import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { brokenAnswer, timedOut } from './broken-answer.ts';
import { type FastPath, openFastPath, type QuickHandler } from './fast-path.ts';
import { type Reception, unbounded } from './reception.ts';
import type { Request } from './request.ts';

type Hand<R> = (request: R, response: ServerResponse) => void;

type EdgeOptions = {
  /** Time limit for a complete request, from its first byte (or the connection's start) to its last. */
  readonly requestTimeoutMs?: number;
  readonly keepAliveTimeoutMs?: number;
  readonly checkEveryMs?: number;
  /** The fast path for requests of the plainest form; without one all go through node:http. */
  readonly quick?: { readonly handler: QuickHandler; readonly now: () => Date };
  /** Ids of the answers given before there is a request. */
  readonly requestId?: () => string;
};

/** The state of a server's connections, so that none is closed before its answer is sent. */
type Edge = {
  /** Open connections with the response of their newest request, the last one to send. */
  readonly newest: Map<Socket, ServerResponse | undefined>;
  /** With pipelining: the response to send before the newest one. */
  readonly before: WeakMap<ServerResponse, ServerResponse>;
  /** Failed connections that are only drained. */
  readonly broken: WeakSet<Socket>;
  readonly arrivals: Arrivals;
  fastPath: FastPath | undefined;
  closing: boolean;
};

const edges = new WeakMap<Server, Edge>();

/**
 * A node:http server with this product's limits and its own answers to broken requests. With a reception it bounds
 * unfinished requests and passes on complete ones; without one it passes them on with their heads.
 */
export function createEdge(
  handler: Hand<Request>,
  options: EdgeOptions & { readonly reception: Reception },
): Server;
export function createEdge(
  handler: Hand<IncomingMessage>,
  options?: EdgeOptions & { readonly reception?: undefined },
): Server;
export function createEdge(
  handler: Hand<IncomingMessage>,
  options: EdgeOptions & { readonly reception?: Reception | undefined } = {},
): Server {
  const { requestTimeoutMs = 5_000, keepAliveTimeoutMs = 5_000, checkEveryMs = 1_000 } = options;
  const { reception = unbounded } = options;
  const { headers } = reception;
  const answerOf = (code: string | undefined) => {
    const id = options.requestId?.();
    return brokenAnswer(code, id === undefined ? headers : { ...headers, 'X-Request-Id': id });
  };
  const drop = (socket: Socket, wasResting: boolean) =>
    dropSlowest(edge, socket, wasResting, answerOf);
  const edge: Edge = {
    newest: new Map(),
    before: new WeakMap(),
    broken: new WeakSet(),
    arrivals: createArrivals(reception.limits, drop),
    fastPath: undefined,
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
    edge.arrivals.begin(socket, reception.addressOfSocket(socket));
    socket.once('close', () => {
      edge.newest.delete(socket);
      edge.arrivals.end(socket);
    });
  });
  const take: Hand<IncomingMessage> = (request, response) => {
    if (!admit(edge, request.socket, response)) return;
    const hasBody = follow(edge, request, response, reception);
    // Without a reception requests are passed on as they are.
    const hand = handler as Hand<Request>;
    if (hasBody) receive(edge, request, response, { reception, hand });
    else handler(request, response);
  };
  server.on('request', take);
  // An expectation other than 100-continue may be ignored; Node would answer it by itself.
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    breakOff(edge, socket as Socket, error.code, answerOf(error.code));
  });
  if (options.quick) {
    const { handler: quickHandler, now } = options.quick;
    const isClosing = () => edge.closing;
    const { arrivals } = edge;
    const { addressOfSocket } = reception;
    const path = {
      requestTimeoutMs,
      keepAliveTimeoutMs,
      now,
      isClosing,
      arrivals,
      addressOfSocket,
    };
    edge.fastPath = openFastPath(server, quickHandler, path);
  }
  edges.set(server, edge);
  return server;
}

/** Reports the request to the arrivals; returns whether a body follows its head. */
function follow(
  { arrivals, newest }: Edge,
  request: IncomingMessage,
  response: ServerResponse,
  reception: Reception,
): boolean {
  const { socket, headers } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const settle = () => {
    // A newer request on the same connection replaces this entry.
    if (newest.get(socket) !== response || !request.complete) return;
    if (response.writableFinished) arrivals.rest(socket);
    else arrivals.end(socket);
  };
  if (hasBody) {
    arrivals.begin(socket, reception.addressOf(request));
    request.once('end', settle);
  } else {
    arrivals.end(socket);
  }
  response.once('close', settle);
  return hasBody;
}

type Receiver = { readonly reception: Reception; readonly hand: Hand<Request> };

function receive(
  edge: Edge,
  request: IncomingMessage,
  response: ServerResponse,
  { reception, hand }: Receiver,
): void {
  const gathered = reception.gather(request, (bytes) => {
    if (edge.newest.get(request.socket) === response) edge.arrivals.holds(request.socket, bytes);
  });
  if (gathered instanceof Promise) {
    gathered.then((whole) => {
      if (whole) hand(whole, response);
    });
  } else {
    hand(gathered, response);
  }
}

/** Drops the connection to make room. A partial request gets the answer of one that is too slow. */
function dropSlowest(
  edge: Edge,
  socket: Socket,
  wasResting: boolean,
  answerOf: (code: string) => string,
): void {
  if (wasResting || !edge.newest.has(socket)) socket.destroy();
  else breakOff(edge, socket, timedOut, answerOf(timedOut));
}

function admit(edge: Edge, socket: Socket, response: ServerResponse): boolean {
  const previous = edge.newest.get(socket);
  if (previous && !previous.writableFinished) {
    // The answer before this one announces the close, so this request is not processed.
    if (edge.closing) return false;
    edge.before.delete(previous); // Or an endless pipeline would be kept whole.
    edge.before.set(response, previous);
  }
  edge.newest.set(socket, response);
  if (edge.closing) response.setHeader('Connection', 'close');
  return true;
}

/**
 * Accepts no new connections, lets the requests in progress finish and closes idle connections. After `graceMs` the
 * remaining ones are cut; returns their number.
 */
export async function closeEdge(server: Server, graceMs: number): Promise<number> {
  const edge = edges.get(server);
  if (!edge) throw new Error('This server was not made by createEdge');
  edge.closing = true;
  // Two turns of the loop, so that a request that has arrived is read.
  await nextTurn();
  await nextTurn();

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  edge.fastPath?.clear();
  for (const [socket, response] of edge.newest) {
    if (!response || response.writableFinished) socket.destroy();
    else closeAfter(response, socket);
  }
  let cut = 0;
  // The grace period is real time; no other clock of this process measures it.
  const grace = setTimeout(() => {
    cut = edge.newest.size + (edge.fastPath?.cut() ?? 0);
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
 * Answers an unreadable request. Its answer must never be taken for the answer to an earlier complete request, which
 * may be charging a card.
 */
function breakOff(edge: Edge, socket: Socket, code: string | undefined, answer: string): void {
  const response = edge.newest.get(socket);
  if (edge.broken.has(socket)) {
    const isAnswered = !response || response.writableFinished;
    if (isAnswered && code === timedOut) socket.destroy();
    return;
  }
  edge.broken.add(socket);
  if (socket.bytesRead === 0) {
    // Opened in advance and unused: the client would take the answer for the one to its first request.
    socket.destroy();
  } else if (!response || (response.writableFinished && response.req.complete)) {
    // Closed by the client after it has read the answer, or by the time limit.
    if (socket.writable) socket.end(answer);
    if (code === timedOut) socket.destroySoon();
  } else if (response.writableFinished) {
    socket.destroy();
  } else if (response.req.complete) {
    closeAfter(response, socket);
  } else {
    endUnread(edge, socket, response, answer);
  }
}

/** The newest request is broken inside its body, perhaps after complete ones that are not answered yet. */
function endUnread(edge: Edge, socket: Socket, response: ServerResponse, answer: string): void {
  const previous = edge.before.get(response);
  if (previous && !previous.writableFinished) {
    previous.once('close', () => endUnread(edge, socket, response, answer));
    return;
  }
  if (!response.headersSent && socket.writable) socket.write(answer);
  socket.destroySoon();
}
