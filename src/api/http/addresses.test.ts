import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { callerAddress, ownAddress } from './addresses.ts';

type Headers = Record<string, string | undefined>;

function asked(headers: Headers, localAddress = '127.0.0.1'): IncomingMessage {
  const socket = { remoteAddress: '10.0.0.9', localAddress, localPort: 8080 };
  return { headers, socket } as unknown as IncomingMessage;
}

const direct = { behindProxy: 'no', publicUrl: '' } as const;
const proxied = { behindProxy: 'yes', publicUrl: '' } as const;
const forwarded = {
  host: 'inside:8080',
  'x-forwarded-for': '203.0.113.7, 198.51.100.2',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'pay.example.com',
};

test('the caller is who the connection comes from', () => {
  assert.equal(callerAddress(asked({}), direct), '10.0.0.9');
});

test('what a caller forwards about itself is not believed', () => {
  assert.equal(callerAddress(asked(forwarded), direct), '10.0.0.9');
  assert.equal(ownAddress(asked(forwarded), direct), 'http://inside:8080');
});

test('behind a proxy the caller is the last address, which the proxy itself saw', () => {
  assert.equal(callerAddress(asked(forwarded), proxied), '198.51.100.2');
});

test('a port behind the forwarded address is no part of it', () => {
  for (const [text, address] of [
    ['203.0.113.7:1, 198.51.100.2:49152', '198.51.100.2'],
    ['[2001:db8::7]:49152', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
  ]) {
    assert.equal(callerAddress(asked({ 'x-forwarded-for': text }), proxied), address);
  }
});

test('what a proxy forwards that is no address is passed over', () => {
  assert.equal(callerAddress(asked({ 'x-forwarded-for': 'unknown' }), proxied), '10.0.0.9');
});

test('behind a proxy a request without forwarded headers comes from the connection', () => {
  assert.equal(callerAddress(asked({ 'x-forwarded-for': ' ' }), proxied), '10.0.0.9');
});

test('our address is the one that the caller used', () => {
  assert.equal(ownAddress(asked({ host: '127.0.0.1:8080' }), direct), 'http://127.0.0.1:8080');
  assert.equal(ownAddress(asked({ host: 'Pay.Example' }), direct), 'http://Pay.Example');
});

test('our address behind a proxy is the one that the caller used there', () => {
  assert.equal(ownAddress(asked(forwarded), proxied), 'https://pay.example.com');
});

test('a forwarded host that is no host is passed over', () => {
  const odd = { ...forwarded, 'x-forwarded-host': 'pay.example.com/"><x' };
  assert.equal(ownAddress(asked(odd), proxied), 'https://inside:8080');
});

test('a forwarded scheme other than https is plain http', () => {
  const odd = { ...forwarded, 'x-forwarded-proto': 'javascript' };
  assert.equal(ownAddress(asked(odd), proxied), 'http://pay.example.com');
});

test('our address without a Host header, or with one that is no host, is that of the connection', () => {
  assert.equal(ownAddress(asked({}), direct), 'http://127.0.0.1:8080');
  assert.equal(ownAddress(asked({ host: '999.999.999.999' }), direct), 'http://127.0.0.1:8080');
  assert.equal(ownAddress(asked({}, '::1'), direct), 'http://[::1]:8080');
});

test('the address that was set stands above all others', () => {
  const set = { ...proxied, publicUrl: 'https://set.example.com/pay' };
  assert.equal(ownAddress(asked(forwarded), set), 'https://set.example.com/pay');
});
