import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPairs } from './form.ts';
import { readArguments } from './http-binding.ts';
import { MethodFault, type MethodParameter } from './method.ts';

const parameters: readonly MethodParameter[] = [
  { name: 'Token', type: 'string' },
  { name: 'IsLoud', type: 'boolean' },
  { name: 'Text', type: 'string' },
];

function read(query: string): Record<string, unknown> {
  return Object.fromEntries(readArguments(parameters, readPairs(query)));
}

function fault(message: string) {
  return (error: unknown) => {
    assert.ok(error instanceof MethodFault);
    assert.deepEqual([error.message, error.blames], [message, 'client']);
    return true;
  };
}

test('names in any letter case reach their parameters', () => {
  const args = read('TOKEN=abc&isloud=false&tExT=x');
  assert.deepEqual(args, { Token: 'abc', IsLoud: false, Text: 'x' });
});

test('arguments stand in the order of the method, whatever order they came in', () => {
  assert.deepEqual(Object.keys(read('Text=x&IsLoud=true&Token=abc')), ['Token', 'IsLoud', 'Text']);
});

test('extra parameters are ignored', () => {
  const args = read('Token=abc&zzz=1&IsLoud=true&__proto__=2&Text=x');
  assert.deepEqual(args, { Token: 'abc', IsLoud: true, Text: 'x' });
});

test('a text that is there and empty is an empty text', () => {
  assert.deepEqual(read('Token=&IsLoud=true&Text='), { Token: '', IsLoud: true, Text: '' });
});

test('a text keeps its spaces', () => {
  assert.equal(read('Token=+a%0D%0A&IsLoud=true&Text=').Token, ' a\r\n');
});

test('a method without parameters needs nothing', () => {
  assert.equal(readArguments([], readPairs('a=b')).size, 0);
});

const missing: [query: string, name: string][] = [
  ['', 'Token'],
  ['Text=x', 'Token'],
  ['Token=abc', 'IsLoud'],
  ['Token=abc&IsLoud=true', 'Text'],
  ['Token&IsLoud=true&Text=x', 'Token'],
  ['Token=abc&IsLoud&Text=x', 'IsLoud'],
  ['Token+=abc&IsLoud=true&Text=x', 'Token'],
];

for (const [query, name] of missing) {
  test(`the first parameter that is missing is named: ${name} of "${query}"`, () => {
    assert.throws(() => read(query), fault(`Missing parameter: ${name}.`));
  });
}

for (const word of ['true', 'True', 'TRUE', '+true', '%09true+%0D%0A']) {
  test(`the boolean "${word}" is true`, () => {
    assert.equal(read(`Token=&IsLoud=${word}&Text=`).IsLoud, true);
  });
}

for (const word of ['false', 'False', 'FALSE', '++false++']) {
  test(`the boolean "${word}" is false`, () => {
    assert.equal(read(`Token=&IsLoud=${word}&Text=`).IsLoud, false);
  });
}

for (const word of ['yes', '1', '0', '', ' ', 'tru e', 'true,false', 'on', 'null']) {
  test(`"${word}" is no boolean`, () => {
    const message =
      `Cannot convert ${word} to System.Boolean.\r\n` +
      'Parameter name: type ---> String was not recognized as a valid Boolean.';
    const query = `Token=&IsLoud=${encodeURIComponent(word)}&Text=`;
    assert.throws(() => read(query), fault(message));
  });
}

test('what is wrong first is told, be it missing or no boolean', () => {
  assert.throws(() => read('Token=&IsLoud=1'), /^MethodFault: Cannot convert 1 /);
  assert.throws(() => read('IsLoud=1'), fault('Missing parameter: Token.'));
});
