import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import type { Socket } from 'node:net';

export type CallResult =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** Not one byte left this machine. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Posts a body to a path below an address; a network may do what it likes, this never throws. */
export type OutgoingCall = (path: string, body: string) => Promise<CallResult>;

export type OutgoingOptions = {
  readonly url: string;
  /** From the first try to connect until the last byte of the answer. */
  readonly callTimeoutMs: number;
  readonly connectTimeoutMs?: number;
  /** A signal that comes after so long, unless nobody waits for it any more. */
  readonly signalAfter: (ms: number) => AbortSignal;
};

const longestAnswer = 64 * 1024;

export function outgoingCall(options: OutgoingOptions): OutgoingCall {
  const { url, callTimeoutMs, connectTimeoutMs = 1000, signalAfter } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

  return (path, body) =>
    new Promise((resolve) => {
      const request = send(url + path, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal: signalAfter(callTimeoutMs),
      });
      // What is written waits for the connection, so until there was one, nothing was sent. A socket that
      // was kept alive had one: what becomes of a request on it is never certain.
      let isConnected = false;
      request.once('socket', (socket) => {
        isConnected = !socket.connecting;
        if (isConnected) return;
        socket.once('connect', () => {
          isConnected = true;
        });
        giveUpAfter(signalAfter(connectTimeoutMs), socket, request);
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

function giveUpAfter(signal: AbortSignal, socket: Socket, request: ClientRequest): void {
  signal.addEventListener('abort', () => {
    if (socket.connecting) request.destroy(new Error('no connection in time'));
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
