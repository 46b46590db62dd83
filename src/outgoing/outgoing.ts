import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as askSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { scrub } from '../base/scrub.ts';
import type { Secret } from '../base/secret.ts';
import { connectTo, type Dial } from './connect-to.ts';
import { goodAddresses, type Reach, type Resolve } from './good-addresses.ts';
import { basicCredentials, signatureOf } from './sign.ts';

/** The one way to an address that somebody else chose. */
export type Outgoing = {
  /** Whatever a network does is an answer; this never throws. */
  post(letter: Letter): Promise<Reply>;
};

/** A form that is posted to a receiver of webhooks, with what its headers are made of. */
export type Letter = {
  readonly url: string;
  readonly reach: Reach;
  /** The same on every try. */
  readonly id: string;
  /** By the clock of the receiver, as near as we can: it refuses what is not of these minutes. */
  readonly at: Date;
  readonly body: string;
  /** Signed with each of them. */
  readonly secrets: readonly Secret[];
  readonly credentials: { readonly username: string; readonly password: Secret } | undefined;
};

export type Reply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly address: string;
      /** How it begins, fit to be kept. */
      readonly text: string;
      readonly retryAfterMs: number | undefined;
    }
  | {
      readonly kind: 'failed';
      /** In a few words, none of them written by somebody else. */
      readonly reason: string;
      readonly address: string | undefined;
    };

export type OutgoingOptions = {
  readonly resolve: Resolve;
  readonly dial: Dial;
  /** A signal that comes after so long, unless nobody waits for it any more. */
  readonly signalAfter: (ms: number) => AbortSignal;
  /** To find the name and get a connection, the handshake with it. */
  readonly connectTimeoutMs?: number;
  /** All in all. */
  readonly totalTimeoutMs?: number;
};

const longestAnswer = 64 * 1024;
const longestHeaders = 16 * 1024;
const keptOfAnswer = 500;

export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { connectTimeoutMs = 3000, totalTimeoutMs = 15_000, signalAfter } = options;
  return {
    async post(letter) {
      const url = URL.parse(letter.url);
      if (!url) return { kind: 'failed', reason: 'not an address', address: undefined };
      const total = signalAfter(totalTimeoutMs);
      const found = await goodAddresses(url, letter.reach, options.resolve, total);
      if ('refused' in found) return { kind: 'failed', reason: found.refused, address: undefined };
      const connection = await connectTo(
        url,
        found.addresses,
        options.dial,
        AbortSignal.any([total, signalAfter(connectTimeoutMs)]),
      );
      if ('failed' in connection) {
        return { kind: 'failed', reason: connection.failed, address: connection.address };
      }
      return await exchange(letter, url, connection, total);
    },
  };
}

/** One request on a connection of its own, which nobody else ever uses. No redirect is followed. */
async function exchange(
  letter: Letter,
  url: URL,
  { socket, address }: { readonly socket: Socket; readonly address: string },
  total: AbortSignal,
): Promise<Reply> {
  const send = url.protocol === 'https:' ? askSecurely : ask;
  try {
    const request = send(url, {
      method: 'POST',
      // Instead of an agent: one of those would ask for the name again and connect where it likes.
      createConnection: () => socket,
      headers: { host: url.host, ...headersOf(letter) },
      maxHeaderSize: longestHeaders,
      signal: total,
    });
    const response = await answerOf(request, letter.body);
    const text = await beginningOf(response);
    const { statusCode: status = 0, headers } = response;
    return { kind: 'answered', status, address, text, retryAfterMs: waitOf(headers, letter.at) };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error as Error), address };
  } finally {
    socket.destroy();
  }
}

function headersOf({ id, at, body, secrets, credentials }: Letter): Record<string, string> {
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

/** The status decides; what comes behind it is read as far as it is short, so that a cut is no failure. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      if (length < 4 * keptOfAnswer) pieces.push(piece);
      length += piece.length;
      if (length > longestAnswer) break;
    }
  } catch {
    // Whoever answered has read.
  }
  const text = Buffer.concat(pieces)
    .subarray(0, 4 * keptOfAnswer)
    .toString('utf8');
  return [...scrub(text.replaceAll('\0', ' '))].slice(0, keptOfAnswer).join('');
}

/** `Retry-After`: seconds, or a moment by the clock of whoever answered. */
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
