import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { connectionsOf, get, post, quick, reply, startEdge, turn } from '../../../test/edge.ts';
import { BodyFault, readBody } from './body.ts';

function envelope(message: string): string {
  const rest = '"Data":null,"OrderNumber":null,"SMSID":null';
  return `{"IsSuccess":false,"Message":"${message}",${rest}}`;
}

test('what is no request is answered in the failing envelope, and the connection closed', async (t) => {
  const { open } = await startEdge(t, { requestId: () => 'id-1' });
  const socket = open();
  socket.send('nonsense\r\n\r\n');
  const answer = await socket.answer();
  assert.equal(answer?.status, 400);
  assert.equal(answer.body, envelope('The request is not valid HTTP.'));
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(answer.headers.get('x-request-id'), 'id-1');
  assert.equal(await socket.rest(), '');
});

test('headers over 16 kB are answered with 431', async (t) => {
  const { open, taken } = await startEdge(t);
  const fitting = open();
  fitting.send(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(16_000)}\r\n\r\n`);
  reply(await taken(1));
  assert.equal((await fitting.answer())?.status, 200);
  const socket = open();
  socket.send(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(16_400)}\r\n\r\n`);
  const answer = await socket.answer();
  assert.equal(answer?.status, 431);
  const message = 'The request line and headers must not be larger than 16 kB.';
  assert.equal(answer.body, envelope(message));
});

// Closing at once would reset the connection, and a reset takes an unread answer with it.
test('a caller who sends all of far too long a header before it reads gets the answer', async (t) => {
  const { port, server } = await startEdge(t);
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  const serverSide = await accepted;
  for (let n = 0; n < 10; n += 1) {
    socket.write(n === 0 ? 'GET / HTTP/1.1\r\n' : `A: ${'a'.repeat(20_000)}\r\n`);
    while (serverSide.bytesRead < socket.bytesWritten && !serverSide.destroyed) await turn();
  }
  const received: string[] = [];
  socket.on('data', (piece) => received.push(piece.toString()));
  // A reset would end the wait as well, and leave nothing.
  while (received.length === 0 && !socket.closed) await turn();
  assert.match(received.join(''), /^HTTP\/1\.1 431 /);
});

test('headers that come too slowly are answered with 408', async (t) => {
  const { openWith, exchanges } = await startEdge(t, quick);
  const socket = await openWith('GET / HTTP/1.1\r\nHost: x\r\n');
  const answer = await socket.answer();
  assert.equal(answer?.status, 408);
  assert.equal(answer.body, envelope('The request did not arrive in time.'));
  assert.equal(await socket.rest(), '');
  assert.equal(exchanges.length, 0);
});

test('a body that comes too slowly is answered with 408 and never whole', async (t) => {
  const bodies: ReturnType<typeof readBody>[] = [];
  const { openWith, taken } = await startEdge(t, quick, ({ request }) => {
    bodies.push(readBody(request, 100));
  });
  const socket = await openWith(`${post}Content-Length: 9\r\n\r\nabc`);
  const slow = await taken(1);
  assert((await bodies[0]) instanceof BodyFault);
  reply(slow); // Goes nowhere, and must do no harm.
  assert.equal((await socket.answer())?.status, 408);
  assert.equal(await socket.rest(), '');
});

test('an answered request whose rest never comes is closed without a second answer', async (t) => {
  const { openWith } = await startEdge(t, quick, reply);
  const socket = await openWith(`${post}Content-Length: 9\r\n\r\nabc`);
  assert.equal((await socket.answer())?.status, 200);
  assert.equal(await socket.rest(), '');
});

test('a connection that is opened and never used is closed without a word', async (t) => {
  const { open } = await startEdge(t, quick);
  assert.equal(await open().rest(), '');
});

test('a kept-alive connection is closed without a word when nothing more comes', async (t) => {
  const { open, taken } = await startEdge(t, { keepAliveTimeoutMs: 50 });
  const socket = open();
  socket.send(get('/'));
  reply(await taken(1));
  assert.equal((await socket.answer())?.headers.get('connection'), 'keep-alive');
  assert.equal(await socket.rest(), '');
});

for (const [what, sent, status] of [
  ['a broken connection', 'nonsense\r\n\r\n', 400],
  ['a connection that was too slow', 'GET / HTTP/1.1\r\nHo', 408],
] as const) {
  test(`${what} is closed for good when the caller does not close it`, async (t) => {
    const { server, openWith } = await startEdge(t, quick);
    const socket = await openWith(sent);
    assert.equal((await socket.answer())?.status, status);
    while ((await connectionsOf(server)) > 0) {
      socket.send('more');
      await turn();
    }
  });
}

/** Waits until the limit of a younger connection has passed: so has that of every older one. */
async function limitOf(open: Awaited<ReturnType<typeof startEdge>>['open']): Promise<void> {
  assert.equal(await open().rest(), '');
}

test('the time limit is for the request, not for the answer', async (t) => {
  const { open, openWith, taken } = await startEdge(t, quick);
  const socket = await openWith(get('/'));
  await limitOf(open);
  reply(await taken(1));
  assert.equal((await socket.answer())?.body, 'done');
});

test('pipelined requests are answered in the order they came', async (t) => {
  const { open, taken } = await startEdge(t);
  const socket = open();
  socket.send(get('/1') + get('/2') + get('/3'));
  const [first, second, third] = [await taken(1), await taken(2), await taken(3)];
  reply(third, 'three');
  reply(second, 'two');
  reply(first, 'one');
  const bodies = [await socket.answer(), await socket.answer(), await socket.answer()];
  assert.deepEqual(
    bodies.map((answer) => answer?.body),
    ['one', 'two', 'three'],
  );
});

for (const [what, behind] of [
  ['nonsense', 'nonsense\r\n\r\n'],
  ['half a request', 'GET /2 HTTP/1.1\r\nHo'],
  ['a request with two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
] as const) {
  test(`${what} behind a request does not take the place of its answer`, async (t) => {
    const { open, openWith, taken } = await startEdge(t, quick);
    const socket = await openWith(`${post}Content-Length: 3\r\n\r\nabc${behind}`);
    await limitOf(open);
    reply(await taken(1), 'charged');
    assert.equal((await socket.answer())?.body, 'charged');
    assert.doesNotMatch(await socket.rest(), /charged/);
  });
}

test('bytes behind a request that said close do not take the place of its answer', async (t) => {
  const { open, taken } = await startEdge(t);
  const socket = open();
  socket.send(`${post}Connection: close\r\nContent-Length: 3\r\n\r\nabcd`);
  const exchange = await taken(1);
  await turn();
  reply(exchange, 'charged');
  assert.equal((await socket.answer())?.body, 'charged');
  assert.equal(await socket.rest(), '');
});

test('a body broken behind a request is answered after it', async (t) => {
  const { open, taken } = await startEdge(t);
  const socket = open();
  socket.send(`${get('/1')}${post}Transfer-Encoding: chunked\r\n\r\nno size\r\n`);
  await socket.isRead();
  reply(await taken(1), 'charged');
  assert.equal((await socket.answer())?.body, 'charged');
  assert.equal((await socket.answer())?.status, 400);
  assert.equal(await socket.rest(), '');
});

test('a caller who has closed its sending side still gets the answer', async (t) => {
  const { open, taken } = await startEdge(t);
  const socket = open();
  socket.send(`${post}Content-Length: 3\r\n\r\nabc`);
  socket.end();
  await socket.isRead();
  reply(await taken(1));
  assert.equal((await socket.answer())?.body, 'done');
  assert.equal(await socket.rest(), '');
});

test('half a request and the end of the sending side are answered with 400', async (t) => {
  const { open } = await startEdge(t);
  const socket = open();
  socket.send('GET / HTTP/1.1\r\nHo');
  socket.end();
  assert.equal((await socket.answer())?.status, 400);
  assert.equal(await socket.rest(), '');
});

test('an HTTP/1.0 caller gets one answer and the end of the connection', async (t) => {
  const { open, taken } = await startEdge(t);
  const socket = open();
  socket.send('POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc');
  const exchange = await taken(1);
  assert.deepEqual(await readBody(exchange.request, 100), Buffer.from('abc'));
  reply(exchange);
  assert.equal((await socket.answer())?.headers.get('connection'), 'close');
  assert.equal(await socket.rest(), '');
});

test('a caller who expects 100-continue is asked for the body', async (t) => {
  const { open, taken } = await startEdge(t);
  const socket = open();
  socket.send(`${post}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`);
  const exchange = await taken(1);
  const body = readBody(exchange.request, 100);
  assert.equal((await socket.answer())?.status, 100);
  socket.send('abc');
  assert.deepEqual(await body, Buffer.from('abc'));
  reply(exchange);
  assert.equal((await socket.answer())?.status, 200);
});
