import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namespace, openEcho } from './echo-server.ts';
import { actionOf, called, enveloped, gist, plainCall, soap, type Version } from './questions.ts';

const echo = await openEcho();

async function asked(body: string, version: Version = '1.1'): Promise<string> {
  return gist(await echo.ask(soap(enveloped(body, { version }), { version })));
}

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const values: readonly (readonly [rule: string, inCall: string, answer: string])[] = [
  ['blanks in a value are kept', '<Token>  a b\t</Token>', '200 [  a b\t]'],
  ['CRLF and CR in a value become LF', '<Token>a\r\nb\rc\n</Token>', '200 [a\nb\nc\n]'],
  ['a value may be CDATA', '<Token>a<![CDATA[<b>&amp;]]> c</Token>', '200 [a<b>&amp; c]'],
  [
    'entities and character references are read',
    '<Token>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F600;</Token>',
    '200 [<>&"\'AB😀]',
  ],
  ['a CR by reference is kept', '<Token>a&#13;&#10;b</Token>', '200 [a\r\nb]'],
  ['a comment inside a value is refused', '<Token>1<!-- c -->2</Token>', '400'],
  ['a comment alone in a value is refused', '<Token><!-- c --></Token>', '400'],
  ['a processing instruction inside a value is refused', '<Token>1<?p i?>2</Token>', '400'],
  ['an element behind the text of a value is refused', '<Token>1<x/></Token>', '400'],
  ['an element inside an empty value is refused', '<Token> <Username>u</Username></Token>', '400'],
  ['an empty element is an empty text', '<Token/>', '200 []'],
  ['an element with nothing in it is an empty text', '<Token></Token>', '200 []'],
  ['a nil text is an empty text', `<Token ${xsi} xsi:nil="true"/>`, '200 []'],
  ['a nil text with an end tag is an empty text', `<Token ${xsi} xsi:nil="1"></Token>`, '200 []'],
  ['a value in another namespace is ignored', '<Token xmlns="urn:x">a</Token>', '200 [null]'],
  ['a name in another letter case is ignored', '<token>a</token>', '200 [null]'],
  [
    'unknown elements are ignored with all that is in them',
    '<X a="1">t<Token>no</Token><!-- c --><?p i?><Y><Z/></Y></X><Token>yes</Token>',
    '200 [yes]',
  ],
  [
    'stray text between elements is ignored',
    'a<Username>u</Username>b<Token>t</Token>c',
    '200 [t]',
  ],
  ['comments between elements are ignored', '<!-- a --><Token>t</Token><!-- b -->', '200 [t]'],
  ['the first of two values counts, though empty', '<Token/><Token>t</Token>', '200 []'],
];

for (const [rule, inCall, answer] of values) {
  test(rule, async () => assert.equal(await asked(called(inCall)), answer));
}

const envelopes: readonly (readonly [rule: string, xml: string, answer: string])[] = [
  [
    'any prefix is fine',
    enveloped(`<q:CheckPhoneType xmlns:q="${namespace}"><q:Token>t</q:Token></q:CheckPhoneType>`),
    '200 [t]',
  ],
  [
    'a prefix may be declared where it is used',
    enveloped(
      `<CheckPhoneType xmlns="${namespace}"><z:Token xmlns:z="${namespace}">t</z:Token></CheckPhoneType>`,
    ),
    '200 [t]',
  ],
  [
    'the envelope may be the default namespace',
    enveloped(plainCall)
      .replaceAll('<s:', '<')
      .replaceAll('</s:', '</')
      .replace('xmlns:s', 'xmlns'),
    '200 [abc]',
  ],
  [
    'a call that stands twice is one call',
    enveloped(called('<Username>u</Username>') + plainCall),
    '200 [abc]',
  ],
  [
    'a comment before the envelope is fine',
    `<!-- c -->${enveloped(plainCall)}<!-- d -->\n`,
    '200 [abc]',
  ],
  [
    'a comment between the parts is fine',
    enveloped(plainCall, { before: '<!-- c --> ' }),
    '200 [abc]',
  ],
  [
    'blanks before an envelope without declaration are fine',
    `\r\n ${enveloped(plainCall)}`,
    '200 [abc]',
  ],
];

for (const [rule, xml, answer] of envelopes) {
  test(rule, async () => assert.equal(gist(await echo.ask(soap(xml))), answer));
}

test('elements of a call that stands twice are brought together', async () => {
  const name = 'ProcessTokenPaymentTest';
  const twice = called('<Token>t</Token>', name) + called('<Amount>1</Amount>', name);
  const answer = await echo.ask(soap(enveloped(twice), { headers: [actionOf(name)] }));
  assert.equal(gist(answer), '200 t|~|~|1|False|False|~');
});
