import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryable } from './retryable.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });

for (const code of ['40001', '40P01', '55P03', '57P01', '57P03', '08006', '08003', 'ECONNRESET']) {
  test(`${code} may succeed when it is tried again`, () => {
    assert(retryable(withCode(code)));
  });
}

for (const code of ['23505', '23514', '42601', '22P02', '25P02', '57014', 'EACCES']) {
  test(`${code} will not succeed when it is tried again`, () => {
    assert(!retryable(withCode(code)));
  });
}

test('a socket that is not there is a server that is away; a file that is not there is not', () => {
  assert(retryable(withCode('ENOENT', { syscall: 'connect' })));
  assert(!retryable(withCode('ENOENT', { syscall: 'open' })));
});

test('what is not an error is not tried again', () => {
  assert(!retryable('40001'));
  assert(!retryable(undefined));
  assert(!retryable(new Error('payment not found')));
});
