import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, heard, openEcho } from './echo-server.ts';
import { called, enveloped, gist, post, soap, type Version } from './questions.ts';

const echo = await openEcho();

const ask = async (xml: string) => await echo.ask(soap(xml));
const good = '200 [t]';

/** Envelope, Body, the call and what is in it count. */
function nested(depth: number): string {
  const levels = depth - 3;
  return enveloped(called(`<Token>t</Token>${'<x>'.repeat(levels)}${'</x>'.repeat(levels)}`));
}

const elements = (count: number) =>
  enveloped(called(`<Token>t</Token>${'<x/>'.repeat(count - 4)}`));

const attributes = (count: number) => {
  const list = Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('');
  return enveloped(called(`<Token${list}>t</Token>`));
};

const unknownText = (length: number) =>
  enveloped(called(`<Token>t</Token><x>${'&amp;'.repeat(length)}</x>`));

for (const [what, most, document] of [
  ['elements inside each other', 32, nested],
  ['elements', 2_000, elements],
  ['attributes of an element', 64, attributes],
  ['characters of an unknown text', 65_536, unknownText],
] as const) {
  test(`${most} ${what} are read, and one more is refused`, async () => {
    assert.equal(gist(await ask(document(most))), good);
    const refused = await ask(document(most + 1));
    assertRefused(refused, most);
    assert.equal(echo.ran.length, 1);
  });

  test(`many more ${what} are refused as well`, async () => {
    assertRefused(await ask(document(document === unknownText ? 100_000 : 30_000)), most);
    assert.deepEqual(echo.ran, []);
  });
}

/** The limit is told in a fault; what is no XML at all would get a status alone. */
function assertRefused(answer: Awaited<ReturnType<typeof ask>>, most: number): void {
  assert.equal(answer.headers.get('content-type'), 'text/xml; charset=utf-8');
  assert.match(gist(answer), /^500 soap:Client Server was unable to read request\. ---> /);
  assert.ok(gist(answer).includes(` ${most} `), gist(answer));
}

const most = 512 * 1024;
/** Of so many bytes, blanks at its end among them. */
function sized(size: number, version: Version = '1.1'): string {
  const xml = enveloped(called('<Token>t</Token>'), { version });
  return xml + ' '.repeat(size - xml.length);
}

test('an envelope of 512 kB is read, and one byte more is refused with a fault', async () => {
  const taken = await ask(sized(most));
  assert.equal(gist(taken), good);
  const refused = await ask(sized(most + 1));
  assert.equal(refused.headers.get('content-type'), 'text/xml; charset=utf-8');
  assert.match(gist(refused), /^500 soap:Client .*512 kB/);
  assert.equal(echo.ran.length, 1);
});

test('an envelope of SOAP 1.2 over 512 kB is refused with a fault of SOAP 1.2', async () => {
  const refused = await echo.ask(soap(sized(most + 1, '1.2'), { version: '1.2' }));
  assert.equal(refused.headers.get('content-type'), 'application/soap+xml; charset=utf-8');
  assert.match(gist(refused), /^500 soap:Sender .*512 kB/);
});

test('a form of 512 kB is read, and one byte more is refused in a sentence', async () => {
  const start = 'Username=&PhoneNumber=&Token=x&Other=';
  const form = (size: number) => start + 'a'.repeat(size - start.length);
  assert.equal((await echo.ask(post('CheckPhoneType', form(most)))).status, 200);
  const refused = await echo.ask(post('CheckPhoneType', form(most + 1)));
  assert.equal(refused.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(gist(refused), /^\d{3} .*512 kB/);
});

test('a body that is too large in chunks is refused as well', async () => {
  const { line, headers = [] } = soap('');
  const head = bytesOf({
    line,
    headers: [...headers, 'Transfer-Encoding: chunked', 'Connection: close'],
  });
  const socket = echo.open();
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
  socket.send(`${head}${chunk.repeat(9)}0\r\n\r\n`);
  assert.match(gist(heard(await socket.rest())), /^500 soap:Client .*512 kB/);
  assert.deepEqual(echo.ran, []);
});
