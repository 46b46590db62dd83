import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './command.ts';
import { facts, page, table, toJson } from './layout.ts';

test('columns are as wide as their widest cell', () => {
  const rows = [
    { id: 1n, name: 'Zoë', at: undefined },
    { id: 100_002n, name: 'Park', at: new Date('2030-01-15T15:00:00.123Z') },
  ];
  assert.equal(
    table({ id: 'id', name: (one) => one.name, at: 'at' }, rows),
    'id      name  at\n1       Zoë\n100002  Park  2030-01-15T15:00:00Z',
  );
});

test('what is not there is left out', () => {
  assert.equal(facts({ id: 7n, name: '', 'sent at': undefined, last: null, n: 0 }), 'id  7\nn   0');
  const nothing = table({ a: () => 1 }, []);
  assert.equal(page({ '': { id: 7n }, keys: nothing, more: 'a\nb' }), 'id  7\n\nMore\n  a\n  b');
});

const hostile = {
  'escape sequences': '\u001b[2J\u001b]0;root\u0007',
  'controls of one byte': '\u009b31m\u007f',
  'line feeds': 'a\r\nb\tc',
  'marks that turn text round': '\u202e00.5\u202c\u2066x\u2069\u200f\u061c',
  'signs without width': 'a\u200b\u200d\u2060\ufeff\u00ad\u034f\u180e\u3164\ufe0f',
  separators: 'a\u2028b\u2029c',
  'tags beyond the first plane': 'a\u{e0041}\u{e007f}',
  'halves of a sign': 'a\ud800',
};
const obeyedOrUnseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

for (const [what, text] of Object.entries(hostile)) {
  test(`${what} in stored texts are written out in every layout, and JSON holds them as they are`, () => {
    const columns = { [text]: 'name', other: (one: { name: string }) => `<${one.name}>` } as const;
    const layouts = [table(columns, [{ name: text }]), facts({ name: text, [text]: 'x' })];
    for (const shown of layouts) {
      for (const line of shown.split('\n')) assert.doesNotMatch(line, obeyedOrUnseen);
    }
    assert.equal(layouts[0]!.split('\n').length, 2);
    const message = printable(`there is no business ${text}`);
    for (const line of message.split('\n')) assert.doesNotMatch(line, obeyedOrUnseen);
    const json = printable(toJson({ [text]: [text] }));
    for (const line of json.split('\n')) assert.doesNotMatch(line, obeyedOrUnseen);
    assert.deepEqual(JSON.parse(json), { [text]: [text] });
  });
}

test('names in other scripts are shown as they are', () => {
  const names = 'Łódź 東京 עברית Zoë 🌷 O’Neil';
  assert.equal(facts({ name: names }), `name  ${names}`);
  assert.equal(printable(names), names);
});

test('JSON has ids as texts and nothing that is not there', () => {
  const data = { id: 2n ** 60n, at: new Date(0), none: null, list: [1, 'a'] };
  const text = '{"id":"1152921504606846976","at":"1970-01-01T00:00:00.000Z","list":[1,"a"]}';
  assert.deepEqual(JSON.parse(toJson(data)), JSON.parse(text));
});
