import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { openRaw } from '../raw-socket.ts';
import { after } from '../scope.ts';

const secure = await open({ PUBLIC_URL: 'https://pay.example.com' });
const plain = await open({ PUBLIC_URL: 'http://pay.example.com' });

async function open(settings: Record<string, string>) {
  const fixture = await makeFixture({ after }, { settings });
  const { baseUrl, close } = await openDoor(await fixture.open());
  after(close);
  return Number(new URL(baseUrl).port);
}

async function ask(port: number, request: string) {
  const socket = openRaw(port);
  socket.send(request);
  const answer = await socket.answer();
  socket.destroy();
  return answer!;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, type: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const envelope =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body/></soap:Envelope>';

const nothing = 'no-store';
// As recorded from the service that its callers know.
const recorded = 'private, max-age=0';
const refused = 'private';

for (const [what, request, cached] of [
  ['an operation', post('/api/Default/CreatePayment', 'application/json', '{}'), nothing],
  ['an unknown address', get('/nowhere'), nothing],
  ['/health', get('/health'), nothing],
  ['/openapi.json', get('/openapi.json'), nothing],
  ['/', get('/'), nothing],
  ['a page that is not there', get('/pay/abc'), nothing],
  ['a form that is not there', get('/form/abc'), nothing],
  ['what carriers call', post('/carriers/twilio/status', 'text/plain', 'x'), nothing],
  ['a broken request', 'nonsense\r\n\r\n', nothing],
  ['the WSDL', get('/Service.asmx?WSDL'), recorded],
  ['a help page', get('/Service.asmx'), recorded],
  ['a fault', post('/Service.asmx', 'text/xml', envelope), refused],
  [
    'an operation by HTTP GET',
    get('/Service.asmx/CheckPhoneType?Token=a&Username=b&PhoneNumber=1'),
    recorded,
  ],
] as const) {
  test(`${what} is answered so that nobody keeps it, guesses its type or comes by http again`, async () => {
    const { headers } = await ask(secure, request);
    assert.equal(headers.get('cache-control'), cached);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
    const other = await ask(plain, request);
    assert.equal(other.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(other.headers.has('strict-transport-security'), false);
  });
}
