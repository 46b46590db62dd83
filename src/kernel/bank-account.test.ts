import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { parseAccountNumber, parseAccountType, parseRoutingNumber } from './bank-account.ts';
import type { Parsed } from './parsed.ts';

test('a routing number of a real bank is taken everywhere', () => {
  for (const environment of ['sandbox', 'live'] as const) {
    assert.deepEqual(parseRoutingNumber('021000021', environment), {
      ok: true,
      value: '021000021',
    });
  }
});

test('the sandbox takes any routing number with a good check digit, live only given ones', () => {
  assert.equal(parseRoutingNumber('490000018', 'sandbox').ok, true);
  assert.equal(codeOf(parseRoutingNumber('490000018', 'live')), 'invalid');
});

test('a routing number that is mistyped or no number at all is refused', () => {
  for (const environment of ['sandbox', 'live'] as const) {
    for (const text of ['', '12345678', '1234567890', '02100002x', '0210-0021', '０21000021']) {
      assert.equal(codeOf(parseRoutingNumber(text, environment)), 'malformed', text);
    }
    for (const text of ['021000022', '000000000']) {
      assert.equal(codeOf(parseRoutingNumber(text, environment)), 'invalid', text);
    }
  }
});

test('account numbers have 4 to 11 digits in the sandbox and 4 to 17 live', () => {
  for (let length = 1; length <= 30; length += 1) {
    const text = '123456789012345678901234567890'.slice(0, length);
    assert.equal(parseAccountNumber(text, 'sandbox').ok, length >= 4 && length <= 11, text);
    assert.equal(parseAccountNumber(text, 'live').ok, length >= 4 && length <= 17, text);
  }
});

test('an account number keeps its zeros in front', () => {
  const account = parseAccountNumber('000123', 'live');
  assert.ok(account.ok);
  assert.equal(account.value.number.reveal(), '000123');
  assert.equal(account.value.last4, '0123');
});

test('letters, spaces and dashes make no account number', () => {
  for (const text of ['12 34', '1234-5', '1234a', '', '１２３４', '1e10']) {
    assert.equal(codeOf(parseAccountNumber(text, 'live')), 'malformed', text);
  }
});

test('nothing but zeros is the account of nobody, though it has digits enough', () => {
  const nobodys = {
    ok: false,
    code: 'invalid',
    rule: 'must be an account number that somebody can have',
  };
  for (const text of ['0000', '00000000', '00000000000000000']) {
    assert.deepEqual(parseAccountNumber(text, 'live'), nobodys, text);
  }
  assert.equal(codeOf(parseAccountNumber('000', 'live')), 'malformed');
  assert.equal(parseAccountNumber('00000', 'sandbox').ok, true);
});

test('a parsed account shows its last four digits only', () => {
  const shown = inspect(parseAccountNumber('98761234', 'live'), { depth: 9 });
  assert.match(shown, /1234/);
  assert.doesNotMatch(shown, /9876/);
});

test('account types are known in any letter case and spelling of the prefix', () => {
  const known: [string, string][] = [
    ['checking', 'personal checking'],
    ['CHECKING', 'personal checking'],
    ['Savings', 'personal savings'],
    ['Personal Checking', 'personal checking'],
    ['PersonalSavings', 'personal savings'],
    ['business', 'business checking'],
    ['Business_Checking', 'business checking'],
    ['BUSINESS-SAVINGS', 'business savings'],
  ];
  expectTypes(known);
});

test('what services abbreviate and call otherwise is known where it is clear', () => {
  expectTypes([
    ['C', 'personal checking'],
    ['s', 'personal savings'],
    ['CHK', 'personal checking'],
    ['SAV', 'personal savings'],
    ['Check', 'personal checking'],
    ['Saving', 'personal savings'],
    ['Savings Account', 'personal savings'],
    ['Checking Acct.', 'personal checking'],
    ['Consumer Checking', 'personal checking'],
    ['Corporate', 'business checking'],
    ['CorporateChecking', 'business checking'],
    ['Corp. Savings', 'business savings'],
    ['Checking (Business)', 'business checking'],
    ['BC', 'business checking'],
    ['PS', 'personal savings'],
  ]);
});

test('other words are no account types, nor are the names of object properties', () => {
  for (const text of [
    '',
    'loan',
    'Money market',
    'Account',
    'x',
    'cs',
    'CC',
    'checking/savings',
    'businesspersonal',
    'checkings!',
    'savingschecking',
    '__proto__',
    'constructor',
    '1',
  ]) {
    assert.equal(codeOf(parseAccountType(text)), 'not_one_of', text);
  }
});

function codeOf<T>(result: Parsed<T>): string {
  return result.ok ? 'ok' : result.code;
}

function expectTypes(known: readonly (readonly [string, string])[]): void {
  for (const [text, expected] of known) {
    const type = parseAccountType(text);
    assert.ok(type.ok, text);
    assert.equal(`${type.value.holder} ${type.value.kind}`, expected);
  }
}
