import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandHasLength, cardBrand } from './card-brand.ts';

test('the brand changes exactly where a range begins and ends', () => {
  const edges: [below: string, first: string, last: string, above: string, brand: string][] = [
    ['399999', '400000', '499999', '500000', 'visa'],
    ['509999', '510000', '559999', '560000', 'mastercard'],
    ['222099', '222100', '272099', '272100', 'mastercard'],
    ['339999', '340000', '349999', '350000', 'amex'],
    ['369999', '370000', '379999', '380000', 'amex'],
    ['601099', '601100', '601199', '601200', 'discover'],
    ['643999', '644000', '659999', '660000', 'discover'],
    ['299999', '300000', '305999', '306000', 'diners'],
    ['309499', '309500', '309599', '309600', 'diners'],
    ['359999', '360000', '369999', '370000', 'diners'],
    ['379999', '380000', '399999', '400000', 'diners'],
    ['352799', '352800', '358999', '359000', 'jcb'],
    ['308799', '308800', '309499', '309500', 'jcb'],
    ['309599', '309600', '310299', '310300', 'jcb'],
    ['311199', '311200', '312099', '312100', 'jcb'],
    ['315799', '315800', '315999', '316000', 'jcb'],
    ['333699', '333700', '334999', '335000', 'jcb'],
    ['619999', '620000', '629999', '630000', 'unionpay'],
    ['809999', '810000', '819999', '820000', 'unionpay'],
  ];
  for (const [below, first, last, above, brand] of edges) {
    assert.notEqual(cardBrand(below), brand, below);
    assert.equal(cardBrand(first), brand, first);
    assert.equal(cardBrand(last), brand, last);
    assert.notEqual(cardBrand(above), brand, above);
  }
});

test('numbers of no range are of an unknown brand', () => {
  for (const text of ['000000', '100000', '500000', '630400', '676770', '900000', '990000']) {
    assert.equal(cardBrand(text), 'unknown', text);
  }
});

test('each brand has its lengths', () => {
  const good = {
    visa: 13,
    mastercard: 16,
    amex: 15,
    discover: 19,
    jcb: 16,
    diners: 14,
    unionpay: 19,
  };
  const bad = {
    visa: 15,
    mastercard: 19,
    amex: 16,
    discover: 15,
    jcb: 15,
    diners: 13,
    unionpay: 14,
  };
  for (const brand of Object.keys(good) as (keyof typeof good)[]) {
    assert.equal(brandHasLength(brand, good[brand]), true, brand);
    assert.equal(brandHasLength(brand, bad[brand]), false, brand);
  }
});
