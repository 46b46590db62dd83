import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A request, whoever read it from its socket. */
export type Request = IncomingMessage | WholeRequest;

/** What an answer is written to. */
export type Reply = {
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
};

/** One that had arrived whole when it was read. */
export class WholeRequest {
  readonly method = 'POST';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly socket: Socket;

  constructor(
    url: string,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    body: Buffer,
    socket: Socket,
  ) {
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

/** With one of these a request asks for more than an answer. */
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
 * The one request that these bytes are, if they are one of the usual form and nothing else. Whatever is not plainly
 * that is left to node:http: nothing is refused here, and nothing is understood otherwise than there.
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
