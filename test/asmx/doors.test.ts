import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { pauseAt } from '../pause.ts';
import { openRaw } from '../raw-socket.ts';
import { after, type Scope } from '../scope.ts';
import { bindings, callBy, resultText, type Sent, textOf } from './bindings.ts';

/** What stands between a caller of Service.asmx and an operation. */
const fixture = await makeFixture({ after });

test('the sandbox takes card data in an address, a live business does not', async () => {
  const { baseUrl } = await enter(fixture);
  const sandbox = await fixture.addBusiness();
  const live = await fixture.addBusiness({ environment: 'live' });
  assert.match(await messageOf(baseUrl, sandbox, 'HTTP GET'), /is not a token of this business/);
  assert.match(await messageOf(baseUrl, live, 'HTTP GET'), /send it by POST, not in an address/);
  assert.match(await messageOf(baseUrl, live, 'HTTP POST'), /is not a token of this business/);
});

test('the operator may take card data in addresses from everybody, or from nobody', async (t) => {
  for (const [setting, expected] of [
    ['always', /is not a token of this business/],
    ['never', /send it by POST/],
  ] as const) {
    const other = await makeFixture(t, { settings: { SECRETS_IN_URL: setting } });
    const { baseUrl } = await enter(other, t);
    const environment = setting === 'always' ? 'live' : 'sandbox';
    const caller = await other.addBusiness({ environment });
    assert.match(await messageOf(baseUrl, caller, 'HTTP GET'), expected);
  }
});

test('a business may refuse card data in addresses, also where the operator lets it', async () => {
  const { baseUrl } = await enter(fixture);
  const { business, ...caller } = await fixture.addBusiness({ secretsInUrl: false });
  const refusing = { business, ...caller };
  assert.match(await messageOf(baseUrl, refusing, 'HTTP GET'), /send it by POST/);
  assert.match(await messageOf(baseUrl, refusing, 'HTTP POST'), /is not a token of this business/);
});

test('what anybody may call is limited by address, and says when to come back', async (t) => {
  const limited = await makeFixture(t, { settings: { REQUESTS_PER_SECOND: '1' } });
  const { baseUrl } = await enter(limited, t);
  const sent = { AmountHolder: '12.50', State: 'MA' };
  const call = () => callBy('HTTP POST', baseUrl, 'smsprovidertest', sent);
  const messages = [];
  for (let i = 0; i < 3; i += 1) messages.push(JSON.parse(textOf((await call()).body, 'string')!));
  assert.deepEqual(
    messages.map(({ IsSuccess }) => IsSuccess),
    [true, true, false],
  );
  assert.equal((await call()).headers.get('retry-after'), '1');
  limited.clock.pass(1000);
  assert.equal(JSON.parse(textOf((await call()).body, 'string')!).IsSuccess, true);
});

test('the limit on requests of a business holds here, and is told', async () => {
  const { baseUrl } = await enter(fixture);
  const { apiKey: Token, username: Username } = await fixture.addBusiness({ limited: true });
  const sent = { Token, Username, PhoneNumber: '8005550123' };
  const { headers } = await callBy('SOAP 1.2', baseUrl, 'CheckPhoneType', sent);
  assert.match(headers.get('ratelimit') ?? '', /^"default";r=\d+;t=1$/);
});

test('a suspended business is refused in the form of the result', async () => {
  const { baseUrl } = await enter(fixture);
  const caller = await fixture.addBusiness({ state: 'suspended' });
  for (const binding of bindings) {
    const { apiKey: Token, username: Username } = caller;
    const sent = { Token, Username, PhoneNumber: '8005550123' };
    const { body } = await callBy(binding, baseUrl, 'CheckPhoneType', sent);
    const { Message } = JSON.parse(resultText(binding, 'CheckPhoneType', body)!);
    assert.equal(Message, 'This business cannot take payments at present.');
  }
});

test('wrong credentials are counted by address, whichever interface they were sent to', async (t) => {
  const strict = await makeFixture(t, { settings: { BAD_CREDENTIALS_PER_MINUTE: '2' } });
  const { baseUrl } = await enter(strict, t);
  const sent = { Token: 'sandbox_wrong', Username: '1', PhoneNumber: '8005550123' };
  const messages = [];
  for (let i = 0; i < 3; i += 1) {
    const { body } = await callBy('SOAP 1.1', baseUrl, 'CheckPhoneType', sent);
    messages.push(JSON.parse(resultText('SOAP 1.1', 'CheckPhoneType', body)!).Message);
  }
  assert.match(messages[1], /missing or wrong/);
  assert.match(messages[2], /too many attempts/);
  const json = await fetch(`${baseUrl}/api/Default/CreateToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Basic ${btoa('1:wrong')}` },
    body: '{}',
  });
  assert.equal(json.status, 429);
});

test('the description names the address that the caller used', async () => {
  const { baseUrl, port } = await enter(fixture);
  const own = await (await fetch(`${baseUrl}/Service.asmx?WSDL`)).text();
  assert.match(own, new RegExp(`<soap:address location="${baseUrl}/Service.asmx" />`));
  const asked = 'GET /service.asmx?wsdl HTTP/1.1\r\nHost: pay.example\r\nConnection: close\r\n\r\n';
  assert.match(await rawly(port, asked), /location="http:\/\/pay.example\/Service.asmx"/);
});

test('behind a proxy the description names the address that the proxy was called by', async (t) => {
  const proxied = await makeFixture(t, { settings: { BEHIND_PROXY: 'yes' } });
  const { baseUrl } = await enter(proxied, t);
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'pay.example' };
  const body = await (await fetch(`${baseUrl}/Service.asmx?disco`, { headers })).text();
  assert.match(body, /docRef="https:\/\/pay.example\/Service.asmx"/);
});

test('a caller that adds the name of the file to an address that has it already is served', async () => {
  const { baseUrl } = await enter(fixture);
  const sent = { AmountHolder: '1.00', State: '' };
  for (const binding of bindings) {
    const { status } = await callBy(binding, `${baseUrl}/Service.asmx`, 'smsprovidertest', sent);
    assert.equal(status, 200, binding);
  }
});

test('a caller whose base URL ends with a slash is served', async () => {
  const { baseUrl } = await enter(fixture);
  const sent = { AmountHolder: '1.00', State: '' };
  for (const binding of bindings) {
    const { status } = await callBy(binding, `${baseUrl}/`, 'smsprovidertest', sent);
    assert.equal(status, 200, binding);
  }
  assert.match(await (await fetch(`${baseUrl}//Service.asmx?WSDL`)).text(), /<wsdl:definitions/);
});

test('an address that may hold anything is told to nobody else, also when its operation is not known', async () => {
  const { baseUrl } = await enter(fixture);
  for (const path of ['Nope?Token=x', 'CheckPhoneType?Token=x', 'checkphonetype?Token=x']) {
    const { headers } = await fetch(`${baseUrl}/Service.asmx/${path}`);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
  }
});

test('no answer is much larger than its request', async () => {
  const { baseUrl } = await enter(fixture);
  const sent = { Token: 'x', Username: 'y', IsEmailReceipt: '"'.repeat(60_000) };
  const form = new URLSearchParams({ ...asked, ...sent });
  const url = `${baseUrl}/Service.asmx/ProcessTokenPaymentTest`;
  const said = await (await fetch(url, { method: 'POST', body: form })).text();
  assert.match(said, /^Cannot convert (?:&quot;){200}\.\.\. to System.Boolean./);
  const long = new URLSearchParams({ ...asked, Description: 'x'.repeat(65_537) });
  const refused = await (await fetch(url, { method: 'POST', body: long })).text();
  assert.equal(refused, 'Description must have at most 65536 characters.\n');
});

test('the test form is a setting', async (t) => {
  for (const [settings, expected] of [
    [{}, true],
    [{ SOAP_TEST_FORM: 'off' }, false],
  ] as const) {
    const { baseUrl } = await enter(await makeFixture(t, { settings }), t);
    const page = await (await fetch(`${baseUrl}/Service.asmx?op=CheckPhoneType`)).text();
    assert.equal(page.includes('<form'), expected);
  }
});

test('a fault of ours is told by a reference and no detail, in every binding', async (t) => {
  const broken = await makeFixture(t);
  const { apiKey: Token, username: Username } = await broken.addBusiness();
  let isFull = false;
  const dying = await broken.open({
    atStatement: () => {
      if (isFull) throw new Error('the disk at /var/lib is full');
    },
  });
  const { baseUrl, close } = await openDoor(dying);
  t.after(close);
  isFull = true;
  for (const binding of bindings) {
    const sent = { Token, Username, PhoneNumber: '8005550123' };
    const heard = await callBy(binding, baseUrl, 'CheckPhoneType', sent);
    assert.equal(heard.status, 500);
    const reference = heard.headers.get('x-request-id');
    assert.match(heard.body, new RegExp(`Internal error. .*: ${reference}`));
    assert.doesNotMatch(heard.body, /disk|var|at .*\.ts/);
  }
});

test('what is wrong with the request itself is told in the form of the address', async () => {
  const { port } = await enter(fixture);
  const twoHosts = (line: string) =>
    `${line} HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const soap = await rawly(port, twoHosts('POST /Service.asmx'));
  assert.match(soap, /^HTTP\/1.1 500 /);
  assert.match(
    soap,
    /<faultcode>soap:Client<\/faultcode><faultstring>.*The Host header must be sent once./,
  );
  const packed = 'Content-Encoding: gzip\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx';
  const zipped = await rawly(port, `POST /Service.asmx HTTP/1.1\r\nHost: a\r\n${packed}`);
  assert.match(zipped, /^HTTP\/1.1 415 .*Content-Length: 0\r\n/s);
  const plain = await rawly(port, twoHosts('POST /Service.asmx/CheckPhoneType'));
  assert.match(plain, /Content-Type: text\/plain/);
  const json = await rawly(port, twoHosts('POST /api/Default/CreateToken'));
  assert.match(json, /"Message":"The Host header must be sent once."/);
});

test('a service with too many requests in hand says so in the form of the address', async (t) => {
  const full = await makeFixture(t, { settings: { REQUESTS_IN_FLIGHT: '1' } });
  const { apiKey: Token, username: Username } = await full.addBusiness();
  const pause = pauseAt(1);
  const { baseUrl, close } = await openDoor(await full.open({ atStatement: pause.atMoment }));
  t.after(close);
  pause.begin();
  const sent = { Token, Username, PhoneNumber: '8005550123' };
  const first = callBy('SOAP 1.1', baseUrl, 'CheckPhoneType', sent);
  await pause.stands;
  const soap = await callBy('SOAP 1.1', baseUrl, 'CheckPhoneType', sent);
  const plain = await callBy('HTTP GET', baseUrl, 'CheckPhoneType', sent);
  pause.goOn();
  const sentence = /The service is busy and nothing was charged/;
  assert.match(textOf(soap.body, 'faultstring')!, sentence);
  assert.match(plain.body, sentence);
  for (const { status, headers } of [soap, plain]) {
    assert.deepEqual([status, headers.get('retry-after')], [500, '2']);
  }
  assert.equal((await first).status, 200);
});

/** Everything that is answered until the connection is closed. */
async function rawly(port: number, text: string): Promise<string> {
  const socket = openRaw(port);
  socket.send(text);
  return await socket.rest();
}

/** Every parameter of ProcessTokenPaymentTest, empty. */
const asked = {
  Token: '',
  Username: '',
  CardToken: '',
  Amount: '',
  Description: '',
  OrderNumber: '',
  ChargeType: '',
  IsEmailReceipt: 'true',
  IsSMSReceipt: 'true',
  StatementDescriptor: '',
};

async function enter(place: Fixture, scope: Scope = { after }) {
  const { baseUrl, close } = await openDoor(await place.open());
  scope.after(close);
  return { baseUrl, port: Number(new URL(baseUrl).port) };
}

/** Of an operation that carries a card number. */
async function messageOf(
  baseUrl: string,
  { apiKey: Token, username: Username }: Caller,
  binding: 'HTTP GET' | 'HTTP POST',
): Promise<string> {
  const sent: Sent = {
    Token,
    Username,
    CardToken: 'card_1',
    FirstName: '',
    LastName: '',
    CardNumber: '4242424242424242',
    ExpirationDate: '1239',
    Address1: '',
    PostalCode: '',
  };
  const { body } = await callBy(binding, baseUrl, 'AcquirerATokenUpdate', sent);
  return JSON.parse(textOf(body, 'string')!).Message;
}
