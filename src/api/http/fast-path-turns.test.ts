import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { connectionsOf, hourMs, quick, turn } from '../../../test/edge.ts';
import { plain, say, startFastPathServer } from '../../../test/fast-path-server.ts';
import type { Reply, Request } from './request.ts';
import { closeEdge } from './server.ts';

test('requests that are sent without waiting are answered in their order', async (t) => {
  const owed: Reply[] = [];
  const { ways, open } = await startFastPathServer(t, { answer: (_, reply) => owed.push(reply) });
  const socket = open();
  socket.send(plain());
  while (owed.length < 1) await turn();
  socket.send(plain() + plain().slice(0, 10));
  assert.ok(await socket.isRead());
  socket.send(plain().slice(10));
  assert.ok(await socket.isRead());
  assert.equal(owed.length, 1);
  say(owed[0]!, 'one');
  while (owed.length < 3) await turn();
  say(owed[2]!, 'three');
  say(owed[1]!, 'two');
  for (const text of ['one', 'two', 'three']) assert.equal((await socket.answer())?.body, text);
  assert.deepEqual(ways, ['quick', 'slow', 'slow']);
});

test('who says the last of it in one go with its end is answered all of it', async (t) => {
  const owed: Reply[] = [];
  const { ways, open } = await startFastPathServer(t, { answer: (_, reply) => owed.push(reply) });
  const socket = open();
  socket.send(plain());
  while (owed.length < 1) await turn();
  socket.send(plain());
  assert.ok(await socket.isRead());
  socket.end();
  assert.ok(await socket.isRead());
  say(owed[0]!, 'one');
  while (owed.length < 2) await turn();
  say(owed[1]!, 'two');
  for (const text of ['one', 'two']) assert.equal((await socket.answer())?.body, text);
  assert.deepEqual(ways, ['quick', 'slow']);
});

test('who never reads its answers is made to wait, and goes over to node:http', async (t) => {
  let answered = 0;
  let isPaused = () => false;
  const { ways, port } = await startFastPathServer(t, {
    answer({ socket: serverSide }, reply) {
      answered += 1;
      isPaused = () => serverSide.isPaused();
      say(reply, 'x'.repeat(50_000));
    },
  });
  const socket = connect(port, '127.0.0.1').pause();
  t.after(() => socket.destroy());
  for (let asked = 1; answered === asked - 1; asked += 1) {
    assert.ok(asked < 2000, 'it is answered without end');
    socket.write(plain());
    for (let turns = 0; turns < 100 && answered < asked; ) {
      await turn();
      if (isPaused()) turns += 1;
    }
  }
  assert.deepEqual([...new Set(ways)], ['quick', 'slow']);
});

test('a connection that is reset leaves nothing behind, whatever it had still sent', async (t) => {
  const owed: { request: Request; reply: Reply }[] = [];
  const { server, open, port } = await startFastPathServer(t, {
    answer: (request, reply) => owed.push({ request, reply }),
  });
  const reset = connect(port, '127.0.0.1');
  reset.write(plain());
  while (owed.length < 1) await turn();
  const { request, reply } = owed[0]!;
  const { socket } = request;
  reset.write(plain());
  while (socket.bytesRead < 2 * plain().length) await turn();
  reset.resetAndDestroy();
  while (!socket.closed) await turn();
  say(reply, 'nobody hears it');
  await turn();
  assert.equal(owed.length, 1, 'what came behind is not taken up');
  assert.equal(await connectionsOf(server), 0);

  open().send(plain());
  while (owed.length < 2) await turn();
  assert.equal(await closeEdge(server, 30), 1, 'only the other one is there to be cut');
});

test('a handler that says it was the last answer means it', async (t) => {
  const { open } = await startFastPathServer(t, {
    answer(_, reply) {
      reply.writeHead(415, { Connection: 'close', 'Content-Length': 2 });
      reply.end('no');
    },
  });
  const socket = open();
  socket.send(plain());
  const text = await socket.rest();
  assert.deepEqual(text.match(/^(Connection|Keep-Alive): .*$/gm), ['Connection: close']);
});

test('who has said all is still answered', async (t) => {
  const { open } = await startFastPathServer(t);
  const socket = open();
  socket.send(plain());
  socket.end();
  assert.equal((await socket.answer())?.status, 200);
  assert.equal(await socket.rest(), '');
});

test('an idle connection is closed in time, and one that waits for its answer is not', async (t) => {
  const owed: Reply[] = [];
  const { requestTimeoutMs } = quick;
  const { server, openWith, open } = await startFastPathServer(t, {
    requestTimeoutMs,
    keepAliveTimeoutMs: requestTimeoutMs,
    answer: (_, reply) => owed.push(reply),
  });
  const asking = await openWith(plain());
  // The limit of a younger connection passes later.
  assert.equal(await open().rest(), '');
  assert.equal(await connectionsOf(server), 1);
  say(owed[0]!, 'done');
  assert.equal((await asking.answer())?.body, 'done');
  assert.equal(await asking.rest(), '');
});

test('closing sends the idle away, and tells who is answered that it was the last', async (t) => {
  const owed: Reply[] = [];
  const { server, open } = await startFastPathServer(t, { answer: (_, reply) => owed.push(reply) });
  const [idle, asking, silent] = [open(), open(), open()];
  for (const socket of [asking, silent]) socket.send(plain());
  while (owed.length < 2) await turn();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const closing = closeEdge(server, hourMs);
  assert.equal(await idle.rest(), '');
  say(owed[0]!, 'done');
  const answer = await Promise.any([asking.answer(), silent.answer()]);
  assert.equal(answer?.headers.get('connection'), 'close');
  while ((await connectionsOf(server)) > 1) await turn();
  // The server learns in the turn after this one that a socket is closed.
  for (let turns = 0; turns < 2; turns += 1) await turn();
  t.mock.timers.tick(hourMs);
  assert.equal(await closing, 1, 'the other one was cut');
});
