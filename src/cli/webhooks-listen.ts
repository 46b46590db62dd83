import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEndpoints } from '../notify/webhooks/endpoint-store.ts';
import { lentPath, redirectEndpoints } from '../notify/webhooks/redirect-endpoints.ts';
import { openSecrets } from '../notify/webhooks/secrets.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { webhookKinds } from '../parties/businesses/new-business.ts';
import { anyIsLive } from '../parties/businesses/store.ts';
import { isSignedBy } from '../runtime/http-out/sign.ts';
import type { World } from '../world.ts';
import { type Command, ExpectedError, type Shell, visible } from './command.ts';
import { operator } from './data-command.ts';
import { facts } from './layout.ts';
import { findNamed, ofBusiness } from './names.ts';
import { wholeNumber } from './values.ts';
import { option, readWords, usageOf } from './words.ts';

const words = { business: ofBusiness, port: option('N', wholeNumber(0, 65_535)) };
const whileLive = 'no webhook leads to this machine while there is a live business';
const longestBody = 256 * 1024;
const toleranceMs = 5 * 60_000;

export const webhooksListen: Command = {
  doc:
    'Receives, verifies and prints the webhooks of a sandbox business on this machine, until it is stopped. ' +
    'While it runs, they are sent here; then their URLs are as before.',
  usage: usageOf(words),
  async run(config, given, shell) {
    const typed = readWords(words, given);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const installation = await shell.open({ ...config, logLevel: 'warn' }, { say: shell.remark });
    try {
      const { world } = installation;
      const { business: owner, port = 0 } = await findNamed(world.db, words, typed);
      if (owner.environment !== 'sandbox' || config.mode !== 'sandbox') {
        throw new ExpectedError('only the webhooks of a sandbox business can be listened to');
      }
      if (await anyIsLive(world.db)) throw new ExpectedError(whileLive);
      const own = atClockOf(world, owner);
      const server = createServer((request, response) => {
        hear(world, owner.id, request, shell).then(
          (status) => response.writeHead(status).end(),
          (error) => fail(response, error, shell),
        );
      });
      const address = await open(server, port);
      const restoreEndpoints = await redirectEndpoints(own, owner.id, address, operator());
      shell.print(
        `Listening at ${address} to the webhooks of business ${owner.id}. Control-C ends it.`,
      );
      try {
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
      } finally {
        await restoreEndpoints();
        server.close();
        server.closeAllConnections();
      }
    } finally {
      await installation.close();
    }
    return undefined;
  },
};

async function open(server: ReturnType<typeof createServer>, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((fault: NodeJS.ErrnoException) => {
    throw new ExpectedError(`cannot listen on port ${port}: ${fault.code}`);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Behaves as a receiver should, and prints its findings. */
async function hear(
  world: World,
  businessId: bigint,
  request: IncomingMessage,
  { print }: Shell,
): Promise<number> {
  const kind = webhookKinds.find((one) => request.url === lentPath + one);
  if (!kind || request.method !== 'POST') return 404;
  const body = await read(request);
  const header = (name: string) => String(request.headers[name] ?? '');
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const signed = { id, timestamp, body };
  const endpoint = (await readEndpoints(world.db, businessId)).find((one) => one.kind === kind);
  const { secrets } = endpoint ? await openSecrets(world, endpoint) : { secrets: [] };
  const isSigned = isSignedBy(secrets, signed, header('webhook-signature'));
  const isOfNow = Math.abs(Number(timestamp) * 1000 - world.now().getTime()) <= toleranceMs;
  const verdict = isSigned ? (isOfNow ? 'verified' : 'TOO OLD OR TOO NEW') : 'WRONG SIGNATURE';
  const fields = Object.fromEntries(new URLSearchParams(body));
  print(`\n${kind}  ${visible(id)}  ${verdict}\n${facts(fields).replaceAll(/^/gm, '  ')}`);
  return isSigned && isOfNow ? 204 : 400;
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > longestBody) throw new Error('a body that no webhook has');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function fail(response: ServerResponse, error: unknown, { remark }: Shell): void {
  remark(`not understood: ${error instanceof Error ? error.message : 'unknown error'}`);
  response.writeHead(500).end();
}
