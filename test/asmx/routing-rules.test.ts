import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, namespace, openEcho } from './echo-server.ts';
import { echoMethods } from './echo-table.ts';
import { actionOf, called, enveloped, gist, plainCall, soap, soapNamespaces } from './questions.ts';

const echo = await openEcho();

const good = enveloped(plainCall);
const good12 = enveloped(plainCall, { version: '1.2' });
const other12 = enveloped(called('', 'smsprovidertest'), { version: '1.2' });
const unknown12 = enveloped(called('', 'Nope'), { version: '1.2' });
const action = `${namespace}CheckPhoneType`;

const soapAction = (value: string) => soap(good, { headers: [`SOAPAction: ${value}`] });
const parameter = (text: string, body = good12) =>
  soap(body, { version: '1.2', type: `application/soap+xml; charset=utf-8; ${text}` });
const unrecognized = (value: string) =>
  `500 soap:Client Server did not recognize the value of HTTP Header SOAPAction: ${value}.`;

const rules: readonly (readonly [rule: string, asked: Asked, answer: string])[] = [
  ['a SOAPAction may come without quotes', soapAction(action), '200 [abc]'],
  ['blanks around a SOAPAction are no part of it', soapAction(`  "${action}" `), '200 [abc]'],
  [
    'a SOAPAction may be URL-encoded',
    soapAction('"http%3A//ws.example.test/Check%50honeType"'),
    '200 [abc]',
  ],
  ['half a quote is not stripped', soapAction(`"${action}`), unrecognized(`"${action}`)],
  [
    'a quote at the end alone is not stripped',
    soapAction(`${action}"`),
    unrecognized(`${action}"`),
  ],
  ['single quotes are not stripped', soapAction(`'${action}'`), unrecognized(`'${action}'`)],
  ['the name alone is no action', soapAction('"CheckPhoneType"'), unrecognized('CheckPhoneType')],
  ['an unknown SOAPAction is told decoded', soapAction('"urn%3Aa%20b"'), unrecognized('urn:a b')],
  [
    'an unknown SOAPAction is told escaped',
    soapAction('"urn:<b>&amp;"'),
    unrecognized('urn:<b>&amp;'),
  ],
  ['a % that encodes nothing stays', soapAction('"urn:100%"'), unrecognized('urn:100%')],
  [
    'the name of the header is read in any letter case',
    soap(good, { headers: [`sOAPACTION: "${action}"`] }),
    '200 [abc]',
  ],
  [
    'a namespace of the action in another letter case is unknown',
    soapAction('"HTTP://ws.example.test/CheckPhoneType"'),
    unrecognized('HTTP://ws.example.test/CheckPhoneType'),
  ],
  [
    'SOAP 1.2 ignores a SOAPAction header',
    soap(good12, { version: '1.2', headers: [`SOAPAction: "${namespace}Nope"`] }),
    '200 [abc]',
  ],
  ['the action of SOAP 1.2 may come without quotes', parameter(`action=${action}`), '200 [abc]'],
  [
    'the action of SOAP 1.2 decides, not the body',
    parameter(`action="${action}"`, other12),
    '200 [null]',
  ],
  [
    'an action of SOAP 1.2 without quotes decides too',
    parameter(`action=${action}`, other12),
    '200 [null]',
  ],
  [
    'the name of the parameter is read in any letter case',
    parameter(`Action="${action}"`, other12),
    '200 [null]',
  ],
  ['an empty action of SOAP 1.2 is none', parameter('action=""'), '200 [abc]'],
  [
    'an empty action of SOAP 1.2 with an unknown element names nothing',
    parameter('action=""', unknown12),
    '500 soap:Sender Unable to handle request without a valid action parameter. Please supply a ' +
      'valid soap action.',
  ],
  [
    'SOAP 1.2 with a body element in another namespace names nothing',
    soap(enveloped('<CheckPhoneType xmlns="urn:x"/>', { version: '1.2' }), { version: '1.2' }),
    '500 soap:Sender Unable to handle request without a valid action parameter. Please supply a ' +
      'valid soap action.',
  ],
  [
    'an element in another letter case names nothing',
    soap(enveloped(called('', 'checkphonetype')), { headers: [] }),
    '500 soap:Client Unable to handle request without a valid action parameter. Please supply a ' +
      'valid soap action.',
  ],
  [
    'an empty body without an action names nothing',
    soap(enveloped(''), { headers: [] }),
    '500 soap:Client Unable to handle request without a valid action parameter. Please supply a ' +
      'valid soap action.',
  ],
  [
    'the query of a POST is ignored',
    soap(good, { target: '/Service.asmx?op=x&disco' }),
    '200 [abc]',
  ],
  [
    'the file may be named twice, in any letter case',
    soap(good, { target: '/Service.asmx/service.ASMX?x' }),
    '200 [abc]',
  ],
  ['the file is found in any letter case', soap(good, { target: '/service.ASMX' }), '200 [abc]'],
  [
    'text/xml is read in any letter case',
    soap(good, { type: 'Text/XML; Charset=UTF-8' }),
    '200 [abc]',
  ],
  [
    'application/soap+xml is read in any letter case',
    soap(good12, { version: '1.2', type: 'APPLICATION/SOAP+XML;charset=utf-8' }),
    '200 [abc]',
  ],
  [
    'another parameter of the content type is ignored',
    soap(good, { type: 'text/xml; a=b; charset=utf-8' }),
    '200 [abc]',
  ],
  [
    'the Envelope of SOAP 1.2 in text/xml is refused as SOAP 1.2',
    soap(unknown12, { headers: [] }),
    '500 soap:Sender Unable to handle request without a valid action parameter. Please supply a ' +
      'valid soap action.',
  ],
];

for (const [rule, asked, answer] of rules) {
  test(rule, async () => assert.equal(gist(await echo.ask(asked)), answer));
}

test('the operation that runs is that of the action, and no other', async () => {
  const body = enveloped(called('<Token>abc</Token>', 'GetCustomerInformation'));
  assert.equal(gist(await echo.ask(soap(body))), '200 [null]');
  assert.deepEqual(echo.ran, ['CheckPhoneType']);
});

test('every operation is found by its action, by its element, and by its path', async () => {
  for (const { name, parameters } of echoMethods) {
    const call = enveloped(called('', name));
    const byAction = await echo.ask(soap(enveloped(''), { headers: [actionOf(name)] }));
    const byElement = await echo.ask(soap(call, { headers: [] }));
    assert.equal(byAction.status, 200);
    assert.equal(byAction.body, byElement.body);
    const query = parameters.map((one) => `${one.name}=${one.type === 'boolean' ? 'true' : 'x'}`);
    const byPath = await echo.ask({ line: `GET /Service.asmx/${name}?${query.join('&')}` });
    assert.equal(byPath.status, 200, byPath.body);
  }
  assert.deepEqual(
    echo.ran,
    echoMethods.flatMap(({ name }) => [name, name, name]),
  );
});

test('a request that is refused runs nothing', async () => {
  const refused: Asked[] = [
    soapAction('"urn:nope"'),
    soap(good.slice(0, -2)),
    soap(good12, {
      version: '1.2',
      type: 'application/json',
      headers: [actionOf('CheckPhoneType')],
    }),
    soap(enveloped(plainCall).replace(soapNamespaces['1.1'], 'urn:envelope')),
  ];
  for (const asked of refused) assert.ok((await echo.ask(asked)).status >= 400);
  assert.deepEqual(echo.ran, []);
});
