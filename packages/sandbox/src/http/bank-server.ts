import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { withAnotherAmount, withAnotherReference } from '../processor/answers.ts';
import type { Bank, Reply } from '../processor/bank.ts';
import { answerBadly, isPlain } from './bad-answers.ts';
import { type DoorKeeper, obeyScript } from './script-door.ts';
import { readJson, requests, writeJson } from './wire-form.ts';

export type BankServerOptions = {
  readonly bank: Bank;
  readonly bookFile: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** How long the bank thinks before every answer. */
  readonly answerDelayMs: number;
  readonly keeper: DoorKeeper;
};

type Route = (body: string) => Promise<Reply<object>> | undefined;

const longestBody = 4 * 1024 * 1024;

/** The simulated bank behind a socket. Every answer was booked before, and is sent as its behaviour wants. */
export function bankServer(options: BankServerOptions): Server {
  const { bank, bookFile, keeper, sleep, answerDelayMs } = options;
  const routes = routesOf(bank);
  const server = createServer((request, response) => {
    response.on('error', () => {});
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    if (method === 'GET' && url === '/book') return showBook(response);
    if (url !== '/script' && bank.isOut()) return void request.socket.destroy();
    // No page of a browser can send this without asking first.
    const isJson = request.headers['content-type']?.startsWith('application/json');
    if (method !== 'POST' || !isJson) return refuse(response, 404);
    const body = await readBody(request);
    if (body === undefined) return refuse(response, 413);
    if (url === '/script') return refuse(response, obeyScript(body, keeper) ? 204 : 400);

    const reply = Object.hasOwn(routes, url) ? routes[url]!(body) : undefined;
    if (!reply) return refuse(response, url in routes ? 400 : 404);
    await tell(await reply, response);
  }

  async function tell({ truth, answers }: Reply<object>, response: ServerResponse): Promise<void> {
    if (answerDelayMs > 0) await sleep(answerDelayMs);
    if (answers === 'slowly') await sleep(3000);
    const said = altered(truth, answers);
    if (isPlain(answers)) return respond(response, 200, writeJson(said));
    await answerBadly(answers, writeJson(said), response, sleep);
  }

  function showBook(response: ServerResponse): void {
    response.setHeader('content-type', 'application/x-ndjson');
    pipeline(createReadStream(bookFile), response, () => {});
  }
}

function routesOf(bank: Bank): Readonly<Record<string, Route>> {
  return {
    '/charge': reading(requests.charge, bank.charge),
    '/follow-up': reading(requests.followUp, bank.followUp),
    '/inquire': reading(requests.reference, ({ reference }) => bank.inquire(reference)),
    '/cancel': reading(requests.reference, ({ reference }) => bank.cancel(reference)),
    '/close-batch': reading(requests.batch, bank.closeBatch),
    '/inquire-batch': reading(requests.reference, ({ reference }) => bank.inquireBatch(reference)),
    '/find-customer': reading(requests.customer, ({ code }) => bank.findCustomer(code)),
  };
}

function reading<S extends Parameters<typeof readJson>[1]>(
  shape: S,
  act: (request: NonNullable<ReturnType<typeof readJson<S>>>) => Promise<Reply<object>>,
): Route {
  return (body) => {
    const request = readJson(body, shape);
    return request && act(request);
  };
}

function altered(truth: object, answers: Reply<object>['answers']): object {
  const answer = truth as Parameters<typeof withAnotherAmount>[0];
  if (answers === 'another_amount') return withAnotherAmount(answer);
  return answers === 'another_reference' ? withAnotherReference(answer) : truth;
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

function refuse(response: ServerResponse, status: number): void {
  respond(response, status, '');
}

function respond(response: ServerResponse, status: number, body: string): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { 'content-type': 'application/json', ...length });
  response.end(body);
}
