import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencies, exponentOf, parseCurrency } from './currency.ts';
import { formatMoney, parseMoney } from './money.ts';

test('each currency has one exponent', () => {
  const known: [string, number | undefined][] = [
    ['USD', 2],
    ['CAD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['usd', undefined],
    ['ZZZ', undefined],
    ['', undefined],
    ['constructor', undefined],
  ];
  for (const [code, exponent] of known) assert.equal(exponentOf(code), exponent, code);
});

test('what the service takes is known by its exponent', () => {
  for (const currency of currencies) {
    assert.equal(typeof exponentOf(currency), 'number');
    assert.deepEqual(parseCurrency(currency), { ok: true, value: currency });
  }
  for (const text of ['', 'usd', 'EUR', 'US', ' USD'])
    assert.equal(parseCurrency(text).ok, false, text);
});

test('an amount has as many decimals as its currency', () => {
  const same: [string, string, bigint][] = [
    ['USD', '12.50', 1250n],
    ['CAD', '12.50', 1250n],
    ['JPY', '1250', 1250n],
    ['KWD', '1.250', 1250n],
    ['CLF', '0.1250', 1250n],
    ['JPY', '0', 0n],
    ['KWD', '0.005', 5n],
  ];
  for (const [currency, text, units] of same) {
    assert.deepEqual(parseMoney(text, currency), { ok: true, value: units }, currency);
    assert.equal(formatMoney(units, currency), text, currency);
  }
  assert.equal(formatMoney(-5n, 'KWD'), '-0.005');
  assert.equal(formatMoney(-5n, 'JPY'), '-5');
  assert.deepEqual(parseMoney('1.2', 'KWD'), { ok: true, value: 1200n });
  for (const [currency, text] of [
    ['JPY', '12.5'],
    ['JPY', '12.0'],
    ['USD', '1.250'],
    ['KWD', '1.2500'],
  ] as const) {
    assert.equal(parseMoney(text, currency).ok, false, `${currency} ${text}`);
  }
  assert.equal(parseMoney('1', 'ZZZ').ok, false);
});
