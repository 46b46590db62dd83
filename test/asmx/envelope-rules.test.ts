import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEcho } from './echo-server.ts';
import {
  actionOf,
  called,
  enveloped,
  gist,
  plainCall,
  soap,
  soapNamespaces,
  type Version,
} from './questions.ts';

const echo = await openEcho();

const ask = async (xml: string, version: Version = '1.1') =>
  gist(await echo.ask(soap(xml, { version })));

const good = enveloped(plainCall);
const unreadable: readonly (readonly [rule: string, xml: string])[] = [
  ['an entity that is not defined', good.replace('abc', '&nbsp;')],
  ['a reference to a control character', good.replace('abc', '&#1;')],
  ['a reference to a surrogate', good.replace('abc', '&#xD800;')],
  ['a control character', good.replace('abc', 'a\u0001')],
  ['an & alone', good.replace('abc', 'a & b')],
  ['tags that do not match', good.replace('</Token>', '</token>')],
  ['an element that is not closed', good.replace('</Token>', '')],
  ['half an envelope', good.slice(0, 150)],
  ['an end tag with nothing before it', `</s:Envelope>`],
  ['something behind the envelope', `${good}garbage`],
  ['a second root', `${good}<x/>`],
  ['the same attribute twice', good.replace('<Token>', '<Token a="1" a="2">')],
  ['a prefix that is not declared', good.replaceAll('Token>', 'q:Token>')],
  ['a DOCTYPE', `<!DOCTYPE x>${good}`],
  ['a DOCTYPE behind a declaration', `<?xml version="1.0"?><!DOCTYPE s:Envelope []>${good}`],
  [
    'a DOCTYPE with an entity from outside',
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good.replace('abc', '&e;')}`,
  ],
  [
    'a DOCTYPE with entities that multiply',
    `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${good.replace('abc', '&b;')}`,
  ],
  ['a blank before the declaration', ` <?xml version="1.0"?>${good}`],
  ['a comment before the declaration', `<!-- c --><?xml version="1.0"?>${good}`],
];
for (const [what, xml] of unreadable) {
  test(`${what} is answered with 400 and nothing else`, async () => {
    const withAction = await echo.ask(soap(xml));
    assert.equal(gist(withAction), '400');
    assert.equal(withAction.headers.get('content-type'), 'text/xml; charset=utf-8');
    assert.equal(withAction.headers.get('cache-control'), 'private');
    assert.equal(gist(await echo.ask(soap(xml, { headers: [] }))), '400');
    assert.deepEqual(echo.ran, []);
  });
}

const rootLevel =
  '500 soap:Receiver Server was unable to process request. ---> Data at the root level is invalid. ' +
  'Line 1, position 1.';
for (const text of ['hello', '{"a":1}', 'a=b', '&', '] ]']) {
  test(`${text} is no XML: 400 with an action, a fault without`, async () => {
    assert.equal(gist(await echo.ask(soap(text))), '400');
    assert.equal(gist(await echo.ask(soap(text, { headers: [] }))), rootLevel);
  });
}

const mismatch = (namespace: string) =>
  '500 soap:VersionMismatch Possible SOAP version mismatch: Envelope namespace ' +
  `${namespace} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.`;
const unreadableBy = 'Server was unable to read request. ---> Request format is invalid: Missing';
const roots: readonly (readonly [what: string, xml: string, version: Version, answer: string])[] = [
  ['another namespace', good.replace(soapNamespaces['1.1'], 'urn:x'), '1.2', mismatch('urn:x')],
  ['no namespace', '<Envelope/>', '1.2', mismatch('')],
  ['a prefix of another', '<w:x xmlns:w="urn:w"/>', '1.1', mismatch('urn:w')],
  [
    'another name',
    `<foo xmlns="${soapNamespaces['1.2']}"/>`,
    '1.2',
    `500 soap:Sender ${unreadableBy} required soap:Envelope element.`,
  ],
  [
    'no body',
    `<Envelope xmlns="${soapNamespaces['1.2']}"><Header/></Envelope>`,
    '1.2',
    `500 soap:Sender ${unreadableBy} required soap:Body element.`,
  ],
  [
    'a body of the other version',
    `<Envelope xmlns="${soapNamespaces['1.1']}"><b:Body xmlns:b="${soapNamespaces['1.2']}"/></Envelope>`,
    '1.1',
    `500 soap:Client ${unreadableBy} required soap:Body element.`,
  ],
];
for (const [what, xml, version, answer] of roots) {
  test(`an envelope with ${what} is refused with its reason`, async () => {
    assert.equal(await ask(xml, version), answer);
    assert.deepEqual(echo.ran, []);
  });
}

for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/soap', 'xml']) {
  test(`${type} is no type of SOAP`, async () => {
    const heard = await echo.ask(soap(good, { type }));
    assert.equal(gist(heard), '415');
    assert.equal(heard.headers.get('content-type'), 'text/xml; charset=utf-8');
    const unnamed = await echo.ask(soap(good, { type, headers: [] }));
    assert.equal(gist(unnamed), '415');
    assert.equal(unnamed.headers.get('content-type'), 'application/soap+xml; charset=utf-8');
    assert.deepEqual(echo.ran, []);
  });
}

test('a fault of the operation is told in the version that was asked', async () => {
  const boom = called('<Token>boom</Token>');
  const text = 'Server was unable to process request. ---> boom message';
  assert.equal(await ask(enveloped(boom)), `500 soap:Server ${text}`);
  const answer = await ask(enveloped(boom, { version: '1.2' }), '1.2');
  assert.equal(answer, `500 soap:Receiver ${text}`);
});

test('an operation without a result faults like any other', async () => {
  const name = 'BatchCloseAcquirerB';
  const xml = enveloped(called('<Token>boom</Token>', name));
  assert.equal(
    gist(await echo.ask(soap(xml, { headers: [actionOf(name)] }))),
    '500 soap:Server Server was unable to process request. ---> inner boom',
  );
});
