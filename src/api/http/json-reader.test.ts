import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, plain } from '../../../test/json-judge.ts';
import { type JsonRule, knownKeys, NumberText, readJson } from './json-reader.ts';

const bytes = (text: string) => Buffer.from(text);
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(',')}}`;

const accepted: [why: string, document: string][] = [
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['a word alone', 'null'],
  ['a string alone', '"a"'],
  ['an empty string', '""'],
  ['a number alone', '0'],
  ['a negative zero', '-0'],
  ['a number with everything', '-12.50E+10'],
  ['a small exponent', '1e-7'],
  ['all four kinds of white space', ' \t\r\n{ \t"a"\r\n:\n1 ,\t"b" : [ 1 , 2 ] }\n'],
  ['the empty key', '{"":1}'],
  ['every short escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t"'],
  ['unicode escapes in both cases', '"\\u00e9\\u00C9\\u20ac"'],
  ['an escaped surrogate pair', '"\\ud83d\\ude00"'],
  ['letters beyond ASCII', '{"Größe":"北京 😀"}'],
  ['escapes beside letters beyond ASCII', '"é\\n北\\u0041"'],
  ['DEL and the line separators unescaped', '"\u007f\u2028\u2029"'],
  ['a slash before the closing quote', '"\\\\"'],
  ['keys that objects already have', '{"constructor":1,"toString":2,"prototype":3,"__proto":4}'],
  ['the same key in two objects', '[{"a":1},{"a":{"a":2}}]'],
  ['32 levels', nested(32)],
  ['512 members', members(512)],
];

for (const [why, document] of accepted) {
  test(`accepted: ${why}`, () => {
    assert.deepEqual(plain(readJson(bytes(document))), JSON.parse(document));
  });
}

const refused: [rule: JsonRule, document: string, position: number][] = [
  ['empty', '', 0],
  ['empty', ' \n', 2],
  ['empty', '\ufeff', 1],
  ['unfinished', '{', 1],
  ['unfinished', '{"a"', 4],
  ['unfinished', '{"a":', 5],
  ['unfinished', '{"a":1', 6],
  ['unfinished', '{"a":1,', 7],
  ['unfinished', '[', 1],
  ['unfinished', '[1', 2],
  ['unfinished', '[1,', 3],
  ['unfinished', '"', 1],
  ['unfinished', '"a', 2],
  ['unfinished', '"\\', 2],
  ['unfinished', '-', 1],
  ['unfinished', '1.', 2],
  ['unfinished', '1e', 2],
  ['unfinished', '1e+', 3],
  ['unexpected', 'nul', 0],
  ['unexpected', 'True', 0],
  ['unexpected', 'NaN', 0],
  ['unexpected', 'Infinity', 0],
  ['unexpected', "'a'", 0],
  ['unexpected', '\ufeff\ufeff1', 1],
  ['unexpected', '// note\n1', 0],
  ['unexpected', '{a:1}', 1],
  ['unexpected', "{'a':1}", 1],
  ['unexpected', '{1:1}', 1],
  ['unexpected', '{,}', 1],
  ['unexpected', '{"a" 1}', 5],
  ['unexpected', '{"a"::1}', 5],
  ['unexpected', '{"a":}', 5],
  ['unexpected', '{"a":1,}', 7],
  ['unexpected', '{"a":1 "b":2}', 7],
  ['unexpected', '{"a":1;"b":2}', 6],
  ['unexpected', '{"a":1]', 6],
  ['unexpected', '[1,]', 3],
  ['unexpected', '[,1]', 1],
  ['unexpected', '[1 2]', 3],
  ['unexpected', '[1}', 2],
  ['unexpected', '[1\u00a0]', 2],
  ['unexpected', '[\f1]', 1],
  ['unexpected', '[+1]', 1],
  ['unexpected', '[.5]', 1],
  ['unexpected', '[\uff11]', 1],
  ['unexpected', '[0x1]', 2],
  ['unexpected', '[1_000]', 2],
  ['bad_number', '[01]', 1],
  ['bad_number', '[-012]', 1],
  ['bad_number', '[1.]', 3],
  ['bad_number', '[1.e1]', 3],
  ['bad_number', '[1e]', 3],
  ['bad_number', '[-]', 2],
  ['bad_number', '[-Infinity]', 2],
  ['bad_number', '[--1]', 2],
  ['bad_escape', '"\\x41"', 1],
  ['bad_escape', '"\\\'"', 1],
  ['bad_escape', '"\\u12g4"', 1],
  ['bad_escape', '"\\u123"', 1],
  ['bad_escape', '"\\u12/4"', 1],
  ['bad_escape', '"\\u12:4"', 1],
  ['bad_escape', '"\\u12@4"', 1],
  ['bad_escape', '"\\u12G4"', 1],
  ['bad_escape', '"\\u12`4"', 1],
  ['bad_escape', '"\\U0041"', 1],
  ['bad_escape', '"\\é"', 1],
  ['control_character', '"a\nb"', 2],
  ['control_character', '"\u0000"', 1],
  ['control_character', '"\\n\u001f"', 3],
  ['control_character', '{"a\t":1}', 3],
  ['trailing_bytes', '{}{}', 2],
  ['trailing_bytes', '1 2', 2],
  ['trailing_bytes', '{} \u0000', 3],
  ['trailing_bytes', '"a""', 3],
  ['trailing_bytes', 'nulls', 4],
  ['too_deep', nested(33), 32],
  ['too_deep', '{"a":'.repeat(33), 160],
  ['too_many_members', members(513), members(512).length],
  ['too_many_members', `[${'0,'.repeat(512)}0]`, 1025],
  ['too_many_members', `[${members(256)},${members(255)}]`, -1],
  ['duplicate_key', '{"a":1,"a":1}', 7],
  ['duplicate_key', '{"a":1,"b":2,"\\u0061":3}', 13],
  ['duplicate_key', '{"":1,"":2}', 6],
  ['duplicate_key', '[{"é":1,"\\u00e9":2}]', 8],
  ['forbidden_key', '{"__proto__":{}}', 1],
  ['forbidden_key', '{"a":{"\\u005f_proto__":1}}', 6],
];

for (const [rule, document, position] of refused) {
  test(`refused as ${rule}: ${JSON.stringify(document.slice(0, 40))} (${document.length})`, () => {
    const fault = faultOf(bytes(document));
    assert.equal(fault.rule, rule);
    if (position >= 0) assert.equal(fault.position, position);
  });
}

for (const [why, digits] of [
  ['a lone continuation byte', '22 80 22'],
  ['an overlong slash', '22 c0 af 22'],
  ['a surrogate written as bytes', '22 ed a0 80 22'],
  ['a character cut off', '22 e5 8c 22'],
  ['a code point above the last', '22 f4 90 80 80 22'],
  ['UTF-16 with its mark', 'ff fe 7b 00 7d 00'],
] as const) {
  test(`refused as invalid_utf8: ${why}`, () => {
    assert.equal(faultOf(hex(digits)).rule, 'invalid_utf8');
  });
}

test('every control character is refused in a key, in a value and after an escape', () => {
  for (let code = 0; code < 0x20; code += 1) {
    const control = String.fromCharCode(code);
    for (const document of [`{"a${control}":1}`, `{"a":"b${control}"}`, `["\\n${control}"]`]) {
      assert.equal(faultOf(bytes(document)).rule, 'control_character');
    }
  }
});

test('a byte order mark before the document is passed over', () => {
  assert.deepEqual(readJson(hex('ef bb bf 7b 7d')), new Map());
});

test('numbers keep every digit that was sent', () => {
  for (const digits of ['12345678901234567890', '0.10', '1e400', '-0', '1.50E+3']) {
    assert.deepEqual(readJson(bytes(digits)), new NumberText(digits));
  }
});

test('lone surrogates written as escapes are kept for the field rules', () => {
  assert.equal(readJson(bytes('"\\ud800x"')), '\ud800x');
});

test('a key is the same whether it was expected or not', () => {
  const names = Array.from({ length: 3000 }, (_, n) => `Field${n * 7919}`);
  const keys = knownKeys(names);
  for (const document of [
    `{"${names.slice(0, 500).join('":1,"')}":1}`,
    '{"Field":1,"Field7918":2}',
  ]) {
    assert.deepEqual(readJson(bytes(document), keys), readJson(bytes(document)));
  }
  // Enough unexpected keys that some fall into the slot of an expected one and begin like it.
  const expected = knownKeys(['Amount']);
  for (let n = 0; n < 40_000; n += 1) {
    const read = readJson(bytes(`{"Amount${n}":1}`), expected);
    assert(read instanceof Map && read.has(`Amount${n}`));
  }
  const twice = bytes('{"Field7919":1,"\\u0046ield7919":2}');
  assert.throws(() => readJson(twice, keys), { rule: 'duplicate_key' });
});

test('a message names the rule and the place, and nothing of the document', () => {
  for (const document of ['{"4111111111111111":1,"4111111111111111":2}', '"4111111111111111\\x"']) {
    assert.match(faultOf(bytes(document)).message, /^The JSON [A-Za-z ]+ \(character \d+\)\.$/);
    assert.doesNotMatch(faultOf(bytes(document)).message, /4111/);
  }
});

// Whatever the shape, 256 kB must be answered; one that is quadratic would take minutes here.
test('documents of 256 kB in every awkward shape are read or refused', () => {
  const fill = (piece: string) => piece.repeat(Math.floor((256 * 1024 - 4) / piece.length));
  const shapes: [document: string, rule: JsonRule | undefined][] = [
    [`"${fill('a')}"`, undefined],
    [`"${fill('\\n')}"`, undefined],
    [`"${fill('\\u00e9')}"`, undefined],
    [`"${fill('é')}"`, undefined],
    [`"${fill('é\\n')}"`, undefined],
    [fill('1'), undefined],
    [`${fill(' ')}1`, undefined],
    [`{"${fill('k')}":1}`, undefined],
    [`"${fill('a')}`, 'unfinished'],
    [`"${fill('\\\\')}`, 'unfinished'],
    [fill('['), 'too_deep'],
    [fill('{"a":'), 'too_deep'],
    [`[${fill('0,')}0]`, 'too_many_members'],
    [`[${fill('{},')}0]`, 'too_many_members'],
    [`{${fill('"a":1,')}"a":1}`, 'duplicate_key'],
    [`1${fill(' ')}x`, 'trailing_bytes'],
    [fill('\u0000'), 'unexpected'],
  ];
  for (const [document, rule] of shapes) {
    if (rule) assert.equal(faultOf(bytes(document)).rule, rule);
    else assert.deepEqual(plain(readJson(bytes(document))), JSON.parse(document));
  }
});
