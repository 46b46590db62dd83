import { Agent, type ClientRequest, type IncomingMessage, request as sendPlain } from 'node:http';
import { Agent as SecureAgent, request as sendSecurely } from 'node:https';

export type CallResult =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** Not one byte of it left this machine. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type Ask = {
  readonly method: 'GET' | 'POST';
  /** Below the address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it before its own time is over. */
  readonly until?: AbortSignal | undefined;
};

/** Asks a server that the operator chose; a network may do what it likes, this never throws. */
export type HttpCall = (ask: Ask) => Promise<CallResult>;

export type HttpCallOptions = {
  readonly url: string;
  /** From the first try to connect until the last byte of the answer. */
  readonly callTimeoutMs: number;
  readonly connectTimeoutMs?: number;
  /**
   * Whether connections are kept for the next call. Where a call must not happen twice it is better not: when a
   * kept one dies with a call on it, nobody knows whether that was read.
   */
  readonly keepsConnections: boolean;
  /** A signal that comes after so long, unless nobody waits for it any more. */
  readonly signalAfter: (ms: number) => AbortSignal;
};

const longestAnswer = 64 * 1024;

export function httpCall(options: HttpCallOptions): HttpCall {
  const { url, callTimeoutMs, connectTimeoutMs = 1000, keepsConnections, signalAfter } = options;
  const isSecure = url.startsWith('https:');
  const kept = { keepAlive: keepsConnections, maxSockets: 1000 };
  const agent = isSecure ? new SecureAgent(kept) : new Agent(kept);
  const send = isSecure ? sendSecurely : sendPlain;

  return ({ method, path, headers, body, until }) =>
    new Promise((resolve) => {
      const request = send(url + path, {
        method,
        agent,
        headers: { ...headers, ...lengthOf(method, body) },
        signal: AbortSignal.any([signalAfter(callTimeoutMs), ...(until ? [until] : [])]),
      });
      // What is written waits for the connection, so until there was one, nothing was sent. A socket that
      // was kept alive had one: what becomes of a request on it is never certain.
      let isConnected = false;
      request.once('socket', (socket) => {
        isConnected = !socket.connecting;
        if (isConnected) return;
        // A certificate that is not trusted ends it before a byte of ours goes out.
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
        giveUpAfter(signalAfter(connectTimeoutMs), request, () => isConnected);
      });
      request.on('error', (error) => {
        const reason = reasonOf(error);
        resolve({ kind: isConnected ? 'unknown' : 'not_sent', reason });
      });
      request.once('response', (response) => {
        void readAnswer(response).then(resolve);
      });
      request.end(body);
    });
}

function lengthOf(method: Ask['method'], body: string): Record<string, number> {
  return method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {};
}

function giveUpAfter(signal: AbortSignal, request: ClientRequest, isConnected: () => boolean) {
  signal.addEventListener('abort', () => {
    if (!isConnected()) request.destroy(new Error('no connection in time'));
  });
}

async function readAnswer(response: IncomingMessage): Promise<CallResult> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      // Leaving the loop closes the socket.
      if (length > longestAnswer) return { kind: 'unknown', reason: 'answer too long' };
    }
  } catch (error) {
    return { kind: 'unknown', reason: reasonOf(error as Error) };
  }
  if (!response.complete) return { kind: 'unknown', reason: 'connection lost' };
  const body = Buffer.concat(pieces).toString('utf8');
  return { kind: 'answered', status: response.statusCode ?? 0, body };
}

/** For the log: a code, and never a text that somebody else wrote. */
function reasonOf(error: Error & { readonly code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  if (error.code === 'ECONNREFUSED') return 'connection refused';
  return error.code ?? error.message;
}
