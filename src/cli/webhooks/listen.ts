import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atClockOf } from '../../businesses/clock.ts';
import { webhookKinds } from '../../notices/endpoint.ts';
import { readEndpoints } from '../../notices/endpoint-store.ts';
import { lendEndpoints, lentPath } from '../../notices/lend-endpoints.ts';
import { openSecrets } from '../../notices/secrets.ts';
import { isSignedBy } from '../../outgoing/sign.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { type Command, OperatorFault, print, remark } from '../command.ts';
import { operator } from '../house-command.ts';
import { facts } from '../layout.ts';
import { openHouse } from '../open-house.ts';
import { option, readWords, usageOf, wholeNumber } from '../words.ts';
import { visible } from './visible.ts';
import { business } from './words.ts';

const words = { business, port: option('N', wholeNumber(0, 65_535)) };
const longestBody = 256 * 1024;
const toleranceMs = 5 * 60_000;

export const webhooksListen: Command = {
  doc:
    'Receives, verifies and prints whatever a sandbox business is told, on this machine, until it is stopped. ' +
    'As long as it runs, the webhooks of the business lead here; then they are as they were.',
  usage: usageOf(words),
  async run(config, given) {
    const { business: name, port = 0 } = readWords(words, given);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const house = await openHouse({ ...config, logLevel: 'warn' }, { say: remark });
    try {
      const owner = await businessNamed(house.world.db, name);
      if (owner.environment !== 'sandbox' || config.mode !== 'sandbox') {
        throw new OperatorFault('only businesses of a sandbox are listened to');
      }
      const own = atClockOf(house.world, owner);
      const server = createServer((request, response) => {
        hear(house.world, owner.id, request).then(
          (status) => response.writeHead(status).end(),
          (error) => fail(response, error),
        );
      });
      const address = await open(server, port);
      const giveBack = await lendEndpoints(own, owner.id, address, operator());
      print(`Listening at ${address} to what business ${owner.id} is told. Control-C ends it.`);
      try {
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
      } finally {
        await giveBack();
        server.close();
        server.closeAllConnections();
      }
    } finally {
      await house.close();
    }
    return undefined;
  },
};

async function open(server: ReturnType<typeof createServer>, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((fault: NodeJS.ErrnoException) => {
    throw new OperatorFault(`cannot listen on port ${port}: ${fault.code}`);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Does what a receiver should do, and prints what it found. */
async function hear(world: World, businessId: bigint, request: IncomingMessage): Promise<number> {
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
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [name, visible(value)]);
  print(
    `\n${kind}  ${visible(id)}  ${verdict}\n${facts(Object.fromEntries(fields)).replaceAll(/^/gm, '  ')}`,
  );
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

function fail(response: ServerResponse, error: unknown): void {
  remark(`not understood: ${error instanceof Error ? error.message : 'unknown error'}`);
  response.writeHead(500).end();
}
