import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { dial, signalAfter } from '../../src/build-world.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { createOutgoing, type WebhookPost } from '../../src/runtime/http-out/outgoing.ts';
import { limitByHand, never, nobody } from '../limits.ts';
import { hourMs, openPostOffice } from './post-office.ts';
import { pour } from './pour.ts';
import { type Answer, openReceiver } from './receiver.ts';
import { selfSigned } from './self-signed.ts';

const delivery: Omit<WebhookPost, 'url'> = {
  reach: 'public_or_own_machine',
  id: 'an id',
  at: new Date('2030-01-15T15:00:00Z'),
  body: 'a=b',
  secrets: [new Secret('whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz')],
  credentials: undefined,
};

const usual = { resolve: async () => ['127.0.0.1'], dial, signalAfter: never };
const { post } = createOutgoing(usual);

/** Its patience ends when the receiver says so. */
const limit = limitByHand();
const bound = createOutgoing({ ...usual, signalAfter: limit.signalAfter });

test('any 2xx is success, and nothing else is', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  const statuses = [
    200, 201, 202, 204, 299, 300, 301, 302, 304, 307, 308, 400, 401, 404, 418, 500, 503,
  ];
  for (const [i, status] of statuses.entries()) {
    receiver.answer((response) =>
      response.writeHead(status, { Location: `${receiver.url}/else` }).end(),
    );
    await office.happens(shop, 'payment.captured', BigInt(i));
    await office.work();
    const { state, last_status } = (await office.deliveries(shop)).at(-1)!;
    const isGood = status >= 200 && status < 300;
    assert.deepEqual([state, last_status], [isGood ? 'succeeded' : 'scheduled', status]);
  }
  const paths = new Set(receiver.received.map(({ path }) => path));
  assert.deepEqual(paths, new Set(['/hook']), 'no redirect was followed');
});

const endings: Readonly<Record<string, readonly [Answer, string]>> = {
  'never answers': [limit.pass, 'no answer in time'],
  'closes without a word': [(response) => response.socket!.destroy(), 'connection closed'],
  resets: [(response) => response.socket!.resetAndDestroy(), 'connection closed'],
  'speaks no HTTP': [(response) => response.socket!.end('hello\r\n\r\n'), 'HPE_INVALID_CONSTANT'],
  'has endless headers': [
    (response) => response.writeHead(200, { a: 'a'.repeat(40_000) }).end(),
    'HPE_HEADER_OVERFLOW',
  ],
  'changes to another protocol': [
    (response) =>
      response.socket!.write('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    'answered by another protocol',
  ],
  'announces an answer without end': [
    (response) => pour(response.socket!, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
    'too many informational answers',
  ],
  'announces an answer in large heads without end': [
    (response) => pour(response.socket!, `HTTP/1.1 103 X\r\nLink: ${'x'.repeat(1000)}\r\n\r\n`),
    'too many informational answers',
  ],
  'drips its headers': [
    async ({ socket }) => {
      socket!.write('HTTP/1.1 200 OK\r\n');
      for (let drips = 0; drips < 3; drips += 1) {
        await turn();
        socket!.write('a: b\r\n');
      }
      limit.pass();
    },
    'no answer in time',
  ],
};

for (const [what, [answer, reason]] of Object.entries(endings)) {
  test(`a receiver that ${what} has not got it`, async (t) => {
    const receiver = await openReceiver(t, answer);
    const reply = await bound.post({ ...delivery, url: receiver.url });
    assert.deepEqual(reply, { kind: 'failed', reason, address: '127.0.0.1' });
  });
}

test('who answered well has it, however long or slow the rest of the answer is', async (t) => {
  let heard: Socket | undefined;
  const receiver = await openReceiver(
    t,
    (response) => {
      response.writeHead(200).write('x'.repeat(200_000));
    },
    async (response) => {
      response.writeHead(200).write('slow');
      const { socket } = response;
      while (socket!.bytesWritten === 0 || heard!.bytesRead < socket!.bytesWritten) await turn();
      await turn();
      limit.pass();
    },
    (response) => {
      response
        .writeHead(200, { 'Content-Length': '100' })
        .write('4242424242424242 was paid', () => response.socket!.destroy());
    },
  );
  const texts: string[] = [];
  const heeding = createOutgoing({
    ...usual,
    signalAfter: limit.signalAfter,
    dial(place) {
      heard = dial(place);
      return heard;
    },
  });
  for (let i = 0; i < 3; i += 1) {
    const reply = await heeding.post({ ...delivery, url: receiver.url });
    assert.ok(reply.kind === 'answered' && reply.status === 200);
    texts.push(reply.text);
  }
  assert.deepEqual(texts, ['x'.repeat(500), 'slow', '************4242 was paid']);
});

test('of an answer in tiny pieces no more is read than of a long one', async (t) => {
  // Sixteen thousand bytes that belong to no head and no body, around each single one that does.
  const piece = `1;${'x'.repeat(16_000)}\r\na\r\n`;
  const receiver = await openReceiver(t, (response) =>
    pour(response.socket!, piece, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
  );
  const reply = await post({ ...delivery, url: receiver.url });
  assert.ok(reply.kind === 'answered' && reply.status === 200);
  assert.ok(reply.text.length < 50, `${reply.text.length} pieces were read`);
});

test('who announces an answer and then gives it is heard', async (t) => {
  const receiver = await openReceiver(t, (response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeProcessing();
    response.writeHead(204).end();
  });
  const reply = await post({ ...delivery, url: receiver.url });
  assert.ok(reply.kind === 'answered' && reply.status === 204);
});

test('nobody there is told from nobody who answers', async (t) => {
  const unheard = await post({ ...delivery, url: nobody });
  assert.deepEqual(unheard, { kind: 'failed', reason: 'connection refused', address: '127.0.0.1' });
  // Takes the connection and never begins the handshake.
  const deaf = createTcpServer(() => {}).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  t.after(() => deaf.close());
  const { port: there } = deaf.address() as AddressInfo;
  const hasty = { ...usual, signalAfter, connectTimeoutMs: 50, totalTimeoutMs: 50 };
  const silent = await createOutgoing({ ...hasty, totalTimeoutMs: hourMs }).post({
    ...delivery,
    url: `https://127.0.0.1:${there}/`,
  });
  assert.equal(silent.kind === 'failed' && silent.reason, 'no connection in time');
  const slow = createOutgoing({ ...hasty, resolve: () => new Promise(() => {}) });
  const nameless = await slow.post({ ...delivery, url: 'https://slow.example.com/' });
  assert.equal(nameless.kind === 'failed' && nameless.reason, 'name not found');
});

test('with TLS, whoever answers must show a certificate for the name', async (t) => {
  const [own, other] = [selfSigned('hooks.example.com'), selfSigned('else.example.com')];
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, own.cert, other.cert]);
  t.after(() => setDefaultCACertificates(usual));
  for (const [identity, reason] of [
    [own, undefined],
    [other, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [selfSigned('hooks.example.com'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const) {
    const names: unknown[] = [];
    const server = createSecureServer(
      { ...identity, SNICallback: (name, done) => done(null, void names.push(name)) },
      (request, response) => response.writeHead(200, { a: request.headers.host }).end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reply = await post({ ...delivery, url: `https://hooks.example.com:${port}/` });
    assert.equal(reply.kind, reason ? 'failed' : 'answered', JSON.stringify(reply));
    if (reply.kind === 'failed') assert.equal(reply.reason, reason);
    assert.deepEqual(names, ['hooks.example.com']);
    server.closeAllConnections();
    server.close();
  }
});

test('each post has a connection of its own', async (t) => {
  const sockets = new Set<unknown>();
  const receiver = await openReceiver(t, (response) => {
    sockets.add(response.socket);
    response.writeHead(204).end();
  });
  for (let i = 0; i < 3; i += 1) await post({ ...delivery, url: receiver.url });
  assert.equal(sockets.size, 3);
  assert.equal(receiver.received[0]?.headers.connection, 'close');
});
