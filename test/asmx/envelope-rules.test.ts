import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startEcho } from './echo-server.ts';
import { actionOf, called, enveloped, gist, plainCall, soap, type Version } from './questions.ts';

let echo: Awaited<ReturnType<typeof startEcho>>;
before(async () => {
  echo = await startEcho();
});
beforeEach(() => {
  echo.ran.length = 0;
});
after(() => {
  assert.deepEqual(echo.troubles, []);
  return echo.close();
});

const marked = (value: string) => `<h:Foo xmlns:h="urn:h" s:mustUnderstand="${value}"/>`;
const header = (blocks: string) => ({ before: `<s:Header>${blocks}</s:Header>` });
const ask = async (xml: string, version: Version = '1.1') =>
  gist(await echo.ask(soap(xml, { version })));

const passing: readonly (readonly [rule: string, blocks: string])[] = [
  ['a header without mustUnderstand is ignored', '<h:Foo xmlns:h="urn:h">x<y/></h:Foo>'],
  ['mustUnderstand="0" is ignored', marked('0')],
  ['mustUnderstand="false" is ignored', marked('false')],
  ['mustUnderstand="yes" is ignored', marked('yes')],
  ['mustUnderstand in no namespace is ignored', '<h:Foo xmlns:h="urn:h" mustUnderstand="1"/>'],
  [
    'mustUnderstand of an element inside a block is ignored',
    '<h:Foo xmlns:h="urn:h"><h:Bar s:mustUnderstand="1"/></h:Foo>',
  ],
];
for (const [rule, blocks] of passing) {
  test(rule, async () => {
    assert.equal(await ask(enveloped(plainCall, header(blocks))), '200 [abc]');
    const xml = enveloped(plainCall, { version: '1.2', ...header(blocks) });
    assert.equal(await ask(xml, '1.2'), '200 [abc]');
  });
}

const addressing =
  '<a:To xmlns:a="http://www.w3.org/2005/08/addressing" s:mustUnderstand="1">x</a:To>';
const refused: readonly (readonly [rule: string, blocks: string, name: string])[] = [
  ['mustUnderstand="1" is refused', marked('1'), 'Foo'],
  ['mustUnderstand="true" is refused', marked('true'), 'Foo'],
  ['the first block that must be understood is named', `<x/>${addressing}${marked('1')}`, 'To'],
  ['WS-Addressing that must be understood is refused', addressing, 'To'],
  [
    'mustUnderstand counts whatever the role',
    '<h:Foo xmlns:h="urn:h" s:mustUnderstand="1" s:role="urn:other" s:actor="urn:other"/>',
    'Foo',
  ],
];
for (const [rule, blocks, name] of refused) {
  test(`${rule}, and nothing runs`, async () => {
    const text = `500 soap:MustUnderstand SOAP header ${name} was not understood.`;
    assert.equal(await ask(enveloped(plainCall, header(blocks))), text);
    const xml = enveloped(plainCall, { version: '1.2', ...header(blocks) });
    assert.equal(await ask(xml, '1.2'), text);
    assert.deepEqual(echo.ran, []);
  });
}

test('a header behind the body is ignored', async () => {
  const behind = `<s:Header>${marked('1')}</s:Header>`;
  assert.equal(await ask(enveloped(plainCall, { behind })), '200 [abc]');
});

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
