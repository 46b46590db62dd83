import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { patient } from '../../../test/edge.ts';
import { openRaw } from '../../../test/raw-socket.ts';
import { BodyFault, readBody } from './body.ts';
import { refuseRequest } from './http-rules.ts';
import { closeEdge, createEdge } from './server.ts';

// Answers 'passed: METHOD url body', or the rule that refused the request.
let server: Server;
before(async () => {
  server = createEdge(async (request, response) => {
    const refused = refuseRequest(request);
    const body = refused ? '' : await readBody(request, 1024);
    // Of a broken body the edge has told the caller already: this answer must not be seen.
    const seen = body instanceof BodyFault ? body.rule : body;
    const { method, url, headers } = request;
    const text = refused ? refused.rule : `passed: ${method} ${url} ${seen}`;
    if (headers.host !== undefined) response.setHeader('X-Host', headers.host);
    response.writeHead(refused?.status ?? 200, {
      'Content-Length': text.length,
      ...(refused && { Connection: 'close' }),
    });
    response.end(text);
  }, patient);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => closeEdge(server, 1000));

/** Status and body of the one answer; fails when another one follows. */
async function exchange(text: string) {
  const socket = openRaw((server.address() as AddressInfo).port);
  socket.send(text);
  const answer = await socket.answer();
  socket.end();
  assert.equal(await socket.rest(), '');
  return answer && { status: answer.status, body: answer.body };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
const post = 'POST / HTTP/1.1\r\nHost: x\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';
const longestPath = `/${'a'.repeat(8191)}`;

const passing: [what: string, request: string, body: string][] = [
  ['a plain GET', `${get}\r\n`, 'GET / '],
  ['a GET that declares an empty body', `${get}Content-Length: 0\r\n\r\n`, 'GET / '],
  ['HTTP/1.0 without Host', 'GET / HTTP/1.0\r\n\r\n', 'GET / '],
  ['a query', 'GET /a?b=c%20d&e HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /a?b=c%20d&e '],
  ['8 kB of URL', `GET ${longestPath} HTTP/1.1\r\nHost: x\r\n\r\n`, `GET ${longestPath} `],
  ['Host in lower case with a port', 'GET / HTTP/1.1\r\nhost: a.example:8080\r\n\r\n', 'GET / '],
  ['an IPv6 address as Host', 'GET / HTTP/1.1\r\nHOST: [::1]:80\r\n\r\n', 'GET / '],
  ['an empty line before the request', `\r\n${get}\r\n`, 'GET / '],
  ['a body by length', `${post}Content-Length: 3\r\n\r\nabc`, 'POST / abc'],
  ['a chunked body', `${post}${chunked}\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n`, 'POST / abc'],
  [
    'chunked in capitals',
    `${post}Transfer-Encoding: CHUNKED\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    'POST / a',
  ],
  ['a POST with nothing', `${post}\r\n`, 'POST / '],
  ['identity', `${post}Content-Encoding: identity\r\nContent-Length: 1\r\n\r\na`, 'POST / a'],
  ['an offer to upgrade', `${get}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`, 'GET / '],
  ['an unknown expectation', `${get}Expect: more\r\n\r\n`, 'GET / '],
];

for (const [what, request, body] of passing) {
  test(`passes: ${what}`, async () => {
    assert.deepEqual(await exchange(request), { status: 200, body: `passed: ${body}` });
  });
}

for (const [address, host, path] of [
  ['http://pay.example/a/b?c=d', 'pay.example', '/a/b?c=d'],
  ['HTTPS://pay.example:8443/', 'pay.example:8443', '/'],
  ['http://[::1]:80', '[::1]:80', '/'],
  ['http://pay.example?c=d', 'pay.example', '/?c=d'],
  ['http://pay.example//a', 'pay.example', '//a'],
] as const) {
  test(`passes: the whole address ${address}, whatever Host says`, async () => {
    const socket = openRaw((server.address() as AddressInfo).port);
    socket.send(`POST ${address} HTTP/1.1\r\nHost: other.example\r\nContent-Length: 3\r\n\r\nabc`);
    const answer = await socket.answer();
    assert.equal(answer?.body, `passed: POST ${path} abc`);
    assert.equal(answer?.headers.get('x-host'), host);
    // The connection stays open: the next one passes too.
    socket.send(`${get}\r\n`);
    assert.equal((await socket.answer())?.body, 'passed: GET / ');
    socket.end();
    assert.equal(await socket.rest(), '');
  });
}

const manyHeaders = 'a:\r\n'.repeat(1100);

const ours: [status: number, rule: string, what: string, request: string][] = [
  [505, 'http_version', 'no version', 'GET /\r\n\r\n'],
  [505, 'http_version', 'HTTP/0.9', 'GET / HTTP/0.9\r\nHost: x\r\n\r\n'],
  [505, 'http_version', 'HTTP/2.0', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n'],
  [501, 'method_unknown', 'TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n'],
  [501, 'method_unknown', 'PROPFIND', 'PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n'],
  [501, 'method_unknown', 'RTSP', 'DESCRIBE / RTSP/1.0\r\nHost: x\r\n\r\n'],
  [501, 'method_unknown', 'ICE', 'SOURCE / ICE/1.0\r\nHost: x\r\n\r\n'],
  [414, 'url_too_long', 'a URL over 8 kB', `GET ${longestPath}a HTTP/1.1\r\nHost: x\r\n\r\n`],
  [400, 'target_form', 'another scheme', 'GET ftp://x/y HTTP/1.1\r\nHost: x\r\n\r\n'],
  [400, 'target_form', 'an address of nobody', 'GET http:///y HTTP/1.1\r\nHost: x\r\n\r\n'],
  [400, 'target_form', 'an address with a user', 'GET http://u@x/y HTTP/1.1\r\nHost: x\r\n\r\n'],
  [400, 'target_form', 'an address of two hosts', 'GET http://a,b/y HTTP/1.1\r\nHost: x\r\n\r\n'],
  [400, 'host_missing', 'an address without Host', 'GET http://x/y HTTP/1.1\r\n\r\n'],
  [
    400,
    'host_twice',
    'an address with two Hosts',
    'GET http://x/y HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n',
  ],
  [400, 'target_form', 'asterisk form', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  [400, 'host_missing', 'no Host', 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'host_twice', 'two Hosts', `${get}Host: y\r\n\r\n`],
  [400, 'host_twice', 'the same Host twice', `${get}hOST: x\r\n\r\n`],
  [400, 'host_twice', 'two Hosts on HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
  [400, 'host_twice', 'a second Host behind 1,100 headers', `${get}${manyHeaders}Host: y\r\n\r\n`],
  [400, 'host_invalid', 'an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
  [400, 'host_invalid', 'a list of Hosts', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n'],
  [400, 'host_invalid', 'a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  [400, 'host_invalid', 'a Host with a user', 'GET / HTTP/1.1\r\nHost: u@a\r\n\r\n'],
  [400, 'host_invalid', 'a Host with markup', 'GET / HTTP/1.1\r\nHost: a"><b\r\n\r\n'],
  [400, 'body_on_read', 'a GET with a body', `${get}Content-Length: 3\r\n\r\nabc`],
  [400, 'body_on_read', 'a chunked GET', `${get}${chunked}\r\n1\r\na\r\n0\r\n\r\n`],
  [400, 'chunked_http_1_0', 'chunked HTTP/1.0', `POST / HTTP/1.0\r\n${chunked}\r\n0\r\n\r\n`],
  [
    501,
    'transfer_encoding',
    'gzip, chunked',
    `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  // Node refuses the next two as well, but only after it has handed the request on.
  [501, 'transfer_encoding', 'gzip alone', `${post}Transfer-Encoding: gzip\r\n\r\n`],
  [501, 'transfer_encoding', 'identity', `${post}Transfer-Encoding: identity\r\n\r\n`],
  [415, 'content_encoding', 'gzip', `${post}Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na`],
  [415, 'content_encoding', 'chunked br', `${post}Content-Encoding: BR\r\n${chunked}\r\n0\r\n\r\n`],
];

for (const [status, rule, what, request] of ours) {
  test(`refused by us as ${rule}: ${what}`, async () => {
    assert.deepEqual(await exchange(request), { status, body: rule });
  });
}

test('a HEAD request with a body is refused, without a body', async () => {
  const socket = openRaw((server.address() as AddressInfo).port);
  socket.send('HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na');
  assert.match(await socket.rest(), /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\n\r\n$/);
});

// Nothing of ours refuses these: should a new Node let one through, http-rules.ts must.
const theirs: [what: string, request: string][] = [
  ['length, then chunked', `${post}Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n`],
  ['chunked, then length', `${post}${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  ['the same length twice', `${post}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`],
  ['a list of lengths', `${post}Content-Length: 1, 1\r\n\r\na`],
  ['a length with a sign', `${post}Content-Length: +1\r\n\r\na`],
  ['a negative length', `${post}Content-Length: -1\r\n\r\na`],
  ['a hexadecimal length', `${post}Content-Length: 0x1\r\n\r\na`],
  ['an empty length', `${post}Content-Length:\r\n\r\na`],
  ['a length beyond 64 bits', `${post}Content-Length: 99999999999999999999\r\n\r\na`],
  ['chunked twice', `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
  ['chunked in two headers', `${post}${chunked}${chunked}\r\n0\r\n\r\n`],
  ['chunked behind a vertical tab', `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`],
  ['a chunk size with 0x', `${post}${chunked}\r\n0x1\r\na\r\n0\r\n\r\n`],
  ['a chunk size with a space', `${post}${chunked}\r\n1 \r\na\r\n0\r\n\r\n`],
  ['a chunk size beyond 64 bits', `${post}${chunked}\r\nfffffffffffffffff\r\na\r\n0\r\n\r\n`],
  ['a chunk size ended by a bare LF', `${post}${chunked}\r\n1\na\r\n0\r\n\r\n`],
  ['a chunk longer than its size', `${post}${chunked}\r\n1\r\nab\r\n0\r\n\r\n`],
  ['a length in the trailer', `${post}${chunked}\r\n0\r\nContent-Length: 1\r\n\r\n`],
  ['a folded header', `${get}A: b\r\n c\r\n\r\n`],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a space before the first header', 'GET / HTTP/1.1\r\n Host: x\r\n\r\n'],
  ['bare LF everywhere', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['bare LF behind a header', 'GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n'],
  ['bare CR in a header', 'GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n'],
  ['NUL in a header', `${get}A: b\0c\r\n\r\n`],
  ['a header without a colon', `${get}A\r\n\r\n`],
  ['authority form', 'GET x:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a path without a slash', 'GET abc HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a space in the URL', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tab in the URL', 'GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['bytes beyond ASCII in the URL', 'GET /\xe9 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['NUL in the URL', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/1.2', 'GET / HTTP/1.2\r\nHost: x\r\n\r\n'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a method in lower case', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00'],
];

for (const [what, request] of theirs) {
  test(`refused by Node: ${what}`, async () => {
    const answer = await exchange(request);
    assert.equal(answer?.status, 400);
    assert.equal(JSON.parse(answer.body).Message, 'The request is not valid HTTP.');
  });
}

test('refused by Node: CONNECT, by closing the connection', async () => {
  assert.equal(await exchange('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'), undefined);
});
