import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEcho } from './echo-server.ts';
import { enveloped, gist, plainCall, soap, type Version } from './questions.ts';

const echo = await openEcho();

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
