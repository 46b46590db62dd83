import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { httpSimulator } from '../../packages/sandbox/src/http/http-simulator.ts';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { type OutgoingOptions, outgoingCall } from '../../src/ports/processors/outgoing-call.ts';
import { limitByHand, never, nobody } from '../limits.ts';
import { pour } from '../webhooks/pour.ts';

const good = '4242424242424242';
const approval = {
  outcome: 'approved',
  reference: 'a1',
  processorId: 'p1',
  amountCents: '1000',
  authorizationCode: 'A',
};

test('whatever a network makes of an answer, the outcome is unknown', async (t) => {
  const whole = http(JSON.stringify(approval));
  const { signalAfter, pass } = limitByHand();
  const answers: Record<string, (socket: Socket) => void> = {
    'nothing at all': pass,
    'a closed connection': (socket) => socket.end(),
    'a reset connection': (socket) => socket.resetAndDestroy(),
    'half a head': (socket) => socket.end('HTTP/1.1 200 O'),
    'another protocol': (socket) =>
      socket.write('HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
    'no HTTP': (socket) => socket.end('220 smtp.example.com ESMTP\r\n'),
    'half an answer': (socket) => socket.end(whole.slice(0, -20)),
    'half a chunk': (socket) =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"outcome":'),
    'a head without end': (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(99_999)}`),
    'an answer too long': (socket) => socket.write(http(`"${'x'.repeat(64 * 1024)}"`)),
    'an answer that never ends': async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      for (let pieces = 0; pieces < 3; pieces += 1) {
        await turn();
        socket.write(' '.repeat(1000));
      }
      pass();
    },
    'another status': (socket) => socket.write(http(JSON.stringify(approval), '201 Created')),
    'a redirect': (socket) => socket.write(http('', `302 Found\r\nlocation: ${nobody}`)),
    'a server error': (socket) => socket.write(http(JSON.stringify(approval), '503 Busy')),
    'no JSON': (socket) => socket.write(http('<html>')),
    'no object': (socket) => socket.write(http('[]')),
    null: (socket) => socket.write(http('null')),
    'an outcome that is none': (socket) => socket.write(said({ outcome: 'fine' })),
    'an outcome of another request': (socket) => socket.write(said({ outcome: 'not_found' })),
    'an outcome of JavaScript': (socket) => socket.write(said({ outcome: 'constructor' })),
    'an amount that is none': (socket) => socket.write(said({ ...approval, amountCents: '1e3' })),
    'an amount in a number': (socket) => socket.write(said({ ...approval, amountCents: 1000 })),
    'no reference': (socket) => socket.write(said({ ...approval, reference: undefined })),
    'a code of its own': (socket) =>
      socket.write(said({ ...approval, outcome: 'declined', code: 'toString', message: 'No.' })),
  };
  for (const [what, answer] of Object.entries(answers)) {
    const url = await listen(t, (socket) => socket.once('data', () => answer(socket)));
    const heard = await processorAt(url, signalAfter).charge(chargeRequest('a1', good));
    assert.equal(heard.outcome, 'unknown', what);
    assert.match('reason' in heard ? heard.reason : '', /^[\w :]+$/, what);
  }
});

test('an answer that costs too much to read is not read to its end', async (t) => {
  const costly: Record<string, readonly [piece: string, reason: string]> = {
    'endless informational answers': [
      'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50),
      'too many informational answers',
    ],
    'endless extensions of chunks': [`1;${'x'.repeat(16_000)}\r\na\r\n`, 'answer too long'],
  };
  for (const [what, [piece, reason]] of Object.entries(costly)) {
    const first = piece.startsWith('1;')
      ? 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
      : '';
    const url = await listen(t, (socket) => socket.once('data', () => pour(socket, piece, first)));
    const options = { url, callTimeoutMs: 60_000, signalAfter: never };
    const read = await outgoingCall(options)('/charge', '{}');
    assert.deepEqual(read, { kind: 'unknown', reason }, what);
  }
});

test('on a connection that is kept each answer is counted by itself', async (t) => {
  let connections = 0;
  const url = await listen(t, (socket) => {
    connections += 1;
    socket.on('data', () => socket.write(http(`"${'x'.repeat(60_000)}"`)));
  });
  const options = { url, callTimeoutMs: 60_000, signalAfter: never };
  const call = outgoingCall(options);
  for (let i = 0; i < 5; i += 1) assert.equal((await call('/charge', '{}')).kind, 'answered');
  assert.equal(connections, 1);
});

test('an answer comes through as it is, also one for somebody else', async (t) => {
  const other = { ...approval, reference: 'somebody-elses', amountCents: '77' };
  const url = await listen(t, (socket) => socket.once('data', () => socket.write(said(other))));
  const heard = await processorAt(url).charge(chargeRequest('a1', good));
  assert.deepEqual(heard, { ...other, amountCents: 77n, currency: undefined });
});

test('a connection that was kept and has died leaves the outcome unknown', async (t) => {
  let requests = 0;
  const url = await listen(t, (socket) => {
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) socket.write(said(approval));
      else socket.resetAndDestroy();
    });
  });
  const processor = processorAt(url);
  assert.equal((await processor.charge(chargeRequest('a1', good))).outcome, 'approved');
  assert.equal((await processor.charge(chargeRequest('a1', good))).outcome, 'unknown');
  assert.equal(requests, 2);
});

test('an answer that comes twice is nobody else’s', async (t) => {
  for (const isAtOnce of [true, false]) {
    let connections = 0;
    let closed = Promise.resolve();
    let again = () => {};
    const url = await listen(t, (socket) => {
      connections += 1;
      closed = new Promise((resolve) => socket.once('close', () => resolve()));
      socket.on('data', (piece) => {
        const reference = /"reference":"(\w+)"/.exec(String(piece))?.[1];
        const answer = said({ ...approval, reference });
        socket.cork();
        again = () => socket.write(answer);
        again();
        if (isAtOnce) again();
        socket.uncork();
      });
    });
    const processor = processorAt(url);
    for (let i = 0; i < 5; i += 1) {
      const answer = await processor.charge(chargeRequest(`a${i}`, good));
      // Before the second answer came, the connection is as good as any.
      if (!isAtOnce) again();
      await closed;
      assert.equal(answer.outcome, 'approved');
      assert.equal(answer.reference, `a${i}`);
    }
    assert.equal(connections, 5);
  }
});

test('nothing is sent where nobody listens, or where nobody opens in time', async (t) => {
  const charge = { reference: 'a1', processorId: 'p1', amountCents: 1n };
  const refused = processorAt(nobody);
  assert.equal((await refused.charge(chargeRequest('a1', good))).outcome, 'not_sent');
  assert.equal((await refused.followUp(followUp('void', 'v1', charge))).outcome, 'not_sent');
  assert.equal((await processorAt('http://x.invalid').findCustomer('C-1')).outcome, 'not_sent');

  let bytes = 0;
  const url = await listen(t, (socket) => socket.on('data', (piece) => (bytes += piece.length)));
  const impatient: OutgoingOptions['signalAfter'] = (ms) => {
    const limit = new AbortController();
    // Before the connection can be there: that takes a turn of the event loop at least.
    if (ms === 1) process.nextTick(() => limit.abort());
    return limit.signal;
  };
  const options = { url, callTimeoutMs: 100, connectTimeoutMs: 1, signalAfter: impatient };
  const call = outgoingCall(options);
  assert.deepEqual(await call('/charge', '{}'), {
    kind: 'not_sent',
    reason: 'no connection in time',
  });
  // What was sent on an older connection would have arrived as well.
  const younger = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => younger.destroy());
  younger.write('x');
  while (bytes === 0) await turn();
  await turn();
  assert.equal(bytes, 1);
});

test('how long a server asks to wait is told as it is written', async (t) => {
  for (const [head, told] of [
    ['429 Slow Down\r\nretry-after: 60', { retryAfter: '60' }],
    ['429 Slow Down', {}],
  ] as const) {
    const url = await listen(t, (socket) =>
      socket.once('data', () => socket.write(http('{}', head))),
    );
    const call = outgoingCall({ url, callTimeoutMs: 10_000, signalAfter: never });
    const answer = { kind: 'answered', status: 429, body: '{}' };
    assert.deepEqual(await call('/charge', '{}'), { ...answer, ...told });
  }
});

function processorAt(url: string, signalAfter = never) {
  const call = outgoingCall({ url, callTimeoutMs: 60_000, signalAfter });
  return httpSimulator({ call, lateWindowSeconds: 4 });
}

/** A server that knows nothing of HTTP. */
async function listen(t: TestContext, onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function said(answer: object): string {
  return http(JSON.stringify(answer));
}

function http(body: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
