import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { patient } from '../../../test/edge.ts';
import { openRaw } from '../../../test/raw-socket.ts';
import { BodyFault, readBody } from './body.ts';
import { closeEdge, createEdge } from './server.ts';

const limit = 64 * 1024;

/** A server that answers what readBody says; `sees` gets each request before it is read. */
async function start(t: TestContext, sees: (request: IncomingMessage) => void = () => {}) {
  const bodies: (Buffer | BodyFault)[] = [];
  const server = createEdge(async (request, response) => {
    sees(request);
    const body = await readBody(request, limit);
    bodies.push(body);
    const text = body instanceof BodyFault ? body.rule : body.toString('latin1');
    response.writeHead(body instanceof BodyFault ? body.status : 200, {
      'Content-Length': text.length,
    });
    response.end(text);
  }, patient);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => closeEdge(server, 0));
  const open = () => {
    const socket = openRaw((server.address() as AddressInfo).port);
    t.after(() => socket.destroy());
    return socket;
  };
  return { bodies, open };
}

const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
const chunkedPost = `${post}Transfer-Encoding: chunked\r\n\r\n`;
const sized = (body: string) => `${post}Content-Length: ${body.length}\r\n\r\n${body}`;
const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** One turn of the loop after another, until the server has seen something. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}

test('a body that arrives in one piece is handed on without a copy', async (t) => {
  let piece: Buffer | undefined;
  const { bodies, open } = await start(t, (request) => {
    request.on('data', (chunk) => {
      piece = chunk;
    });
  });
  const socket = open();
  socket.send(sized('{"a":1}'));
  assert.equal((await socket.answer())?.body, '{"a":1}');
  assert.equal(bodies[0], piece);
});

test('a request without a body has an empty one', async (t) => {
  const { open } = await start(t);
  for (const request of [`${post}\r\n`, sized(''), `${chunkedPost}0\r\n\r\n`]) {
    const socket = open();
    socket.send(request);
    assert.equal((await socket.answer())?.body, '');
  }
});

test('a body of exactly the limit is read, by length and in chunks', async (t) => {
  const { open } = await start(t);
  const body = 'x'.repeat(limit);
  for (const request of [sized(body), `${chunkedPost}${chunkOf(body)}0\r\n\r\n`]) {
    const socket = open();
    socket.send(request);
    assert.equal((await socket.answer())?.body, body);
  }
});

test('a declared length over the limit is refused before the body is sent', async (t) => {
  const { open } = await start(t);
  for (const length of [limit + 1, Number.MAX_SAFE_INTEGER, '18446744073709551615']) {
    const socket = open();
    socket.send(`${post}Content-Length: ${length}\r\n\r\n`);
    const answer = await socket.answer();
    assert.equal(answer?.status, 413);
    assert.equal(answer.body, 'body_too_large');
  }
});

test('a chunked body over the limit is refused while it is still being sent', async (t) => {
  const { bodies, open } = await start(t);
  const socket = open();
  socket.send(`${chunkedPost}${chunkOf('x'.repeat(limit))}`);
  socket.send(chunkOf('x'));
  assert.equal((await socket.answer())?.status, 413);
  const [fault] = bodies;
  assert(fault instanceof BodyFault);
  assert.equal(fault.message, 'The body must not be larger than 64 kB.');
});

test('after a refused body the caller may send the rest of it and go on', async (t) => {
  const { open } = await start(t);
  const half = 'x'.repeat(limit);
  for (const [first, second] of [
    [`${post}Content-Length: ${2 * limit}\r\n\r\n${half}`, half],
    [`${chunkedPost}${chunkOf(half)}${chunkOf('x')}`, `${chunkOf(half)}0\r\n\r\n`],
  ] as const) {
    const socket = open();
    socket.send(first);
    assert.equal((await socket.answer())?.status, 413);
    socket.send(`${second}${sized('next')}`);
    assert.equal((await socket.answer())?.body, 'next');
  }
});

test('a body that ends too early is a fault, not a short body', async (t) => {
  let received = 0;
  const { bodies, open } = await start(t, (request) => {
    request.on('data', () => {
      received += 1;
    });
  });
  for (const request of [`${post}Content-Length: 9\r\n\r\nabc`, `${chunkedPost}9\r\nabc`]) {
    const before = bodies.length;
    const socket = open();
    socket.send(request);
    await until(() => received > before);
    socket.destroy();
    await until(() => bodies.length > before);
    const fault = bodies[before];
    assert(fault instanceof BodyFault);
    assert.equal(fault.rule, 'body_incomplete');
  }
});

test('a caller who is gone before the body is asked for is a fault too', async (t) => {
  let request: IncomingMessage | undefined;
  const { open } = await start(t, (seen) => {
    request = seen;
    seen.destroy();
  });
  const socket = open();
  socket.send(`${post}Content-Length: 9\r\n\r\nabc`);
  await socket.rest();
  await until(() => request?.closed === true);
  const fault = await readBody(request!, limit);
  assert(fault instanceof BodyFault);
  assert.equal(fault.rule, 'body_incomplete');
});

test('a body is the same in whatever pieces it comes', async (t) => {
  const { open } = await start(t);
  const piece = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ minLength: 1, maxLength: 1 })), { maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      async (pieces, isChunked, apart) => {
        const socket = open();
        const parts = isChunked
          ? [chunkedPost, ...pieces.map(chunkOf), '0\r\n\r\n']
          : [`${post}Content-Length: ${pieces.join('').length}\r\n\r\n`, ...pieces];
        if (!apart) socket.send(parts.join(''));
        else {
          for (const part of parts) {
            socket.send(part);
            await new Promise((resolve) => setImmediate(resolve));
          }
        }
        assert.equal((await socket.answer())?.body, pieces.join(''));
        socket.destroy();
      },
    ),
    { numRuns: 150 },
  );
});

test('a body of 64 kB sent byte by byte is read', async (t) => {
  const { open } = await start(t);
  const socket = open();
  socket.send(`${chunkedPost}${chunkOf('x').repeat(limit)}0\r\n\r\n`);
  assert.equal((await socket.answer())?.body, 'x'.repeat(limit));
});
