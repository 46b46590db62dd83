import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingBegun, get, hourMs, post, reply, startEdge } from '../../../test/edge.ts';
import { readBody } from './body.ts';
import { closeEdge } from './server.ts';

test('closing finishes the requests under way and tells their callers', async (t) => {
  const { server, open, taken } = await startEdge(t);
  const sockets = [open(), open()];
  for (const [n, socket] of sockets.entries()) socket.send(get(`/${n}`));
  const exchanges = [await taken(1), await taken(2)];
  const closing = closeEdge(server, hourMs);
  await closingBegun(server);
  for (const exchange of exchanges) reply(exchange);
  for (const socket of sockets) {
    const answer = await socket.answer();
    assert.equal(answer?.headers.get('connection'), 'close');
    assert.equal(answer.body, 'done');
  }
  assert.equal(await closing, 0);
});

test('closing waits for a body that is still coming', async (t) => {
  const { server, open, taken } = await startEdge(t);
  const socket = open();
  socket.send(`${post}Content-Length: 6\r\n\r\nabc`);
  const exchange = await taken(1);
  const closing = closeEdge(server, hourMs);
  await closingBegun(server);
  socket.send('def');
  assert.deepEqual(await readBody(exchange.request, 100), Buffer.from('abcdef'));
  reply(exchange);
  assert.equal((await socket.answer())?.body, 'done');
  assert.equal(await closing, 0);
});

test('closing does not wait for connections without a request', async (t) => {
  const { server, open, taken } = await startEdge(t);
  const [unused, idle, half, used] = [open(), open(), open(), open()];
  for (const [n, socket] of [idle, used].entries()) {
    socket.send(get('/'));
    reply(await taken(n + 1));
    assert.equal((await socket.answer())?.body, 'done');
  }
  for (const socket of [half, used]) socket.send('GET / HTTP/1.1\r\nHo');
  for (const socket of [unused, idle, half, used]) assert.ok(await socket.isRead());
  assert.equal(await closeEdge(server, hourMs), 0);
  for (const socket of [unused, idle, half, used]) assert.equal(await socket.rest(), '');
});

test('closing ends a connection whose answer had begun before', async (t) => {
  const { server, open, taken } = await startEdge(t);
  const socket = open();
  socket.send(get('/'));
  const { response } = await taken(1);
  response.writeHead(200, { 'Content-Length': 4 });
  response.write('do');
  const closing = closeEdge(server, hourMs);
  await closingBegun(server);
  response.end('ne');
  assert.equal((await socket.answer())?.body, 'done');
  assert.equal(await closing, 0);
});

test('a request that has arrived when closing begins is still answered', async (t) => {
  const { server, open, taken } = await startEdge(t);
  const socket = open();
  socket.send(get('/1'));
  reply(await taken(1));
  await socket.answer();
  socket.send(get('/2'));
  const closing = closeEdge(server, hourMs);
  reply(await taken(2), 'two');
  const answer = await socket.answer();
  assert.equal(answer?.body, 'two');
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(await closing, 0);
});

test('an answer given at once to a request that arrives while closing begins says so', async (t) => {
  const { server, open } = await startEdge(t, {}, reply);
  const socket = open();
  socket.send('GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
  const first = await socket.answer();
  assert.equal(first?.headers.get('connection'), 'keep-alive');
  socket.send(get('/2'));
  assert.equal(await closeEdge(server, hourMs), 0);
  assert.equal((await socket.answer())?.headers.get('connection'), 'close');
});

test('a request behind the last answer of a closing connection is not taken up', async (t) => {
  const { server, open, taken, exchanges } = await startEdge(t);
  const socket = open();
  socket.send(get('/1') + get('/2'));
  await taken(2);
  const closing = closeEdge(server, hourMs);
  await closingBegun(server);
  socket.send(get('/3'));
  assert.ok(await socket.isRead());
  assert.equal(exchanges.length, 2);
  reply(exchanges[0]!, 'one');
  reply(exchanges[1]!, 'two');
  assert.equal((await socket.answer())?.body, 'one');
  assert.equal((await socket.answer())?.body, 'two');
  assert.equal(await socket.rest(), '');
  assert.equal(await closing, 0);
});

test('what is not finished after the grace is cut', async (t) => {
  const { server, open, taken } = await startEdge(t);
  const socket = open();
  socket.send(get('/'));
  const exchange = await taken(1);
  assert.equal(await closeEdge(server, 30), 1);
  reply(exchange); // Goes nowhere, and must do no harm.
  assert.equal(await socket.answer(), undefined);
});

test('a closing server takes no new connection', async (t) => {
  const { server, open } = await startEdge(t);
  await closeEdge(server, 0);
  assert.equal(await open().answer(), undefined);
});
