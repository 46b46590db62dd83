import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { readContentType } from './charset.ts';
import { type Pairs, readForm, readPairs } from './form.ts';
import { MethodFault } from './method.ts';

const formType = 'application/x-www-form-urlencoded';

function read(text: string): Record<string, string> {
  return Object.fromEntries(readPairs(text));
}

function form(body: string | Buffer, parameters = ''): Record<string, string> {
  const contentType = readContentType(`${formType}${parameters}`);
  return Object.fromEntries(readForm(Buffer.from(body as Buffer), contentType));
}

const texts: [what: string, text: string, pairs: Record<string, string>][] = [
  ['nothing', '', {}],
  ['pairs', 'a=1&b=2', { a: '1', b: '2' }],
  ['an empty value', 'a=', { a: '' }],
  ['an empty name', '=1', { '': '1' }],
  ['a value with an equals sign', 'a=b=c', { a: 'b=c' }],
  ['a value without a name, which is left out', 'a&b=1', { b: '1' }],
  ['a name that also comes as a nameless value', 'a&a=1', { a: '1' }],
  ['nothing between two separators', '&a=1&&b=2&', { a: '1', b: '2' }],
  ['a semicolon, which separates nothing', 'a=1;b=2', { a: '1;b=2' }],
  ['names in any letter case', 'Token=1&AMOUNT=2', { token: '1', amount: '2' }],
  ['a name that comes again', 'a=1&A=2&b=x&a=', { a: '1,2,', b: 'x' }],
  ['a plus sign', 'a+b=c++d', { 'a b': 'c  d' }],
  ['escaped signs', 'a%26b=%3D%26%2B%25%3b', { 'a&b': '=&+%;' }],
  ['escaped UTF-8', 'a=%C3%a9%F0%9F%98%80', { a: 'é😀' }],
  ['escaped bytes that are no UTF-8', 'a=%FF%C3x', { a: '\ufffd\ufffdx' }],
  ['an escape of the escape', 'a=%2541', { a: '%41' }],
  ['a percent sign alone', 'a=%&b=5%', { a: '%', b: '5%' }],
  ['half an escape', 'a=%4&b=%zz&c=%4g&d=%%41', { a: '%4', b: '%zz', c: '%4g', d: '%A' }],
  ['an escaped UTF-16 unit', 'a=h%u00e9%u20AC', { a: 'hé€' }],
  ['an escaped pair of surrogates', 'a=%uD83D%uDE00', { a: '😀' }],
  ['both kinds of escapes', 'a=%C3%A9%u20ac%C3%A9+', { a: 'é€é ' }],
  ['a UTF-16 unit within a character', 'a=%C3%u20ac%A9', { a: '\ufffd€\ufffd' }],
  [
    'half an escaped unit',
    'a=%u&b=%u12&c=%u123g&d=%u',
    { a: '%u', b: '%u12', c: '%u123g', d: '%u' },
  ],
  ['an escaped unit with a capital U', 'a=%U0041', { a: '%U0041' }],
  ['an escaped unit in a name', '%u0041%62=1', { ab: '1' }],
  ['bytes that were not escaped', 'a=h\xc3\xa9%C3\xa9', { a: 'héé' }],
  [
    'names that objects have already',
    '__proto__=1&constructor=2',
    { ['__proto__']: '1', constructor: '2' },
  ],
  ['an escaped NUL', 'a=b%00c', { a: 'b\0c' }],
];

for (const [what, text, pairs] of texts) {
  test(`${what} is read: "${text}"`, () => {
    assert.deepEqual(read(text), pairs);
    assert.deepEqual(form(Buffer.from(text, 'latin1')), pairs);
  });
}

const forms: [what: string, parameters: string, body: Buffer, value: string][] = [
  ['escaped UTF-8', '; charset=utf-8', Buffer.from('a=%C3%A9'), 'é'],
  ['escaped Latin-1', '; charset=iso-8859-1', Buffer.from('a=%E9%80+%u20ac'), 'é\x80 €'],
  ['Latin-1 as it is', '; charset="ISO-8859-1"', Buffer.from('a=é', 'latin1'), 'é'],
  ['escaped windows-1252', '; charset=windows-1252', Buffer.from('a=%80'), '€'],
  [
    'two bytes, of which one is escaped',
    '; charset=shift_jis',
    Buffer.from('a=%93\xfa', 'latin1'),
    '日',
  ],
  ['UTF-16', '; charset=utf-16', Buffer.from('A=é😀+%26%C3%A9%u20ac', 'utf16le'), 'é😀 &é€'],
  ['UTF-16BE', '; charset=utf-16be', Buffer.from('a=é', 'utf16le').swap16(), 'é'],
  ['UTF-16 by its BOM', '', Buffer.from('\ufeffa=é', 'utf16le'), 'é'],
  ['UTF-8 by its BOM', '; charset=iso-8859-1', Buffer.from('\ufeffa=é'), 'é'],
  ['ASCII', '; charset=us-ascii', Buffer.from('a=h%C3%A9'), 'h??'],
  ['a set nobody knows, taken for UTF-8', '; charset=bogus', Buffer.from('a=h%C3%A9'), 'hé'],
  ['a set without a name', '; charset=', Buffer.from('a=h%C3%A9'), 'hé'],
];

for (const [what, parameters, body, value] of forms) {
  test(`a form may come in ${what}`, () => {
    assert.deepEqual(form(body, parameters), { a: value });
  });
}

test('2,000 parameters are read and one more is refused', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `p${i}=${i}`).join('&');
  const pairs = readPairs(text);
  assert.equal(pairs.size, 2000);
  assert.equal(pairs.get('p1999'), '1999');
  const refusal = (error: unknown) =>
    error instanceof MethodFault &&
    error.blames === 'client' &&
    error.message === 'At most 2,000 parameters may be sent.';
  assert.throws(() => readPairs(`${text}&x=1`), refusal);
  assert.throws(() => form(`${text}&x=1`), refusal);
  assert.throws(() => readPairs('&'.repeat(2000)), refusal);
});

test('the worst half megabyte of every shape is read to its end', () => {
  const size = 512 * 1024;
  for (const unit of ['%', '%u', '%4', '+', '%41', '%u0041', '%80%u0041', '\x80', '=', 'x']) {
    for (const charset of ['', '; charset=windows-1252', '; charset=utf-16', '; charset=bogus']) {
      const body = Buffer.from(`a=${unit.repeat(size / unit.length)}`, 'latin1');
      readForm(body, readContentType(`${formType}${charset}`));
    }
    // Two thousand parts, the last of which has all the length.
    const last = `${'a=&'.repeat(1999)}b=${unit.repeat(size / unit.length)}`;
    assert.ok((readPairs(last).get('b')?.length ?? 0) > size / 10, unit);
    readPairs(`${'&'.repeat(1999)}${unit.repeat(size / unit.length)}`);
  }
});

const text = anyText({ maxLength: 30 });

test('what encodeURIComponent wrote is read back', () => {
  fc.assert(
    fc.property(text, text, (name, value) => {
      const [wellNamed, wellFormed] = [name.toWellFormed(), value.toWellFormed()];
      const pairs = readPairs(`${encodeURIComponent(wellNamed)}=${encodeURIComponent(wellFormed)}`);
      assert.deepEqual([...pairs], [[wellNamed.toLowerCase(), wellFormed]]);
    }),
  );
});

test('what escape wrote is read back, with every unit of UTF-16', () => {
  fc.assert(
    fc.property(text, (value) => {
      // Its %XX are Latin-1, as they are in a form of that character set; a plus sign it lets stand.
      const body = `a=${escape(value).replaceAll('+', '%2B')}`;
      assert.deepEqual(form(body, '; charset=iso-8859-1'), { a: value });
    }),
  );
});

test('any form that URLSearchParams wrote is read back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 20 }), (list) => {
      const pairs = list.map(
        ([name, value]) => [name.toWellFormed(), value.toWellFormed()] as const,
      );
      const encoded = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
      const values = Map.groupBy(pairs, ([name]) => name.toLowerCase());
      const expected = [...values].map(([name, same]) => [
        name,
        same.map((pair) => pair[1]).join(),
      ]);
      assert.deepEqual([...readPairs(encoded)], expected);
      assert.deepEqual([...readForm(Buffer.from(encoded), readContentType(formType))], expected);
    }),
  );
});

test('no bytes make the reader fail, whatever the character set', () => {
  const signs = fc.constantFrom(
    '%',
    '%u',
    '&',
    '=',
    '+',
    '%4',
    '%u004',
    'é',
    '%C3',
    ';',
    'a',
    '\0',
  );
  const bodies = fc.oneof(
    fc.array(signs).map((list) => list.join('')),
    anyText(),
  );
  const charsets = fc.constantFrom('utf-8', 'utf-16', 'iso-8859-1', 'gb18030', 'us-ascii', 'bogus');
  fc.assert(
    fc.property(bodies, charsets, (body, charset) => {
      const pairs: Pairs[] = [
        readPairs(body),
        readForm(Buffer.from(body), readContentType(`${formType}; charset=${charset}`)),
      ];
      for (const [name, value] of pairs.flatMap((found) => [...found])) {
        assert.equal(name, name.toLowerCase());
        assert.equal(typeof value, 'string');
      }
    }),
  );
});
