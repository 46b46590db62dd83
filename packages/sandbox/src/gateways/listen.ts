import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf } from '../../../../src/kernel/listening-address.ts';

export type Listening = { readonly url: string; readonly close: () => void };

/** Undefined: the request is not one that a gateway reads. */
export type Posted =
  | {
      readonly method: string;
      readonly path: string;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
    }
  | undefined;

export type ListenOptions = {
  /** 0 takes a free port. */
  readonly port?: number | undefined;
  readonly type: string;
  /** True for a gateway that is also asked with GET, which has no body. */
  readonly takesGet?: boolean;
};

const host = '127.0.0.1';
const longestBody = 64 * 1024;

/** Listens on this machine for requests with one content type. */
export async function listen(
  { port = 0, type, takesGet = false }: ListenOptions,
  answer: (posted: Posted, response: ServerResponse) => Promise<void> | void,
): Promise<Listening> {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    readPost(request, type, takesGet)
      .then((posted) => answer(posted, response))
      .catch(() => response.destroy());
  });
  // Whoever stands still for a while finds its connection open.
  server.keepAliveTimeout = 60_000;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: addressOf(host, (server.address() as AddressInfo).port),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readPost(
  request: IncomingMessage,
  type: string,
  takesGet: boolean,
): Promise<Posted> {
  const { method = '', headers, url: path = '' } = request;
  const isOfType = headers['content-type']?.startsWith(type);
  const body = await readBody(request);
  const isTaken = method === 'GET' ? takesGet : method === 'POST' && isOfType;
  return isTaken && body !== undefined ? { method, path, headers, body } : undefined;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > longestBody) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
