import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseWebAddress } from './web-address.ts';

test('an address is the same with and without http:// or https:// before it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'http://', 'https://', 'HTTPS://', 'Http://'),
      fc.domain(),
      fc.constantFrom('', '/', ':8080', '/shop/page?id=1&x=%20#top', '?a=b'),
      (prefix, domain, rest) => {
        assert.deepEqual(parseWebAddress(prefix + domain + rest), {
          ok: true,
          value: domain + rest,
        });
      },
    ),
  );
});

test('names in other scripts, with underscores and with a dot at the end are names', () => {
  for (const text of ['müller.example', 'my_shop.example.com', '例え.テスト', 'example.com.']) {
    assert.deepEqual(parseWebAddress(text), { ok: true, value: text });
  }
});

test('an address with a user part is refused', () => {
  for (const text of [
    'me@example.com',
    'mailto:me@example.com',
    'http://a:b@example.com',
    'https://@example.com',
    ':@a.example/x',
  ]) {
    const address = parseWebAddress(text);
    assert.equal(address.ok ? 'ok' : address.code, 'has_credentials', text);
  }
  assert.equal(parseWebAddress('example.com/@me?to=a@b.example').ok, true);
});

test('what is no address of a site is refused', () => {
  const bad = [
    '',
    'http://',
    'https://',
    'none',
    'n/a',
    'localhost',
    'http://localhost',
    '1.2.3.4',
  ];
  bad.push(
    '[::1]',
    '2130706433.',
    'example..com',
    '.example.com',
    '-a.example',
    'a-.example',
    '1.2',
  );
  bad.push('ftp://example.com');
  bad.push(
    'javascript:alert(1)',
    '//example.com',
    'http:///example.com',
    'https://https://example.com',
  );
  bad.push(
    'exa mple.com',
    'example.com /x',
    'a.example, b.example',
    'example.com\\x',
    'exa\tmple.com',
  );
  bad.push(
    'example.com/<x>',
    'example.com:99999',
    'example.com/\ud800',
    `${'a'.repeat(64)}.example`,
  );
  for (const text of bad) {
    const address = parseWebAddress(text);
    assert.equal(address.ok ? 'ok' : address.code, 'malformed', text);
  }
});

test('an address has at most 2,048 characters', () => {
  const longest = `example.com/${'a'.repeat(2036)}`;
  assert.equal(parseWebAddress(longest).ok, true);
  const address = parseWebAddress(`${longest}a`);
  assert.equal(address.ok ? 'ok' : address.code, 'too_long');
});
