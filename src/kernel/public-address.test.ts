import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLoopback, isPublicAddress } from './public-address.ts';

const publicOnes = [
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
];
publicOnes.push('126.255.255.255', '128.0.0.0', '169.253.255.255', '172.15.255.255', '172.32.0.0');
publicOnes.push('192.0.1.0', '192.167.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255');
publicOnes.push('2606:4700:4700::1111', '2a00:1450::', '2001:200::1', '2001:db9::', '3ffe::1');

const privateOnes = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
];
privateOnes.push('127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255');
privateOnes.push(
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
);
privateOnes.push(
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
);
privateOnes.push('::', '::1', '::7f00:1', '::8.8.8.8', 'fe80::1', 'febf::1', 'fec0::1', 'fc00::1');
privateOnes.push('fd12:3456::1', 'ff02::1', '100::1', '2001::1', '2001:10::1', '2001:1ff::1');
privateOnes.push(
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '64:ff9b:1::8.8.8.8',
  '::ffff:0:8.8.8.8',
  '4000::1',
);

test('what anybody may reach is public, and what only we may reach is not', () => {
  for (const address of publicOnes) assert.equal(isPublicAddress(address), true, address);
  for (const address of privateOnes) assert.equal(isPublicAddress(address), false, address);
});

test('an address that carries an IPv4 address is as public as that one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.constantFrom(...privateOnes.slice(0, 24))), (inner) => {
      const bytes = inner.split('.').map(Number);
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
      const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      const carriers = [`::ffff:${inner}`, `::ffff:${groups}`, `0:0:0:0:0:FFFF:${groups}`];
      carriers.push(`64:ff9b::${inner}`, `64:ff9b::${groups}`, `2002:${groups}::1`);
      for (const address of carriers) {
        assert.equal(isPublicAddress(address), isPublicAddress(inner), address);
      }
    }),
  );
});

test('addresses are read as the runtime reads them, however they are written', () => {
  const global = new BlockList();
  global.addSubnet('2000::', 3, 'ipv6');
  const kept = new BlockList();
  for (const [start, bits] of [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['3fff::', 20],
  ] as const) {
    kept.addSubnet(start, bits, 'ipv6');
  }
  const carrying = /^(?:2002|64|0*:)|ffff/i;
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(!carrying.test(address));
      const expected = global.check(address, 'ipv6') && !kept.check(address, 'ipv6');
      assert.equal(isPublicAddress(address), expected, address);
    }),
  );
});

test('what is no address is not public', () => {
  const bad = [
    '',
    'localhost',
    'example.com',
    '8.8.8',
    '8.8.8.8.8',
    '08.8.8.8',
    '134744072',
    '[::1]',
  ];
  bad.push(
    '2606:4700::1%eth0',
    '::ffff:8.8.8.8%1',
    '8.8.8.8/32',
    ' 8.8.8.8',
    '2606:4700:::1',
    '0x8.8.8.8',
  );
  for (const address of bad) {
    assert.equal(isPublicAddress(address), false, address);
    assert.equal(isLoopback(address), false, address);
  }
});

test('the machine itself has many addresses', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1']) {
    assert.equal(isLoopback(address), true, address);
  }
  for (const address of [
    '128.0.0.1',
    '126.0.0.1',
    '::2',
    '::',
    '0.0.0.0',
    '::127.0.0.1',
    '10.0.0.1',
  ]) {
    assert.equal(isLoopback(address), false, address);
  }
});
