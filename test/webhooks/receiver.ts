import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patienceMs } from '../database.ts';
import { atEnd, type Scope } from '../scope.ts';

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly form: Readonly<Record<string, string>>;
};

/** A status, or whatever is to be done with the response; it may never be answered. */
export type Answer = number | ((response: ServerResponse, received: Received) => void);

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** From now on; the last of several stays. */
  answer(...answers: readonly Answer[]): void;
  close(): Promise<void>;
};

/** A server of somebody who hears webhooks: real sockets, and the answers that a test wants. */
export async function openReceiver(scope: Scope, ...first: readonly Answer[]): Promise<Receiver> {
  const received: Received[] = [];
  let answers: Answer[] = first.length > 0 ? [...first] : [204];
  const server = createServer({ keepAliveTimeout: patienceMs }, async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    const form = Object.fromEntries(new URLSearchParams(body));
    const one = { path: request.url ?? '', headers: request.headers, body, form };
    received.push(one);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  atEnd(scope, close);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer(...next) {
      answers = [...next];
    },
    close,
  };
}
