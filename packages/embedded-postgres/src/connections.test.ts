import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionLost } from './connections.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });

test('a deadlock leaves the connection whole, a lost server does not', () => {
  assert(!connectionLost(withCode('40P01')));
  assert(connectionLost(withCode('57P01')));
  assert(connectionLost(new Error('Connection terminated unexpectedly')));
});

test('a lost connection is found in the causes of an error, however deep', () => {
  const cause = new Error('Connection terminated unexpectedly');
  assert(connectionLost(new Error('migration 0001 failed', { cause: new Error('x', { cause }) })));
  assert(!connectionLost(new Error('x', { cause: withCode('23505') })));
});

test('a missing socket is a server that is away; a missing file is not', () => {
  assert(connectionLost(withCode('ENOENT', { syscall: 'connect' })));
  assert(!connectionLost(withCode('ENOENT', { syscall: 'open' })));
});
