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

test('arguments stand in the order of the method, whatever order they came in', () => {
  assert.deepEqual(Object.keys(read('Text=x&IsLoud=true&Token=abc')), ['Token', 'IsLoud', 'Text']);
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

test('what is wrong first is told, be it missing or no boolean', () => {
  assert.throws(() => read('Token=&IsLoud=1'), /^MethodFault: Cannot convert 1 /);
  assert.throws(() => read('IsLoud=1'), fault('Missing parameter: Token.'));
});
