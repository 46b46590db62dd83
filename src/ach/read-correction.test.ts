import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { correctionRules } from './correction-codes.ts';
import { readCorrection } from './read-correction.ts';

const routing = '021000021';
const gap = (columns: number) => ' '.repeat(columns);

/** With the account number in plain, to compare. */
function reads(code: string, data: string, expected: Record<string, string>): void {
  const { accountNumber, ...rest } = readCorrection(code, data) ?? assert.fail(`${code} ${data}`);
  const { accountNumber: number, ...others } = expected;
  assert.deepEqual(rest, others);
  assert.equal(accountNumber?.number.holds(number ?? '') ?? false, number !== undefined);
  if (number) assert.equal(accountNumber?.last4, number.slice(-4));
}

function doesNotRead(code: string, ...unreadable: string[]): void {
  for (const data of unreadable)
    assert.equal(readCorrection(code, data), undefined, `${code} ${data}`);
}

test('an account number', () => {
  reads('C01', `1918171614${gap(19)}`, { accountNumber: '1918171614' });
  reads('C01', '1918171614', { accountNumber: '1918171614' });
  reads('C01', '0000123', { accountNumber: '0000123' });
  reads('C01', '12345678901234567', { accountNumber: '12345678901234567' });
});

test('a routing number', () => {
  reads('C02', `${routing}${gap(20)}`, { routingNumber: routing });
});

test('a routing number and an account number, three columns apart', () => {
  const expected = { routingNumber: routing, accountNumber: '1234567' };
  reads('C03', `${routing}${gap(3)}1234567${gap(10)}`, expected);
  reads('C03', `${routing}${gap(13)}1234567`, expected);
  reads('C03', `${routing}   12345678901234567`, {
    routingNumber: routing,
    accountNumber: '12345678901234567',
  });
});

test('a name, or an identification', () => {
  reads('C04', `ADA PARK${gap(21)}`, { individualName: 'ADA PARK' });
  reads('C09', '0815-A', { identification: '0815-A' });
});

test('a kind of account, from a transaction code', () => {
  for (const code of ['22', '23', '24', '27', '28', '29'])
    reads('C05', code, { accountKind: 'checking' });
  for (const code of ['32', '33', '34', '37', '38', '39'])
    reads('C05', code, { accountKind: 'savings' });
});

test('an account number and a kind of account', () => {
  reads('C06', `1234567${gap(13)}37${gap(7)}`, {
    accountNumber: '1234567',
    accountKind: 'savings',
  });
  reads('C06', `12345678901234567${gap(3)}27`, {
    accountNumber: '12345678901234567',
    accountKind: 'checking',
  });
});

test('a routing number, an account number and a kind of account', () => {
  reads('C07', `${routing}1234567${gap(10)}37 `, {
    routingNumber: routing,
    accountNumber: '1234567',
    accountKind: 'savings',
  });
  reads('C07', `${routing}1234567890123456727`, {
    routingNumber: routing,
    accountNumber: '12345678901234567',
    accountKind: 'checking',
  });
});

test('a routing number whose check digit is wrong is not read', () => {
  doesNotRead('C02', '021000022', '000000000', '02100002', '0210000211');
  doesNotRead('C03', `021000022${gap(3)}1234567`);
  doesNotRead('C07', `0210000221234567${gap(10)}27`);
});

test('a number that stands in the wrong columns is not read, rather than cut', () => {
  doesNotRead('C01', `${gap(12)}12345678`);
  doesNotRead('C02', ` ${routing}`);
  doesNotRead('C03', `${routing}12345678`, `${routing} 12345678`, `${routing}  12345678`);
  doesNotRead('C06', `1234567${gap(12)}37`, `1234567${gap(14)}37`, '1234567 37', '123456737');
  doesNotRead('C07', `${routing}   1234567  27`, `${routing}1234567${gap(11)}27`);
});

test('what is not a number is not read', () => {
  doesNotRead(
    'C01',
    '',
    gap(29),
    '123',
    '1234-5678',
    '12 34 5678',
    'ABC1234',
    '0000',
    '１２３４５',
  );
  doesNotRead('C02', '', 'ABCDEFGHI');
  doesNotRead('C03', routing, `${gap(12)}1234567`, `${routing}   12 34`);
  doesNotRead('C04', '', gap(29));
  doesNotRead('C09', gap(22));
});

test('a kind of account that no token has is not read', () => {
  doesNotRead('C05', '', '42', '47', '52', '21', '26', '36', '2', '270', '7 2', 'XX');
  doesNotRead('C06', `1234567${gap(13)}47`, `1234567${gap(13)}`);
});

test('data that is too long is not read', () => {
  doesNotRead('C01', `12345678${gap(22)}`);
});

test('codes without readable data give nothing, whatever stands there', () => {
  const silent = correctionRules.filter(({ columns }) => Object.keys(columns).length === 0);
  assert.equal(silent.length, 15);
  for (const { code } of silent) doesNotRead(code, '1234567', routing, '27', '');
  doesNotRead('C15', '1234567', '');
});

test('in the sandbox account numbers are shorter, and every prefix with a good check digit is taken', () => {
  assert.equal(readCorrection('C01', '123456789012', 'sandbox'), undefined);
  assert.ok(readCorrection('C01', '12345678901', 'sandbox'));
  assert.equal(readCorrection('C02', '990000000', 'live'), undefined);
  assert.deepEqual(readCorrection('C02', '990000000', 'sandbox'), { routingNumber: '990000000' });
});

test('an account number that was read is never printed', () => {
  const correction = readCorrection('C01', '1918171614');
  assert.equal(inspect(correction, { depth: 9 }).includes('19181716'), false);
  assert.equal(JSON.stringify(correction).includes('19181716'), false);
});

test('whatever comes is read whole or not at all, and nothing is thrown', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789  '), maxLength: 29 });
  const data = fc.oneof(digits, fc.string({ maxLength: 40, unit: 'grapheme' }));
  const rule = fc.constantFrom(...correctionRules);
  fc.assert(
    fc.property(rule, data, ({ code, columns }, text) => {
      const correction = readCorrection(code, text);
      if (correction) assert.deepEqual(Object.keys(correction).sort(), Object.keys(columns).sort());
    }),
  );
});
