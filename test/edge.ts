import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { closeEdge, createEdge } from '../src/api/http/server.ts';
import { openRaw } from './raw-socket.ts';

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };
type Options = NonNullable<Parameters<typeof createEdge>[1]>;

/** A server whose every request waits until the test answers it. */
export async function startEdge(t: TestContext, options: Options = {}) {
  const exchanges: Exchange[] = [];
  const server = createEdge((request, response) => {
    exchanges.push({ request, response });
  }, options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t.after(() => closeEdge(server, 0));
  const open = () => {
    const socket = openRaw(port);
    t.after(() => socket.destroy());
    return socket;
  };
  const taken = async (count: number) => {
    while (exchanges.length < count) await turn();
    return exchanges[count - 1]!;
  };
  return { server, port, open, taken, exchanges };
}

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

export function reply({ response }: Exchange, text = 'done'): void {
  response.writeHead(200, { 'Content-Length': text.length });
  response.end(text);
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
export const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
export const quick = { requestTimeoutMs: 250, checkEveryMs: 20 };
