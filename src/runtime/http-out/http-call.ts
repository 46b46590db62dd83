import { Agent, type ClientRequest, type IncomingMessage, request as sendPlain } from 'node:http';
import { Agent as SecureAgent, request as sendSecurely } from 'node:https';
import {
  answerTooLong,
  boundAnswer,
  longestAnswerBody,
  longestAnswerHead,
} from './bound-answer.ts';

export type CallResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      /** The header `retry-after` as it came, where there is one: seconds or a date. */
      readonly retryAfter?: string;
    }
  /** No byte was sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type Ask = {
  readonly method: 'GET' | 'POST';
  /** The path below the address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the call early. */
  readonly until?: AbortSignal | undefined;
  /** True if it may wait for minutes when calls wait for their turn. */
  readonly isPatient?: true;
  /** If calls wait for their turn, the call is not sent after this moment. */
  readonly sendBy?: Date | undefined;
  /** True of a request with POST that only asks. */
  readonly isInquiry?: true;
};

/** The longest wait of a call, and its cause. */
export type Waits = Pick<Ask, 'until' | 'isPatient' | 'isInquiry' | 'sendBy'>;

/** Calls a server that the operator chose. Any behaviour of the network is a result; this never throws. */
export type HttpCall = (ask: Ask) => Promise<CallResult>;

export type HttpCallOptions = {
  readonly url: string;
  /** From the first attempt to connect until the last byte of the answer. */
  readonly callTimeoutMs: number;
  /** Long enough for a packet that is lost and sent again a second later. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * True if connections stay open for the next call. For calls that must not happen twice they should not: if an open
   * connection breaks during a call, it is unknown whether the server read it.
   */
  readonly keepsConnections: boolean;
  /** A signal after this time, which does not keep the process alive. */
  readonly signalAfter: (ms: number) => AbortSignal;
};

export function httpCall(options: HttpCallOptions): HttpCall {
  const { url, callTimeoutMs, connectTimeoutMs = 3000, keepsConnections, signalAfter } = options;
  const isSecure = url.startsWith('https:');
  const kept = { keepAlive: keepsConnections, maxSockets: 1000 };
  const agent = isSecure ? new SecureAgent(kept) : new Agent(kept);
  const send = isSecure ? sendSecurely : sendPlain;

  return ({ method, path, headers, body, until }) =>
    new Promise((resolve) => {
      const request = send(url + path, {
        method,
        agent,
        headers: { ...whole, ...headers, ...lengthOf(method, body) },
        maxHeaderSize: longestAnswerHead,
        signal: until
          ? AbortSignal.any([signalAfter(callTimeoutMs), until])
          : signalAfter(callTimeoutMs),
      });
      boundAnswer(request);
      // Writes wait for the connection, so nothing was sent without one. A socket that stayed open was connected: the
      // outcome of a request on it is never certain.
      let isConnected = false;
      request.once('socket', (socket) => {
        isConnected = !socket.connecting;
        if (isConnected) return;
        // An untrusted certificate ends it before a byte of ours is sent.
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
      // Neither an answer nor an error comes after it, and no limit of time ends it.
      request.once('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ kind: 'unknown', reason: 'answered in another protocol' });
      });
      request.end(body);
    });
}

/** Without it a server may choose any coding of the body, and we read none. */
const whole = { 'accept-encoding': 'identity' };

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
      if (length > longestAnswerBody) return { kind: 'unknown', reason: answerTooLong };
    }
  } catch (error) {
    return { kind: 'unknown', reason: reasonOf(error as Error) };
  }
  if (!response.complete) return { kind: 'unknown', reason: 'connection lost' };
  const body = Buffer.concat(pieces).toString('utf8');
  const retryAfter = response.headers['retry-after'];
  const told = retryAfter === undefined ? {} : { retryAfter };
  return { kind: 'answered', status: response.statusCode ?? 0, body, ...told };
}

/** For the log: a code, and never a text from outside. */
function reasonOf(error: Error & { readonly code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  if (error.code === 'ECONNREFUSED') return 'connection refused';
  return error.code ?? error.message;
}
