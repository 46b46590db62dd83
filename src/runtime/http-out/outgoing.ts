import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as askSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { scrub } from '../../kernel/scrub.ts';
import type { Secret } from '../../kernel/secret.ts';
import { boundAnswer, longestAnswerBody, longestAnswerHead } from './bound-answer.ts';
import { type Connection, connectTo, type Dial } from './connect-to.ts';
import { goodAddresses, type Reach, type Resolve } from './good-addresses.ts';
import { basicCredentials, signatureOf } from './sign.ts';

/** The only way to an address that others chose. */
export type Outgoing = {
  /** Any behaviour of the network is a result; this never throws. */
  post(delivery: WebhookPost): Promise<Reply>;
  /**
   * Connects to the address and sends nothing. Returns the reason, in a few words, if that is not possible; undefined:
   * it is.
   */
  refusalAt(url: string, reach: Reach): Promise<string | undefined>;
};

/** A form for a receiver of webhooks, with the values of its headers. */
export type WebhookPost = {
  readonly url: string;
  readonly reach: Reach;
  /** The same for every attempt. */
  readonly id: string;
  /** The receiver's time as well as we know it: it refuses other moments than the present. */
  readonly at: Date;
  readonly body: string;
  /** Also sent in a header, for receivers that sort requests before they parse them. */
  readonly eventType?: string | undefined;
  /** Signed with each of them. */
  readonly secrets: readonly Secret[];
  readonly credentials: { readonly username: string; readonly password: Secret } | undefined;
};

export type Reply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly address: string;
      /** The beginning of the body, safe to store. */
      readonly text: string;
      readonly retryAfterMs: number | undefined;
    }
  | {
      readonly kind: 'failed';
      /** A few words, none of them from outside. */
      readonly reason: string;
      readonly address: string | undefined;
    };

export type OutgoingOptions = {
  readonly resolve: Resolve;
  readonly dial: Dial;
  /** A signal after this time, which does not keep the process alive. */
  readonly signalAfter: (ms: number) => AbortSignal;
  /** For name resolution, connection and TLS handshake. */
  readonly connectTimeoutMs?: number;
  /** For the whole request. */
  readonly totalTimeoutMs?: number;
};

const keptOfAnswer = 500;

export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { connectTimeoutMs = 3000, totalTimeoutMs = 15_000, signalAfter } = options;
  return {
    async post(delivery) {
      const url = URL.parse(delivery.url);
      if (!url) return { kind: 'failed', reason: 'not an address', address: undefined };
      const total = signalAfter(totalTimeoutMs);
      const connection = await connect(url, delivery.reach, total);
      if ('failed' in connection) {
        return { kind: 'failed', reason: connection.failed, address: connection.address };
      }
      return await exchange(delivery, url, connection, total);
    },
    async refusalAt(url, reach) {
      const parsed = URL.parse(url);
      if (!parsed) return 'not an address';
      const connection = await connect(parsed, reach, signalAfter(totalTimeoutMs));
      if ('failed' in connection) return connection.failed;
      connection.socket.destroy();
      return undefined;
    },
  };

  async function connect(url: URL, reach: Reach, total: AbortSignal): Promise<Connection> {
    const found = await goodAddresses(url, reach, options.resolve, total);
    if ('refused' in found) return { failed: found.refused, address: undefined };
    const end = AbortSignal.any([total, signalAfter(connectTimeoutMs)]);
    return await connectTo(url, found.addresses, options.dial, end);
  }
}

/** One request on a connection of its own, which is not used again. Redirects are not followed. */
async function exchange(
  delivery: WebhookPost,
  url: URL,
  { socket, address }: { readonly socket: Socket; readonly address: string },
  total: AbortSignal,
): Promise<Reply> {
  const send = url.protocol === 'https:' ? askSecurely : ask;
  try {
    const request = send(url, {
      method: 'POST',
      // Without an agent: it would resolve the name again and might connect to another address.
      createConnection: () => socket,
      headers: { host: url.host, ...headersOf(delivery) },
      maxHeaderSize: longestAnswerHead,
      signal: total,
    });
    boundAnswer(request);
    const response = await answerOf(request, delivery.body);
    const text = await beginningOf(response);
    const { statusCode: status = 0, headers } = response;
    return { kind: 'answered', status, address, text, retryAfterMs: waitOf(headers, delivery.at) };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error as Error), address };
  } finally {
    socket.destroy();
  }
}

function headersOf({
  id,
  at,
  body,
  eventType,
  secrets,
  credentials,
}: WebhookPost): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Quittance-Webhooks/1',
    accept: '*/*',
    connection: 'close',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
    ...(eventType !== undefined && { 'webhook-event-type': eventType }),
    ...(credentials && { authorization: basicCredentials(credentials) }),
  };
}

function answerOf(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('upgrade', () => reject(new Error('answered by another protocol')));
    request.on('error', reject);
    request.once('close', () => reject(new Error('connection closed')));
    request.end(body);
  });
}

/** The status decides; a limited part of the body is read, so a cut body is no failure. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      if (length < 4 * keptOfAnswer) pieces.push(piece);
      length += piece.length;
      if (length > longestAnswerBody) break;
    }
  } catch {
    // The server has read our request.
  }
  const text = Buffer.concat(pieces)
    .subarray(0, 4 * keptOfAnswer)
    .toString('utf8');
  return [...scrub(text.replaceAll('\0', ' '))].slice(0, keptOfAnswer).join('');
}

/** `Retry-After`: seconds, or a time by the server's clock. */
function waitOf(headers: IncomingMessage['headers'], at: Date): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const now = Date.parse(headers.date ?? '') || at.getTime();
  const until = Date.parse(text);
  return until > now ? until - now : undefined;
}

function reasonOf(error: Error & { readonly code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  if (error.code === 'ECONNREFUSED') return 'connection refused';
  if (error.code === 'ECONNRESET') return 'connection closed';
  return (error.code ?? error.message).slice(0, 50);
}
