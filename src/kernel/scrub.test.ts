import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrub } from './scrub.ts';

const key = 'qk_live_0123456789abcdefghijABCDEFGHIJ0123456789abc';

test('what must not stand in a log is taken out', () => {
  const cases: [string, string][] = [
    ['card 4242424242424242', 'card ************4242'],
    ['card 4242.4242.4242.4242', 'card ****.****.****.4242'],
    ['card 4242  4242  4242  4242', 'card ****  ****  ****  4242'],
    ['card ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'card ************4242'],
    ['record 0164111111111111111271200', 'record 016************1111271200'],
    [`unknown key ${key}.`, 'unknown key qk_live_[key].'],
    [`${key.replace('live', 'test')}`, 'qk_test_[key]'],
    [`x${key}`, 'xqk_live_[key]'],
    ['Authorization: Basic dXNlcjprZXk=', 'Authorization: [credentials]'],
    ['{"authorization":"Bearer abc"}', '{"authorization":[credentials]'],
    ['authorization = x y z\nnext line', 'authorization = [credentials]\nnext line'],
    ['sent basic dXNlcjprZXk= twice', 'sent basic [credentials] twice'],
    ['bearer  a.b-c_d~e', 'bearer [credentials]'],
    ['SSN 123-45-6789', 'SSN ***-**-****'],
    ['x123 45 6789y', 'x***-**-****y'],
  ];
  for (const [text, scrubbed] of cases) assert.equal(scrub(text), scrubbed);
});

test('what helps whoever reads the log stays', () => {
  const harmless = [
    'duplicate key value violates unique constraint "payments_pkey"',
    'took 1234 ms',
  ];
  harmless.push(
    '2026-11-21T12:40:00.000Z',
    '018f0f3e-7b5c-7cc1-b2a4-1f0a2b3c4d5e',
    'at charge (charge.ts:12:3)',
  );
  harmless.push(
    '212-555-1234',
    '12-3456789',
    'basic',
    'invoice 1234567890',
    'connect ECONNREFUSED 127.0.0.1:5432',
  );
  for (const text of harmless) assert.equal(scrub(text), text);
});

test('scrubbing twice is scrubbing once', () => {
  const all = `${key} 4242424242424242 123-45-6789 Basic abc= Authorization: x`;
  assert.equal(scrub(scrub(all)), scrub(all));
});
