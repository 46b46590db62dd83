import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWebhookAddress } from './webhook-address.ts';

const environments = ['sandbox', 'live'] as const;

function told(text: string, environment: 'sandbox' | 'live'): string {
  const address = parseWebhookAddress(text, environment);
  return address.ok ? address.value : address.code;
}

test('a whole https address is taken everywhere, and written in one way', () => {
  const good = {
    'https://www.example.com/hooks/payments?shop=1':
      'https://www.example.com/hooks/payments?shop=1',
    'HTTPS://WWW.Example.COM': 'https://www.example.com/',
    'https://example.com:8443/x': 'https://example.com:8443/x',
    'https://example.com:443/x': 'https://example.com/x',
    'https://münchen.example/ü': 'https://xn--mnchen-3ya.example/%C3%BC',
    'https://my_shop.example.com': 'https://my_shop.example.com/',
    'https://8.8.8.8/x': 'https://8.8.8.8/x',
    'https://[2606:4700:4700::1111]/x': 'https://[2606:4700:4700::1111]/x',
    'https://example.com/a@b': 'https://example.com/a@b',
  };
  for (const environment of environments) {
    for (const [text, value] of Object.entries(good)) assert.equal(told(text, environment), value);
  }
});

test('without encryption, or to the machine itself, only in the sandbox', () => {
  const own = ['https://localhost:3000/x', 'https://127.0.0.1/x', 'https://[::1]/x'];
  own.push(
    'https://shop.localhost/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://localhost./x',
  );
  for (const text of own) {
    assert.equal(parseWebhookAddress(text, 'sandbox').ok, true, text);
    assert.equal(told(text, 'live'), 'not_public', text);
  }
  for (const text of ['http://www.example.com/x', 'http://localhost:3000/x']) {
    assert.equal(told(text, 'sandbox'), text);
    assert.equal(told(text, 'live'), 'insecure');
  }
});

test('an address that others cannot reach is refused in every spelling', () => {
  const hosts = [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '0',
    '0xa.0.0.1',
    '012.0.0.1',
  ];
  hosts.push(
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:a00:1::]',
    '[::]',
  );
  hosts.push('intranet', 'db', '10.0.0.1.', '100.64.0.1');
  for (const environment of environments) {
    for (const host of hosts)
      assert.equal(told(`https://${host}/x`, environment), 'not_public', host);
  }
});

test('neither a user nor a fragment belongs into it', () => {
  const users = [
    'https://ann:secret@example.com/',
    'https://ann@example.com',
    'https://@example.com/',
  ];
  users.push(
    'https://:@example.com',
    'https://127.0.0.1@example.com',
    'https://example.com@10.0.0.1/',
  );
  for (const text of users) assert.equal(told(text, 'live'), 'has_credentials', text);
  for (const text of ['https://example.com/#top', 'https://example.com/#']) {
    assert.equal(told(text, 'live'), 'has_fragment', text);
  }
});

test('what is no whole address is refused', () => {
  const bad = [
    '',
    'example.com/x',
    '//example.com',
    'ftp://example.com',
    'https:example.com',
    'https://',
  ];
  bad.push(
    'https:///example.com',
    'javascript:alert(1)',
    'https://exa mple.com',
    'https://a.example\\@b/',
  );
  bad.push(
    'https://example.com/\n',
    'https://exa\tmple.com',
    'https://example.com:99999/',
    'https://[::1',
  );
  bad.push('https://example.com/\ud800', 'https://1.2.3.4.5/', 'https://%zz.example/');
  for (const text of bad) assert.equal(told(text, 'live'), 'malformed', text);
});

test('an address has at most 2,048 characters, also when it is written in the one way', () => {
  const longest = `https://example.com/${'a'.repeat(2028)}`;
  assert.equal(told(longest, 'live'), longest);
  assert.equal(told(`${longest}a`, 'live'), 'too_long');
  assert.equal(told(`https://example.com/${'ü'.repeat(1000)}`, 'live'), 'too_long');
});
