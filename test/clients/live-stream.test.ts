import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ApiError, Quittance } from '../../clients/typescript/src/index.ts';
import { patienceMs } from '../database.ts';
import { aPayment, serveV1 } from '../v1/serve.ts';

type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** A service that opens each stream as the next turn says, and as the last one from then on. */
async function serveTurns(t: TestContext, turns: Turn[], timeoutMs?: number) {
  const known: (string | undefined)[] = [];
  const server = createServer({ keepAliveTimeout: patienceMs }, (request, response) => {
    known.push(request.headers['last-event-id'] as string | undefined);
    const turn = turns.length > 1 ? turns.shift() : turns[0];
    turn!(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: new Quittance({ baseUrl, apiKey: 'x', timeoutMs }), known };
}

function open(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 3000\n\n');
}

function message(id: string, kind = 'payment.captured'): string {
  const data = kind === 'reset' ? '{}' : JSON.stringify({ id, kind, objectId: '7' });
  return `event: ${kind}\nid: ${id}\ndata: ${data}\n\n`;
}

const event = (id: string) => ({ isReset: false, id, kind: 'payment.captured', objectId: '7' });

test('what happens is told as it happens, until the caller breaks off', async (t) => {
  const { baseUrl, caller } = await serveV1(t);
  const client = new Quittance({ baseUrl, apiKey: caller.apiKey });
  let made: Promise<{ id: string }> | undefined;
  const onConnection = () => {
    made ??= client.payments.create(aPayment);
  };
  for await (const one of client.events.live({ onConnection })) {
    if (one.isReset || one.kind !== 'payment.captured') continue;
    assert.equal(one.objectId, (await made!).id);
    break;
  }
});

test('a stream that breaks goes on behind the last event, and says when it is down', async (t) => {
  const states: boolean[] = [];
  const cut = message('b').slice(0, 20);
  const { client, known } = await serveTurns(t, [
    (response) => {
      open(response);
      response.write(message('a') + cut, () => response.destroy());
    },
    (response) => response.writeHead(503).end('restarting'),
    (response) => {
      open(response);
      response.write(message('b'));
      response.write(message('c', 'reset'));
      response.end();
    },
    (response) => {
      open(response);
      // In two pieces, one of which ends inside of a letter.
      const bytes = Buffer.from(message('d', 'größe'));
      response.write(bytes.subarray(0, 10), () => response.end(bytes.subarray(10)));
    },
  ]);
  const told: unknown[] = [];
  for await (const one of client.events.live({ onConnection: (isOpen) => states.push(isOpen) })) {
    told.push(one);
    if (told.length === 4) break;
  }
  const strange = { isReset: false, id: 'd', kind: 'größe', objectId: '7' };
  assert.deepEqual(told, [event('a'), event('b'), { isReset: true }, strange]);
  assert.deepEqual(known, [undefined, 'a', 'a', 'c']);
  assert.deepEqual(states, [true, false, true, true]);
});

test('without an event to go on from, everything is to be read anew', async (t) => {
  const { client } = await serveTurns(t, [
    (response) => {
      open(response);
      response.end();
    },
    (response) => {
      open(response);
      response.write(message('a'));
    },
  ]);
  const stream = client.events.live();
  assert.deepEqual((await stream.next()).value, { isReset: true });
  assert.deepEqual((await stream.next()).value, event('a'));
  await stream.return();
});

test('a listener that knows an event goes on behind it', async (t) => {
  const { client, known } = await serveTurns(t, [
    (response) => {
      open(response);
      response.write(message('b'));
    },
  ]);
  for await (const one of client.events.live({ lastEventId: 'a' })) {
    assert.deepEqual(one, event('b'));
    break;
  }
  assert.deepEqual(known, ['a']);
});

test('breaking off closes the connection', async (t) => {
  let closed: Promise<unknown> | undefined;
  const { client } = await serveTurns(t, [
    (response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      open(response);
      response.write(message('a'));
    },
  ]);
  for await (const _ of client.events.live()) break;
  await closed;
});

test('a refusal is an error, and a signal ends the stream with its reason', async (t) => {
  const { client } = await serveTurns(t, [
    (response) => response.writeHead(401).end(),
    (response) => {
      open(response);
      response.write(message('a'));
    },
  ]);
  await assert.rejects(
    client.events.live().next(),
    (error) => error instanceof ApiError && error.status === 401,
  );
  const gone = new AbortController();
  const enough = new Error('enough');
  const stream = client.events.live({ signal: gone.signal });
  assert.deepEqual((await stream.next()).value, event('a'));
  const waiting = stream.next();
  gone.abort(enough);
  await assert.rejects(waiting, enough);
});

test('a stream without a sign of life is opened anew', async (t) => {
  const turn: Turn = (response, { headers }) => {
    open(response);
    response.write(message(headers['last-event-id'] ? 'b' : 'a'));
  };
  const { client } = await serveTurns(t, [turn], 300);
  const ids: unknown[] = [];
  for await (const one of client.events.live()) {
    ids.push(one);
    if (ids.length === 2) break;
  }
  assert.deepEqual(ids, [event('a'), event('b')]);
});
