import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { isSignedByTwilio } from '../../src/ports/carriers/twilio-callbacks.ts';
import { signatureFor } from './far-twilio.ts';

const url = 'https://pay.example.com/carriers/twilio/status?message=100001%2F7';
const fields = { MessageSid: 'SM1', MessageStatus: 'sent', Body: 'a+b &c=ü👋', A: '' };
const form = new Map(Object.entries(fields).map(([name, value]) => [name, [value]]));

test('the example in Twilio’s documents is signed as it says there', () => {
  const example = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  const signed = {
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    form: new Map(Object.entries(example).map(([name, value]) => [name, [value]])),
  };
  const isSigned = isSignedByTwilio(new Secret('12345'), signed, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  assert.equal(isSigned, true);
});

test('what was signed with our token is Twilio’s, with its port or without', () => {
  const secret = new Secret('t');
  const right = (signed: string) => signatureFor(signed, fields, 't');
  assert.ok(isSignedByTwilio(secret, { url, form }, right(url)));
  const withPort = url.replace('.com/', '.com:443/');
  assert.ok(isSignedByTwilio(secret, { url, form }, right(withPort)));
  assert.ok(isSignedByTwilio(secret, { url: withPort, form }, right(url)));
  const odd = 'http://[::1]:8443/x';
  assert.ok(isSignedByTwilio(secret, { url: odd, form }, right('http://[::1]/x')));
});

test('anything that was changed is nobody’s', () => {
  const secret = new Secret('t');
  const signature = signatureFor(url, fields, 't');
  const changed = new Map(form).set('MessageStatus', ['delivered']);
  const more = new Map(form).set('Z', ['']);
  const twice = new Map(form).set('MessageStatus', ['sent', 'delivered']);
  assert.ok(!isSignedByTwilio(secret, { url: `${url}8`, form }, signature));
  assert.ok(!isSignedByTwilio(secret, { url: url.replace('https', 'http'), form }, signature));
  for (const other of [changed, more, twice]) {
    assert.ok(!isSignedByTwilio(secret, { url, form: other }, signature));
  }
  for (const wrong of [
    '',
    'x',
    signature.slice(0, -2),
    `A${signature.slice(1)}`,
    `${signature}AA==AA`,
  ]) {
    assert.ok(!isSignedByTwilio(secret, { url, form }, wrong), wrong);
  }
  assert.ok(!isSignedByTwilio(new Secret('u'), { url, form }, signature));
});
