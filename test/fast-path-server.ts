import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { BodyFault, readBody } from '../src/api/http/body.ts';
import { type Reply, type Request, WholeRequest } from '../src/api/http/request.ts';
import { closeEdge, createEdge } from '../src/api/http/server.ts';
import { patient } from './edge.ts';
import { openRaw, untilRead } from './raw-socket.ts';

type Options = {
  readonly isQuick?: boolean;
  readonly requestTimeoutMs?: number;
  readonly keepAliveTimeoutMs?: number;
  readonly answer?: (request: Request, reply: Reply) => void;
};

/** A server that says of each request what it understood, and which way it came. */
export async function startFastPathServer(
  t: TestContext,
  { isQuick = true, answer = tell, ...times }: Options = {},
) {
  const ways: ('quick' | 'slow')[] = [];
  const handler = (request: Request, reply: Reply) => {
    ways.push(request instanceof WholeRequest ? 'quick' : 'slow');
    answer(request, reply);
  };
  const quick = { handler, now: () => new Date('2030-01-15T15:00:00Z') };
  const server = createEdge(handler, { ...patient, ...times, ...(isQuick && { quick }) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => closeEdge(server, 0));
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = openRaw(port);
    t.after(() => socket.destroy());
    return socket;
  };
  const openWith = (text: string) => untilRead(open, text);
  return { server, ways, open, openWith, port };
}

async function tell(request: Request, reply: Reply): Promise<void> {
  const body = await readBody(request, 100_000);
  const { method, url, headers, rawHeaders } = request;
  const read = body instanceof BodyFault ? body.rule : body.toString('latin1');
  say(reply, JSON.stringify({ method, url, headers: { ...headers }, rawHeaders, read }));
}

export function say(reply: Reply, text: string): void {
  const type = 'application/json; charset=utf-8';
  reply.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  reply.end(text);
}

export const plain = ({ path = '/a', headers = '', body = '{"a":1}' } = {}) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
