import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../kernel/refusal.ts';
import { notScalar } from './decode.ts';
import { readJsonFields } from './json-fields.ts';
import { knownKeys } from './json-reader.ts';

const keys = knownKeys(['Amount']);
const read = (text: string) => readJsonFields(Buffer.from(text), keys);
const one = (value: string) => read(`{"Amount":${value}}`).get('Amount');

test('texts stay as they are', () => {
  assert.equal(one('" 12.50 "'), ' 12.50 ');
});

test('numbers keep the digits they were written with', () => {
  for (const number of ['12.50', '4242424242424242424', '1e2', '-0.10', '0']) {
    assert.equal(one(number), number);
  }
});

test('zeros behind the second decimal of a number are cut, and nothing else of it or of a text', () => {
  const cut = [
    ['12.5000', '12.50'],
    ['12.500', '12.50'],
    ['-0.000', '-0.00'],
    ['1.0050', '1.0050'],
    ['12.0', '12.0'],
    ['1200', '1200'],
    ['1.000e2', '1.000e2'],
    ['"12.500"', '12.500'],
  ] as const;
  for (const [sent, text] of cut) assert.equal(one(sent), text);
});

test('booleans become words', () => {
  assert.deepEqual([one('true'), one('false')], ['true', 'false']);
});

test('null counts as not sent', () => {
  assert.equal(read('{"Amount":null}').has('Amount'), false);
});

test('a list or an object is no text, and is left for a field rule to name', () => {
  for (const value of ['[]', '["12.50"]', '{}', '{"Amount":"12.50"}']) {
    assert.equal(one(value), notScalar, value);
  }
});

test('names that nobody knows are kept, for counting', () => {
  assert.deepEqual([...read('{"b":1,"Amount":2,"a":3}').keys()], ['b', 'Amount', 'a']);
});

test('a body that is no object is refused', () => {
  for (const body of ['[]', '"text"', '12', 'null', 'true']) {
    assert.throws(() => read(body), refusal('The body must be one JSON object.'), body);
  }
});

test('a body that is no JSON is refused with its flaw and place', () => {
  assert.throws(() => read('{"Amount" 1}'), refusal('The body is not valid JSON (character 11).'));
});

test('a fault of ours is not taken for one of the caller', () => {
  const broken = undefined as unknown as Buffer;
  assert.throws(() => readJsonFields(broken, keys), TypeError);
});

function refusal(message: string) {
  return (error: unknown) =>
    error instanceof Refusal && error.code === 'unreadable' && error.message === message;
}
