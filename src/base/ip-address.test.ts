import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseIpAddress } from './ip-address.ts';

test('addresses of both versions are taken as they are', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      assert.deepEqual(parseIpAddress(text), { ok: true, value: text });
    }),
  );
});

test('what is more or less than one address is refused', () => {
  const bad = ['', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4:80', '[::1]', '::1/64'];
  bad.push(
    'fe80::1%eth0',
    '1.2.3.4, 5.6.7.8',
    '1.2.3.4 ',
    '::1::',
    'localhost',
    '16909060',
    '0x1.2.3.4',
  );
  bad.push('١.2.3.4', '1.2.3.4\n', '12345::', '1:2:3:4:5:6:7:8:9');
  for (const text of bad) {
    const address = parseIpAddress(text);
    assert.equal(address.ok ? 'ok' : address.code, 'malformed', text);
  }
});
