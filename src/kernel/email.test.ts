import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseEmail } from './email.ts';

test('addresses that people have are taken as they are', () => {
  const good = [
    'a@b.co',
    'Jane.Doe+tag@mail.example.com',
    "o'neil@example.org",
    'x_y-z@sub-domain.io',
  ];
  good.push(
    'müller@bücher.example',
    '用户@例子.公司',
    '1234567890@qq.com',
    `${'a'.repeat(64)}@example.com`,
  );
  good.push('a&b=c!d#e$f%g*h/i?j^k`l{m|n}o~p@example.com', 'x@xn--bcher-kva.example', 'x@3com.com');
  for (const text of good) assert.deepEqual(parseEmail(text), { ok: true, value: text });
});

test('what no mail could reach is refused', () => {
  const bad = ['', 'a', '@', 'a@', '@b.co', 'a@b', 'a@localhost', 'a@b.co.', 'a@.co', 'a@b..co'];
  bad.push(
    'a@@b.co',
    'a@b@c.co',
    'a b@c.co',
    'a@b c.co',
    ' a@b.co',
    'a@b.co ',
    '<a@b.co>',
    'Jane <a@b.co>',
  );
  bad.push(
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    '"a b"@c.co',
    'a,b@c.co',
    'a@b.co,c@d.co',
    'a;b@c.co',
  );
  bad.push(
    'a@-b.co',
    'a@b-.co',
    'a@b_c.co',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a(comment)@b.co',
    'a\\b@c.co',
  );
  bad.push(
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.co`,
    'a\ud800@b.co',
    'a\u00a0b@c.co',
  );
  for (const text of bad) {
    const email = parseEmail(text);
    assert.equal(email.ok ? 'ok' : email.code, 'malformed', text);
  }
});

test('an address of 254 characters is taken and of 255 refused', () => {
  const domain = `${`${'b'.repeat(60)}.`.repeat(3)}example`;
  const name = 'a'.repeat(254 - domain.length - 1);
  assert.equal(parseEmail(`${name}@${domain}`).ok, true);
  const longer = parseEmail(`${name}a@${domain}`);
  assert.equal(longer.ok ? 'ok' : longer.code, 'too_long');
});

test('no header can be smuggled in: control characters are refused anywhere', () => {
  const control = fc
    .integer({ min: 0, max: 0x9f })
    .filter((code) => code < 32 || code >= 127)
    .map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.nat(16), control, (at, bad) => {
      const address = 'jane@example.com';
      const text = address.slice(0, at) + bad + address.slice(at);
      assert.equal(parseEmail(text).ok, false);
    }),
  );
});

test('every address that is taken has one @ with something before and a dotted name behind', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.string(), fc.stringMatching(/^[a.@ -]{1,12}$/)),
      (text) => {
        if (parseEmail(text).ok) assert.match(text, /^[^@\s]+@[^@\s]+\.[^@\s.]+$/u);
      },
    ),
  );
});

test('the addresses that the mail standard calls plain are taken', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      assert.equal(parseEmail(text).ok, true, text);
    }),
  );
});
