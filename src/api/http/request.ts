import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { BodyFault } from './body.ts';

/** A request, read by node:http or by the fast path. */
export type Request = IncomingMessage | WholeRequest;

type Notes = { readonly arrivedAt: Date; operation?: string };
const notes = new WeakMap<Request, Notes>();

export function recordArrival(request: Request, arrivedAt: Date): void {
  notes.set(request, { arrivedAt });
}

/** The latest arrival time; now, if none was recorded. */
export function arrivalOf(request: Request, now: () => Date): Date {
  return notes.get(request)?.arrivedAt ?? now();
}

/**
 * The operation of the request, as metrics and traces show it: the name of an operation, never a part of the request.
 */
export function labelOperation(request: Request, operation: string): void {
  const known = notes.get(request);
  if (known) known.operation = operation;
}

export function operationOf(request: Request): string {
  return notes.get(request)?.operation ?? 'other';
}

/** The target of an answer. */
export type Reply = {
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
  /** The wrapped reply. */
  readonly inner?: Reply;
};

/** A complete request. */
export class WholeRequest {
  readonly method: string;
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor: number;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  /** A fault: the body exceeded its limit and was dropped. */
  readonly body: Buffer | BodyFault;
  readonly socket: Socket;

  constructor(
    url: string,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    body: Buffer | BodyFault,
    socket: Socket,
    method = 'POST',
    httpVersionMinor = 1,
  ) {
    this.method = method;
    this.httpVersionMinor = httpVersionMinor;
    this.url = url;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.body = body;
    this.socket = socket;
  }
}

const longestHead = 8 * 1024;
const requestLine = /POST (\/[\w./~%?=&+:,;@!$'()*-]*) HTTP\/1\.1\r\n/y;
const headerLine =
  /([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)[ \t]*\r\n/y;

/** With one of these headers a request expects more than an answer. */
const unusual = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Parses bytes that are exactly one request of the usual form. Everything else goes to node:http: nothing is refused
 * here, and nothing is parsed differently.
 */
export function readWhole(bytes: Buffer, socket: Socket): WholeRequest | undefined {
  if (bytes[0] !== 0x50) return undefined; // P
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1 || headEnd > longestHead) return undefined;
  const head = bytes.toString('latin1', 0, headEnd + 2);
  requestLine.lastIndex = 0;
  const url = requestLine.exec(head)?.[1];
  if (url === undefined) return undefined;

  const headers: IncomingHttpHeaders = Object.create(null);
  const rawHeaders: string[] = [];
  for (let at = requestLine.lastIndex; at < head.length; at = headerLine.lastIndex) {
    headerLine.lastIndex = at;
    const line = headerLine.exec(head);
    if (!line) return undefined;
    const [, name, value] = line as unknown as [string, string, string];
    const known = name.toLowerCase();
    if (headers[known] !== undefined || unusual.has(known)) return undefined;
    headers[known] = value;
    rawHeaders.push(name, value);
  }
  const { host, connection, 'content-length': length = '' } = headers;
  const isUsual =
    host !== undefined && (connection === undefined || connection.toLowerCase() === 'keep-alive');
  if (!isUsual || !/^[1-9]\d{0,5}$/.test(length)) return undefined;
  const bodyAt = headEnd + 4;
  if (bytes.length - bodyAt !== Number(length)) return undefined;
  return new WholeRequest(url, headers, rawHeaders, bytes.subarray(bodyAt), socket);
}
