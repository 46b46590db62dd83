import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { closeEdge, createEdge } from '../src/api/http/server.ts';
import { openRaw, untilRead } from './raw-socket.ts';

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };
type Options = NonNullable<Parameters<typeof createEdge>[1]>;

/** A limit that no test reaches. */
export const hourMs = 3_600_000;
/** A limit that a test waits for. */
export const quick = { requestTimeoutMs: 50, checkEveryMs: 20 };
export const patient = { requestTimeoutMs: hourMs, keepAliveTimeoutMs: hourMs };

/** A server whose every request waits until the test answers it, unless `hand` does so at once. */
export async function startEdge(
  t: TestContext,
  options: Options = {},
  hand: (exchange: Exchange) => void = () => {},
) {
  const exchanges: Exchange[] = [];
  const server = createEdge(
    (request, response) => {
      exchanges.push({ request, response });
      hand({ request, response });
    },
    { ...patient, ...options },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t.after(() => closeEdge(server, 0));
  const open = () => {
    const socket = openRaw(port);
    t.after(() => socket.destroy());
    return socket;
  };
  const openWith = (text: string) => untilRead(open, text);
  const taken = async (count: number) => {
    while (exchanges.length < count) await turn();
    return exchanges[count - 1]!;
  };
  return { server, port, open, openWith, taken, exchanges };
}

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

/** Waits until the server takes no new connection. */
export async function closingBegun(server: Server): Promise<void> {
  while (server.listening) await turn();
}

export function reply({ response }: Exchange, text = 'done'): void {
  response.writeHead(200, { 'Content-Length': text.length });
  response.end(text);
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
export const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
