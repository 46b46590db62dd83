import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEcho } from './echo-server.ts';
import { foldPositions } from './foldings.ts';
import { actionOf, called, enveloped, get, gist, post, soap, type Version } from './questions.ts';

const echo = await openEcho();

const name = 'ProcessTokenPaymentTest';
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

async function booleans(value: string, version: Version = '1.1'): Promise<string> {
  const call = called(`<IsSMSReceipt>${value}</IsSMSReceipt>`, name);
  const headers = version === '1.1' ? [actionOf(name)] : [];
  const answer = await echo.ask(soap(enveloped(call, { version }), { version, headers }));
  return foldPositions(gist(answer));
}

const soapWords: readonly (readonly [sent: string, read: string])[] = [
  ['true', 'True'],
  ['1', 'True'],
  ['false', 'False'],
  ['0', 'False'],
  [' true ', 'True'],
  ['\r\n\t0\n', 'False'],
  ['<![CDATA[true]]>', 'True'],
];
for (const [sent, read] of soapWords) {
  test(`a boolean of SOAP may be ${JSON.stringify(sent)}`, async () => {
    assert.equal(await booleans(sent), `200 ~|~|~|~|False|${read}|~`);
  });
}

for (const sent of ['True', 'TRUE', 'yes', '', '01', 'true false', 'wahr']) {
  test(`a boolean of SOAP may not be ${JSON.stringify(sent)}`, async () => {
    const text =
      'Server was unable to read request. ---> There is an error in XML document (L, C). ---> ' +
      `The string '${sent}' is not a valid Boolean value.`;
    assert.equal(await booleans(sent), `500 soap:Client ${text}`);
    assert.equal(await booleans(sent, '1.2'), `500 soap:Sender ${text}`);
    assert.deepEqual(echo.ran, []);
  });
}

test('a boolean of SOAP may not be nil', async () => {
  const call = called(`<IsSMSReceipt ${xsi} xsi:nil="true"/>`, name);
  const answer = await echo.ask(soap(enveloped(call), { headers: [actionOf(name)] }));
  assert.match(gist(answer), /^500 soap:Client .*The string '' is not a valid Boolean value\.$/);
});

test('a value that cannot be read is told with where it stood', async () => {
  const call = called('<IsSMSReceipt>no</IsSMSReceipt>', name);
  const lines = enveloped(`\n\n${call}`);
  const answer = await echo.ask(soap(lines, { headers: [actionOf(name)] }));
  assert.match(answer.body, /There is an error in XML document \(3, \d+\)\./);
});

/** The opposite rules: 1 and 0 are none, and letter case does not matter. */
const payment = (value: string) =>
  'Token=t&Username=u&CardToken=c&Amount=1&Description=&OrderNumber=&ChargeType=' +
  `&IsEmailReceipt=${value}&IsSMSReceipt=false&StatementDescriptor=`;

const httpWords: readonly (readonly [sent: string, read: string])[] = [
  ['true', 'True'],
  ['True', 'True'],
  ['TRUE', 'True'],
  ['tRuE', 'True'],
  ['false', 'False'],
  ['False', 'False'],
  ['FALSE', 'False'],
  ['+true+', 'True'],
  ['%20False%09', 'False'],
];
for (const [sent, read] of httpWords) {
  test(`a boolean of the HTTP bindings may be ${sent}`, async () => {
    const answer = `200 t|u|c|1|${read}|False|`;
    assert.equal(gist(await echo.ask(get(name, payment(sent)))), answer);
    assert.equal(gist(await echo.ask(post(name, payment(sent)))), answer);
  });
}

for (const [sent, told] of [
  ['1', '1'],
  ['0', '0'],
  ['', ''],
  ['yes', 'yes'],
  ['t', 't'],
  ['%3Cb%3E%27%22', '&lt;b&gt;&#39;&quot;'],
] as const) {
  test(`a boolean of the HTTP bindings may not be ${sent || 'empty'}`, async () => {
    const answer =
      `500 Cannot convert ${told} to System.Boolean.\r\n` +
      'Parameter name: type ---> String was not recognized as a valid Boolean.';
    assert.equal(gist(await echo.ask(get(name, payment(sent)))), answer);
    assert.equal(gist(await echo.ask(post(name, payment(sent)))), answer);
    assert.deepEqual(echo.ran, []);
  });
}
