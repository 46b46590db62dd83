import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressBucket, forwardedAddress, parseIpAddress } from './ip-address.ts';

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

test('an address that a proxy forwards is read with or without its port', () => {
  const forms: [text: string, address: string | undefined][] = [
    ['198.51.100.2', '198.51.100.2'],
    ['198.51.100.2:49152', '198.51.100.2'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:49152', '2001:db8::7'],
    ['"[2001:db8::7]:49152"', '2001:db8::7'],
    ['::ffff:198.51.100.2', '::ffff:198.51.100.2'],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['198.51.100.2:', undefined],
    ['198.51.100.2:123456', undefined],
    ['[198.51.100.2', undefined],
    ['[fe80::1%eth0]:80', undefined],
    ['pay.example.com:80', undefined],
    ['', undefined],
  ];
  for (const [text, address] of forms) assert.equal(forwardedAddress(text), address, text);
});

test('addresses of one /64 network are one bucket, and those of two networks are two', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((bits) => bits.toString(16));
  const host = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
  fc.assert(
    fc.property(group, host, host, (subnet, one, other) => {
      const bucket = addressBucket(`2001:db8:1:${subnet}:${one}`);
      assert.equal(addressBucket(`2001:DB8:1:${subnet}:${other}`), bucket);
      assert.equal(addressBucket(`2001:db8:1:${subnet}::`), bucket);
      assert.notEqual(addressBucket(`2001:db8:2:${subnet}:${one}`), bucket);
    }),
  );
});

test('an IPv4 address is one bucket, however it is written', () => {
  const written = ['::ffff:198.51.100.2', '::FFFF:c633:6402', '64:ff9b::198.51.100.2'];
  for (const text of [...written, '2002:c633:6402::1', '2002:c633:6402:99::1']) {
    assert.equal(addressBucket(text), '198.51.100.2', text);
  }
  assert.equal(addressBucket('198.51.100.2'), '198.51.100.2');
  assert.notEqual(addressBucket('198.51.100.3'), '198.51.100.2');
});

test('the zone of a link is no part of the bucket, and what is no address is its own', () => {
  assert.equal(addressBucket('fe80::1%eth0'), addressBucket('fe80::2%eth1'));
  assert.equal(addressBucket('unknown'), 'unknown');
});
