import assert from 'node:assert/strict';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openRaw } from '../../test/raw-socket.ts';
import { BodyFault, readBody } from './body.ts';
import { closeEdge, createEdge } from './server.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };
type Options = NonNullable<Parameters<typeof createEdge>[1]>;

/** A server whose every request waits until the test answers it. */
async function start(t: TestContext, options: Options = {}) {
  const exchanges: Exchange[] = [];
  const server = createEdge((request, response) => {
    exchanges.push({ request, response });
  }, options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t.after(() => closeEdge(server, 0));
  const open = () => {
    const socket = openRaw(port);
    t.after(() => socket.destroy());
    return socket;
  };
  const taken = async (count: number) => {
    while (exchanges.length < count) await turn();
    return exchanges[count - 1]!;
  };
  return { server, port, open, taken, exchanges };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

function reply({ response }: Exchange, text = 'done'): void {
  response.writeHead(200, { 'Content-Length': text.length });
  response.end(text);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
const quick = { requestTimeoutMs: 150, checkEveryMs: 20 };

function envelope(message: string): string {
  const rest = '"Data":null,"OrderNumber":null,"SMSID":null';
  return `{"IsSuccess":false,"Message":"${message}",${rest}}`;
}

test('what is no request is answered in the failing envelope, and the connection closed', async (t) => {
  const { open } = await start(t, { requestId: () => 'id-1' });
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
  const { open, taken } = await start(t);
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
  const { port } = await start(t);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  for (let n = 0; n < 10; n += 1) {
    socket.write(n === 0 ? 'GET / HTTP/1.1\r\n' : `A: ${'a'.repeat(20_000)}\r\n`);
    await wait(5);
  }
  const received: string[] = [];
  socket.on('data', (piece) => received.push(piece.toString()));
  await wait(50);
  assert.match(received.join(''), /^HTTP\/1\.1 431 /);
});

test('headers that come too slowly are answered with 408', async (t) => {
  const { open, exchanges } = await start(t, quick);
  const socket = open();
  socket.send('GET / HTTP/1.1\r\nHost: x\r\n');
  const answer = await socket.answer();
  assert.equal(answer?.status, 408);
  assert.equal(answer.body, envelope('The request did not arrive in time.'));
  assert.equal(await socket.rest(), '');
  assert.equal(exchanges.length, 0);
});

test('a body that comes too slowly is answered with 408 and never whole', async (t) => {
  const { open, taken } = await start(t, quick);
  const socket = open();
  socket.send(`${post}Content-Length: 9\r\n\r\nabc`);
  const slow = await taken(1);
  const body = await readBody(slow.request, 100);
  assert(body instanceof BodyFault);
  reply(slow); // Goes nowhere, and must do no harm.
  assert.equal((await socket.answer())?.status, 408);
  assert.equal(await socket.rest(), '');
});

test('an answered request whose rest never comes is closed without a second answer', async (t) => {
  const { open, taken } = await start(t, quick);
  const socket = open();
  socket.send(`${post}Content-Length: 9\r\n\r\nabc`);
  reply(await taken(1));
  assert.equal((await socket.answer())?.status, 200);
  assert.equal(await socket.rest(), '');
});

test('a connection that is opened and never used is closed without a word', async (t) => {
  const { open } = await start(t, quick);
  assert.equal(await open().rest(), '');
});

test('a kept-alive connection is closed without a word when nothing more comes', async (t) => {
  const { open, taken } = await start(t, { keepAliveTimeoutMs: 50 });
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
    const { server, open } = await start(t, quick);
    const socket = open();
    socket.send(sent);
    assert.equal((await socket.answer())?.status, status);
    while ((await connectionsOf(server)) > 0) {
      await wait(20);
      socket.send('more');
    }
  });
}

test('the time limit is for the request, not for the answer', async (t) => {
  const { open, taken } = await start(t, quick);
  const socket = open();
  socket.send(get('/'));
  const exchange = await taken(1);
  await wait(300);
  reply(exchange);
  assert.equal((await socket.answer())?.body, 'done');
});

test('pipelined requests are answered in the order they came', async (t) => {
  const { open, taken } = await start(t);
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
    const { open, taken } = await start(t, quick);
    const socket = open();
    socket.send(`${post}Content-Length: 3\r\n\r\nabc${behind}`);
    const exchange = await taken(1);
    await wait(300);
    reply(exchange, 'charged');
    assert.equal((await socket.answer())?.body, 'charged');
    assert.doesNotMatch(await socket.rest(), /charged/);
  });
}

test('bytes behind a request that said close do not take the place of its answer', async (t) => {
  const { open, taken } = await start(t);
  const socket = open();
  socket.send(`${post}Connection: close\r\nContent-Length: 3\r\n\r\nabcd`);
  const exchange = await taken(1);
  await turn();
  reply(exchange, 'charged');
  assert.equal((await socket.answer())?.body, 'charged');
  assert.equal(await socket.rest(), '');
});

test('a body broken behind a request is answered after it', async (t) => {
  const { open, taken } = await start(t);
  const socket = open();
  socket.send(`${get('/1')}${post}Transfer-Encoding: chunked\r\n\r\nno size\r\n`);
  const first = await taken(1);
  await taken(2);
  await wait(20);
  reply(first, 'charged');
  assert.equal((await socket.answer())?.body, 'charged');
  assert.equal((await socket.answer())?.status, 400);
  assert.equal(await socket.rest(), '');
});

test('a caller who has closed its sending side still gets the answer', async (t) => {
  const { open, taken } = await start(t);
  const socket = open();
  socket.send(`${post}Content-Length: 3\r\n\r\nabc`);
  socket.end();
  const exchange = await taken(1);
  await wait(20);
  reply(exchange);
  assert.equal((await socket.answer())?.body, 'done');
  assert.equal(await socket.rest(), '');
});

test('half a request and the end of the sending side are answered with 400', async (t) => {
  const { open } = await start(t);
  const socket = open();
  socket.send('GET / HTTP/1.1\r\nHo');
  socket.end();
  assert.equal((await socket.answer())?.status, 400);
  assert.equal(await socket.rest(), '');
});

test('an HTTP/1.0 caller gets one answer and the end of the connection', async (t) => {
  const { open, taken } = await start(t);
  const socket = open();
  socket.send('POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc');
  const exchange = await taken(1);
  assert.deepEqual(await readBody(exchange.request, 100), Buffer.from('abc'));
  reply(exchange);
  assert.equal((await socket.answer())?.headers.get('connection'), 'close');
  assert.equal(await socket.rest(), '');
});

test('a caller who expects 100-continue is asked for the body', async (t) => {
  const { open, taken } = await start(t);
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

test('closing finishes the requests under way and tells their callers', async (t) => {
  const { server, open, taken } = await start(t);
  const sockets = [open(), open()];
  for (const [n, socket] of sockets.entries()) socket.send(get(`/${n}`));
  const exchanges = [await taken(1), await taken(2)];
  const closing = closeEdge(server, 10_000);
  await wait(20);
  for (const exchange of exchanges) reply(exchange);
  for (const socket of sockets) {
    const answer = await socket.answer();
    assert.equal(answer?.headers.get('connection'), 'close');
    assert.equal(answer.body, 'done');
  }
  assert.equal(await closing, 0);
});

test('closing waits for a body that is still coming', async (t) => {
  const { server, open, taken } = await start(t);
  const socket = open();
  socket.send(`${post}Content-Length: 6\r\n\r\nabc`);
  const exchange = await taken(1);
  const closing = closeEdge(server, 10_000);
  await wait(20);
  socket.send('def');
  assert.deepEqual(await readBody(exchange.request, 100), Buffer.from('abcdef'));
  reply(exchange);
  assert.equal((await socket.answer())?.body, 'done');
  assert.equal(await closing, 0);
});

test('closing does not wait for connections without a request', async (t) => {
  const { server, open, taken } = await start(t);
  const [unused, idle, half, used] = [open(), open(), open(), open()];
  for (const [n, socket] of [idle, used].entries()) {
    socket.send(get('/'));
    reply(await taken(n + 1));
    assert.equal((await socket.answer())?.body, 'done');
  }
  for (const socket of [half, used]) socket.send('GET / HTTP/1.1\r\nHo');
  await wait(20);
  assert.equal(await closeEdge(server, 2_000), 0);
  for (const socket of [unused, idle, half, used]) assert.equal(await socket.rest(), '');
});

test('closing ends a connection whose answer had begun before', async (t) => {
  const { server, open, taken } = await start(t, { keepAliveTimeoutMs: 60_000 });
  const socket = open();
  socket.send(get('/'));
  const { response } = await taken(1);
  response.writeHead(200, { 'Content-Length': 4 });
  response.write('do');
  const closing = closeEdge(server, 2_000);
  await wait(20);
  response.end('ne');
  assert.equal((await socket.answer())?.body, 'done');
  assert.equal(await closing, 0);
});

test('a request that has arrived when closing begins is still answered', async (t) => {
  const { server, open, taken } = await start(t);
  const socket = open();
  socket.send(get('/1'));
  reply(await taken(1));
  await socket.answer();
  socket.send(get('/2'));
  const closing = closeEdge(server, 10_000);
  reply(await taken(2), 'two');
  const answer = await socket.answer();
  assert.equal(answer?.body, 'two');
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(await closing, 0);
});

test('an answer given at once to a request that arrives while closing begins says so', async () => {
  const server = createEdge((_, response) => response.end('done'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = openRaw((server.address() as AddressInfo).port);
  socket.send('GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
  const first = await socket.answer();
  assert.equal(first?.headers.get('connection'), 'keep-alive');
  socket.send(get('/2'));
  assert.equal(await closeEdge(server, 2_000), 0);
  assert.equal((await socket.answer())?.headers.get('connection'), 'close');
});

test('a request behind the last answer of a closing connection is not taken up', async (t) => {
  const { server, open, taken, exchanges } = await start(t);
  const socket = open();
  socket.send(get('/1') + get('/2'));
  await taken(2);
  const closing = closeEdge(server, 10_000);
  await wait(20);
  socket.send(get('/3'));
  await wait(20);
  assert.equal(exchanges.length, 2);
  reply(exchanges[0]!, 'one');
  reply(exchanges[1]!, 'two');
  assert.equal((await socket.answer())?.body, 'one');
  assert.equal((await socket.answer())?.body, 'two');
  assert.equal(await socket.rest(), '');
  assert.equal(await closing, 0);
});

test('what is not finished after the grace is cut', async (t) => {
  const { server, open, taken } = await start(t);
  const socket = open();
  socket.send(get('/'));
  const exchange = await taken(1);
  assert.equal(await closeEdge(server, 30), 1);
  reply(exchange); // Goes nowhere, and must do no harm.
  assert.equal(await socket.answer(), undefined);
});

test('a closing server takes no new connection', async (t) => {
  const { server, open } = await start(t);
  await closeEdge(server, 0);
  assert.equal(await open().answer(), undefined);
});
