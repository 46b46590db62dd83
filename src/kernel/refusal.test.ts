import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldFault, Refusal, type RefusalCode, refusals } from './refusal.ts';

const codes = Object.keys(refusals) as RefusalCode[];

test('a refusal carries the status and sentence of its code', () => {
  const refusal = new Refusal('not_authenticated');
  assert.ok(refusal instanceof Error);
  assert.deepEqual(
    [refusal.name, refusal.code, refusal.status, refusal.message],
    ['Refusal', 'not_authenticated', 401, 'The credentials are missing or wrong.'],
  );
  assert.deepEqual(
    [refusal.details, refusal.retryAfterSeconds, refusal.allow],
    [[], undefined, undefined],
  );
});

test('every refusal that means "not now" says when', () => {
  for (const code of codes) {
    const { status, retryAfterSeconds } = new Refusal(code);
    const isNotNow = status === 429 || status === 503 || code === 'request_in_progress';
    assert.equal(retryAfterSeconds !== undefined, isNotNow, code);
  }
});

test('a 503 promises that nothing was charged, and nothing else does', () => {
  for (const code of codes) {
    const { status, message } = new Refusal(code);
    assert.equal(/nothing was charged/.test(message), status === 503, code);
  }
});

test('every message is one sentence', () => {
  for (const code of codes) assert.match(refusals[code].message, /^[A-Z][^.!?]*\.$/, code);
});

test('only what the older interface answers as well says please', () => {
  const said = codes.filter((code) => /\bplease\b/i.test(refusals[code].message));
  assert.deepEqual(said, [
    'currency_not_debited',
    'token_disabled',
    'order_undecided',
    'payment_busy',
    'rate_limited',
    'too_many_bad_credentials',
    'too_many_token_misses',
    'card_declined_too_often',
    'busy',
  ]);
});

test('the thrower may know better when to come back, and which methods there are', () => {
  assert.equal(new Refusal('rate_limited', { retryAfterSeconds: 7 }).retryAfterSeconds, 7);
  assert.deepEqual(new Refusal('method_not_allowed', { allow: ['POST'] }).allow, ['POST']);
  assert.equal(
    new Refusal('unreadable', { message: 'The JSON ends too early.' }).message,
    'The JSON ends too early.',
  );
});

test('wrong fields are all named in one sentence, the first with its rule', () => {
  const amount = fieldFault('Amount', { code: 'too_small', rule: 'must be more than 0.00' });
  const email = fieldFault('Email', { code: 'required', rule: 'is required' });
  const phone = fieldFault('MobilePhone', { code: 'malformed', rule: 'must be a phone number' });
  assert.deepEqual(email, { field: 'Email', code: 'required', message: 'Email is required.' });
  assert.equal(new Refusal('wrong_fields', { details: [email] }).message, 'Email is required.');
  const three = new Refusal('wrong_fields', { details: [amount, email, phone] });
  assert.equal(three.message, 'Amount must be more than 0.00 (also wrong: Email, MobilePhone).');
  assert.deepEqual(three.details, [amount, email, phone]);
});

test('a field that is wrong in several ways is named once', () => {
  const [first, second] = ['is too long', 'is unknown'].map((rule) =>
    fieldFault('Email', { code: 'malformed', rule }),
  );
  const both = new Refusal('wrong_fields', { details: [first!, second!] });
  assert.equal(both.message, 'Email is too long.');
  assert.deepEqual(both.details, [first, second]);
});

test('a code that is not in the table does not compile', () => {
  // @ts-expect-error
  assert.throws(() => new Refusal('no_such_code'), TypeError);
});
