import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, outline } from '../../../test/xml-outline.ts';
import { positionAt, xmlLimits } from './fault.ts';

const { depth, elements, attributes, name, text: mostText } = xmlLimits;
const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
const attributed = (count: number) =>
  `<a${Array.from({ length: count }, (_, n) => (n % 2 ? ` a${n}=""` : ` xmlns:a${n}="u"`)).join('')}/>`;
const limits: Record<string, readonly [most: number, (count: number) => string]> = {
  'elements within one another': [depth, nested],
  'empty elements within others': [
    depth,
    (n) => `${'<a>'.repeat(n - 1)}<a/>${'</a>'.repeat(n - 1)}`,
  ],
  elements: [elements, (n) => `<a>${'<b/>'.repeat(n - 1)}</a>`],
  'attributes and declarations': [attributes, attributed],
  'the name of an element': [name, (n) => `<${'a'.repeat(n)}/>`],
  'a name with its prefix': [name, (n) => `<p:${'a'.repeat(n - 2)} xmlns:p="u"/>`],
  'a name of other letters': [name, (n) => `<${'\u00e9'.repeat(n)}/>`],
  'the name of an attribute': [name, (n) => `<a ${'a'.repeat(n)}=""/>`],
  'the name of an instruction': [name, (n) => `<?${'a'.repeat(n)}?><a/>`],
  'a plain text': [mostText, (n) => `<a>${'b'.repeat(n)}</a>`],
  'a text of references': [mostText, (n) => `<a>${'&amp;'.repeat(n)}</a>`],
  'a text of line ends': [mostText, (n) => `<a>${'\r\n'.repeat(n)}</a>`],
  'a CDATA section': [mostText, (n) => `<a><![CDATA[${'b'.repeat(n)}]]></a>`],
  'a text in pieces': [
    mostText,
    (n) => `<a>${'b'.repeat(n - 3)}<b>c</b>d<!---->e<![CDATA[f]]></a>`,
  ],
  'an attribute': [mostText, (n) => `<a b="${'c'.repeat(n)}"/>`],
  'an attribute of references': [mostText, (n) => `<a b="${'&lt;'.repeat(n)}"/>`],
  'the name of a namespace': [mostText, (n) => `<a xmlns="${'c'.repeat(n)}"/>`],
};

for (const [subject, [most, document]] of Object.entries(limits)) {
  test(`${subject}: ${most} are read and one more is refused`, () => {
    assert.doesNotThrow(() => outline(document(most)));
    assert.equal(faultOf(document(most + 1)).kind, 'limit');
  });
}

test('a limit is judged before what follows is read', () => {
  for (const [, [most, document]] of Object.entries(limits)) {
    const tooMuch = document(most + 1).replace(/(?:<\/\w+>)*$/, '');
    assert.equal(faultOf(`${tooMuch}${' '.repeat(9)}</wrong>`).kind, 'limit', tooMuch.slice(0, 99));
  }
});

test('neither comments nor white space around the root are limited', () => {
  const long = 'x '.repeat(200_000);
  assert.equal(outline(`${' '.repeat(400_000)}<a><!--${long}--></a>`), '<{}a aside >');
});

test('a fault says where it is and quotes nothing', () => {
  const places: readonly (readonly [string, number, number])[] = [
    ['', 1, 1],
    ['hello', 1, 1],
    ['\n  hello', 2, 3],
    ['<a>\r\nsecret&secret;</a>', 2, 7],
    ['<a>\n\r\r\n<b c="d"\n c="secret"/></a>', 5, 2],
    ['<a>\n</secret>', 2, 1],
    ['<a>\u{1f600}\ud800</a>', 1, 6],
    ['<a>12\u0001</a>', 1, 6],
    ['<a>&amp;\r\n]]></a>', 2, 1],
    ['<a>\n<secret>', 2, 9],
  ];
  for (const [text, line, column] of places) {
    const fault = faultOf(text);
    assert.deepEqual([fault.line, fault.column], [line, column], text);
    assert.match(fault.message, /^[A-Z][^\n]*\.$/);
    assert.doesNotMatch(fault.message, /secret/);
  }
});

test('lines end at LF, CR and CRLF alike', () => {
  const text = 'ab\ncd\r\nef\rgh\r\r\n\n';
  const positions = Array.from({ length: text.length + 1 }, (_, offset) =>
    positionAt(text, offset),
  );
  const said = positions.map(({ line, column }) => `${line}.${column}`).join(' ');
  assert.equal(said, '1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 3.3 4.1 4.2 4.3 5.1 5.2 6.1 7.1');
});
