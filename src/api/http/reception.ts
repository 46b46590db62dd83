import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config.ts';
import { addressBucket } from '../../kernel/ip-address.ts';
import { forwardedFor } from './addresses.ts';
import type { ArrivalLimits } from './arrivals.ts';
import { BodyFault, readBody } from './body.ts';
import { mostBodyBytes } from './body-limits.ts';
import { type Request, WholeRequest } from './request.ts';
import { safetyHeaders } from './safety-headers.ts';

/** Bounds on requests until they are complete. */
export type Reception = {
  readonly limits: ArrivalLimits;
  /** For answers given before the handler gets the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The limiter bucket of a connection before anything was read from it. */
  addressOfSocket(socket: Socket): string | undefined;
  /** The limiter bucket of a request whose head was read. */
  addressOf(request: IncomingMessage): string | undefined;
  /** Waits for the body; undefined if it never completed. `holds` gets the number of bytes in memory. */
  gather(
    request: IncomingMessage,
    holds: (bytes: number) => void,
  ): Promise<Request | undefined> | Request;
};

/** 64 MB: honest bodies have some hundred bytes and arrive at once. */
const bytesInAll = 64 * 1024 * 1024;

export function receptionOf(
  config: Pick<Config, 'behindProxy' | 'publicUrl' | 'unfinishedRequests' | 'unfinishedPerAddress'>,
): Reception {
  const { behindProxy, unfinishedRequests, unfinishedPerAddress } = config;
  const bucket = (address: string | undefined) =>
    address === undefined ? undefined : addressBucket(address);
  return {
    headers: safetyHeaders(config),
    limits: { inAll: unfinishedRequests, perAddress: unfinishedPerAddress, bytes: bytesInAll },
    // All callers share the proxy's address, so it counts for none.
    addressOfSocket: ({ remoteAddress }) =>
      behindProxy === 'yes' ? undefined : bucket(remoteAddress),
    addressOf: (request) =>
      bucket(behindProxy === 'yes' ? forwardedFor(request) : request.socket.remoteAddress),
    gather,
  };
}

/** Passes on each request with its head and drops none: for servers that strangers cannot reach. */
export const unbounded: Reception = {
  headers: {},
  limits: { inAll: Infinity, perAddress: Infinity, bytes: Infinity },
  addressOfSocket: () => undefined,
  addressOf: () => undefined,
  gather: (request) => request,
};

function gather(
  request: IncomingMessage,
  holds: (bytes: number) => void,
): Promise<Request | undefined> | Request {
  const limit = mostBodyBytes(request);
  // Refused by its head, whatever the body is.
  if (limit === 0 || Number(request.headers['content-length'] ?? 0) > limit) return request;
  return whole(request, limit, holds);
}

async function whole(
  request: IncomingMessage,
  limit: number,
  holds: (bytes: number) => void,
): Promise<Request | undefined> {
  // node:http reads the bytes that arrived with the head in the same turn.
  await undefined;
  const body = await readBody(request, limit, holds);
  if (body instanceof BodyFault && body.rule === 'body_incomplete') return undefined;
  const { url, headers, rawHeaders, socket, method, httpVersionMinor } = request;
  return new WholeRequest(url!, headers, rawHeaders, body, socket, method, httpVersionMinor);
}
