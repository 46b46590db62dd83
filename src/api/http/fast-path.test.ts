import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain, startFastPathServer } from '../../../test/fast-path-server.ts';

test('a plain request is answered past node:http, with the bytes that node:http would answer', async (t) => {
  const [path, detour] = [
    await startFastPathServer(t),
    await startFastPathServer(t, { isQuick: false }),
  ];
  const requests = [
    plain(),
    plain({ path: '/api/Default/CreatePayment?x=1', headers: 'Authorization: Basic eA==\r\n' }),
    plain({ headers: 'Connection: Keep-Alive\r\nX-Wide:\tvalue  \r\n' }),
    plain({ body: '\xc3\xa4' }),
  ];
  const answers: string[] = [];
  for (const { open } of [path, detour]) {
    const socket = open();
    for (const request of requests) {
      socket.send(request);
      const answer = await socket.answer();
      const headers = [...answer!.headers].filter(([name]) => name !== 'date');
      answers.push(JSON.stringify([answer!.status, headers, answer!.body]));
      assert.match(
        answer!.headers.get('date') ?? '',
        /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
      );
    }
  }
  assert.deepEqual(answers.slice(0, requests.length), answers.slice(requests.length));
  assert.deepEqual(path.ways, ['quick', 'quick', 'quick', 'quick']);
  assert.deepEqual(detour.ways, ['slow', 'slow', 'slow', 'slow']);
});

const unusual: Record<string, string> = {
  'another method': 'PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na',
  'no body': 'POST /a HTTP/1.1\r\nHost: x\r\n\r\n',
  'an empty body': plain({ body: '' }),
  'HTTP/1.0': 'POST /a HTTP/1.0\r\nHost: x\r\nContent-Length: 1\r\n\r\na',
  'no Host': 'POST /a HTTP/1.1\r\nContent-Length: 1\r\n\r\na',
  chunks: 'POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  'an expectation': plain({ headers: 'Expect: something\r\n' }),
  'the request to close': plain({ headers: 'Connection: close\r\n' }),
  'a header twice': plain({ headers: 'Accept: a\r\nAccept: b\r\n' }),
  'an empty header': plain({ headers: 'Accept:\r\n' }),
  'a header outside ASCII': plain({ headers: 'X-Name: \xe4\r\n' }),
  'a head of more than 8 kB': plain({ headers: `X-Long: ${'a'.repeat(9000)}\r\n` }),
};

for (const [what, request] of Object.entries(unusual)) {
  test(`${what} goes over to node:http, and so does what follows`, async (t) => {
    const { ways, open } = await startFastPathServer(t);
    const socket = open();
    socket.send(plain());
    assert.equal((await socket.answer())?.status, 200);
    socket.send(request);
    assert.equal((await socket.answer())?.status, 200);
    assert.deepEqual(ways, ['quick', 'slow']);
    if (/close|1\.0/.test(request)) return;
    socket.send(plain());
    assert.equal((await socket.answer())?.status, 200);
    assert.deepEqual(ways, ['quick', 'slow', 'slow']);
  });
}

test('what is no HTTP is refused by node:http', async (t) => {
  const { ways, open } = await startFastPathServer(t);
  for (const request of ['POST nonsense\r\n\r\n', plain({ headers: 'Bad Name: a\r\n' })]) {
    const socket = open();
    socket.send(request);
    assert.equal((await socket.answer())?.status, 400);
  }
  assert.deepEqual(ways, []);
});

test('wherever its bytes are parted, a request is understood the same', async (t) => {
  const { open } = await startFastPathServer(t);
  const request = plain({ headers: 'Accept: a\r\n' });
  const whole = open();
  whole.send(request);
  const expected = (await whole.answer())?.body;
  for (let at = 1; at < request.length; at += 7) {
    const socket = open();
    socket.send(request.slice(0, at));
    assert.ok(await socket.isRead());
    socket.send(request.slice(at));
    assert.equal((await socket.answer())?.body, expected);
  }
});

test('no answer can be parted by a value in its head', async (t) => {
  const faults: unknown[] = [];
  const { open } = await startFastPathServer(t, {
    answer(_, reply) {
      try {
        reply.writeHead(200, { 'X-Name': 'a\r\nX-Other: b' });
      } catch (fault) {
        faults.push(fault);
        reply.destroy();
      }
    },
  });
  const socket = open();
  socket.send(plain());
  assert.equal(await socket.rest(), '');
  assert.equal(faults.length, 1);
});

test('whatever is taken past node:http, node:http understands the same way', async (t) => {
  const [path, detour] = [
    await startFastPathServer(t),
    await startFastPathServer(t, { isQuick: false }),
  ];
  let taken = 0;
  const odd = [
    '',
    ' ',
    '\t',
    '\r\n',
    '\n',
    ':',
    ',',
    '\0',
    '\x7f',
    'é',
    'A',
    '0',
    '-',
    '%',
    '#',
    '"',
  ];
  const pieces = [
    'POST',
    ' ',
    '/a',
    ' HTTP/1.1',
    '\r\n',
    'Host',
    ': ',
    'x',
    '\r\n',
    'Accept',
    ':',
    ' */*',
    '\r\n',
    'Content-Length',
    ': ',
    '5',
    '\r\n',
    '\r\n',
    'hello',
  ];
  const change = fc.record({
    at: fc.nat(pieces.length - 1),
    text: fc.oneof(
      fc.constantFrom(...odd),
      fc.constantFrom(...pieces, 'Content-Length: 5\r\n', 'TE: a\r\n'),
    ),
    replaces: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 2 }), async (changes) => {
      const parts: string[] = [...pieces];
      for (const { at, text, replaces } of changes) parts.splice(at, replaces ? 1 : 0, text);
      const request = parts.join('');
      path.ways.length = 0;
      const socket = path.open();
      socket.send(request);
      socket.end();
      const answer = await socket.answer();
      if (path.ways[0] !== 'quick') return;
      taken += 1;
      const other = detour.open();
      other.send(request);
      other.end();
      assert.equal(answer?.body, (await other.answer())?.body, JSON.stringify(request));
    }),
    { numRuns: 400 },
  );
  assert.ok(taken > 40, `only ${taken} were taken`);
});
