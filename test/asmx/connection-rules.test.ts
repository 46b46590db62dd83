import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atEnd } from '../scope.ts';
import { bytesOf, heard, startEcho } from './echo-server.ts';
import { called, enveloped, formType, get, gist, plainCall, post, soap } from './questions.ts';

let echo: Awaited<ReturnType<typeof startEcho>>;
before(async () => {
  echo = await startEcho();
});
atEnd({ after }, async () => {
  await echo.close();
  assert.deepEqual(echo.troubles, []);
});

const token = (text: string) => enveloped(called(`<Token>${text}</Token>`));
const good = enveloped(plainCall);
const form = 'Token=abc&Username=u&PhoneNumber=3';

function chunked(text: string, size: number): string {
  const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
}

async function sentRaw(text: string): Promise<string> {
  const socket = echo.open();
  socket.send(text);
  const answer = await socket.rest();
  return gist(heard(answer));
}

test('a body may come in chunks', async () => {
  for (const { line, headers } of [soap(''), post('CheckPhoneType', '')]) {
    const body = line.endsWith('Type') ? form : good;
    const head = bytesOf({
      line,
      headers: [...(headers ?? []), 'Transfer-Encoding: chunked', 'Connection: close'],
    });
    for (const size of [7, 10_000]) {
      assert.equal(await sentRaw(head + chunked(body, size)), '200 [abc]');
    }
  }
});

test('HTTP/1.0 is answered, and the connection closed', async () => {
  for (const asked of [soap(good), post('CheckPhoneType', form), get('CheckPhoneType', form)]) {
    assert.equal(await sentRaw(bytesOf(asked, '1.0')), '200 [abc]');
  }
});

test('HTTP/1.0 needs no Host', async () => {
  const text = bytesOf(soap(good), '1.0').replace('Host: ws.example.test\r\n', '');
  assert.equal(await sentRaw(text), '200 [abc]');
});

test('a caller that waits for 100 Continue is told to go on', async () => {
  const { headers = [], ...rest } = soap(good);
  const text = bytesOf({ ...rest, headers: [...headers, 'Expect: 100-continue'] });
  const headEnd = text.indexOf('\r\n\r\n') + 4;
  const socket = echo.open();
  socket.send(text.slice(0, headEnd));
  assert.equal((await socket.answer())?.status, 100);
  socket.send(text.slice(headEnd));
  assert.equal(gist((await socket.answer())!), '200 [abc]');
  socket.destroy();
});

test('a caller that announces 100 Continue and does not wait is answered', async () => {
  const { headers = [], ...rest } = soap(good);
  const socket = echo.open();
  socket.send(bytesOf({ ...rest, headers: [...headers, 'Expect: 100-continue'] }));
  assert.equal((await socket.answer())?.status, 100);
  assert.equal(gist((await socket.answer())!), '200 [abc]');
  socket.destroy();
});

test('requests sent behind each other are answered in their order', async () => {
  const socket = echo.open();
  const asked = [
    soap(token('1')),
    post('CheckPhoneType', 'Token=2&Username=&PhoneNumber='),
    soap('<broken'),
    get('CheckPhoneType', 'Token=3&Username=&PhoneNumber='),
    { line: 'PUT /Service.asmx' },
    soap(token('4')),
  ];
  socket.send(asked.map((one) => bytesOf(one)).join(''));
  const answers: string[] = [];
  for (const _ of asked) answers.push(gist((await socket.answer())!).replace(/^405.*/s, '405'));
  assert.deepEqual(answers, ['200 [1]', '200 [2]', '400', '200 [3]', '405', '200 [4]']);
  socket.destroy();
});

test('a connection is kept for the next request, whatever the answer was', async () => {
  const socket = echo.open();
  for (const text of ['<broken', good, 'hello', good]) {
    socket.send(bytesOf(soap(text)));
    const answer = await socket.answer();
    assert.equal(gist(answer!), text === good ? '200 [abc]' : '400');
    assert.notEqual(answer!.headers.get('connection'), 'close');
  }
  socket.destroy();
});

test('a body that comes byte by byte is read whole', async () => {
  const socket = echo.open();
  const text = bytesOf(post('CheckPhoneType', form, [formType, 'Connection: close']));
  for (const byte of text) {
    socket.send(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(gist(heard(await socket.rest())), '200 [abc]');
});
