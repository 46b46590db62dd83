import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  checkExpiry,
  parseCardNumber,
  parseCvv,
  parseExpiryDate,
  parseExpiryMonth,
  parseExpiryYear,
} from './card.ts';
import type { CardBrand } from './card-brand.ts';
import type { Parsed } from './parsed.ts';

const may2026 = Temporal.PlainDate.from('2026-05-31');

/** The test numbers that processors publish and integrators know. */
const published: Record<CardBrand, string[]> = {
  visa: `4242424242424242 4111111111111111 4012888888881881 4000056655665556 4000000000000002
    4000000000009995 4000000000000069 4005519200000004 4009348888881881 4012000033330026
    4012000077777777 4217651111111119 4500600000000061 4000111111111115 4000000760000002
    4222222222222 4007000000027 4012888818888 4917610000000000003`.split(/\s+/),
  mastercard: `5555555555554444 5105105105105100 5200828282828210 5454545454545454 5424000000000015
    5500000000000004 2223003122003222 2223000048400011 2223000010309703`.split(/\s+/),
  amex: '378282246310005 371449635398431 378734493671000 370000000000002 340000000000009'.split(
    ' ',
  ),
  discover: '6011111111111117 6011000990139424 6011981111111113 6011000000000012'.split(' '),
  diners: `30569309025904 38520000023237 36227206271667 38000000000006 3056930009020004
    30000000000004`.split(/\s+/),
  jcb: '3566002020360505 3530111333300000 3088000000000017 3088000000000009'.split(' '),
  unionpay: '6200000000000005 6200000000000047 6205500000000000004'.split(' '),
  unknown: '6304000000000000 1000000000000008 5019717010103742'.split(' '),
};

test('the test numbers that everybody knows are taken, with their brand', () => {
  for (const [brand, numbers] of Object.entries(published)) {
    for (const text of numbers) {
      const card = parseCardNumber(text);
      assert.ok(card.ok, text);
      assert.equal(card.value.brand, brand, text);
      assert.equal(card.value.number.reveal(), text);
      assert.equal(card.value.first6, text.slice(0, 6));
      assert.equal(card.value.last4, text.slice(-4));
    }
  }
});

test('a parsed card and a refusal show nothing of the number but its ends', () => {
  const card = parseCardNumber('4012888888881881');
  const refused = parseCardNumber('4012888888881882');
  for (const shown of [inspect(card, { depth: 9 }), JSON.stringify(card), inspect(refused)]) {
    assert.doesNotMatch(shown, /888888/);
  }
});

test('what is not 12 to 19 digits is no card number', () => {
  const bad = ['', '4242', '4242 4242 4242 4242', '4242-4242-4242-4242', '424242424242424a'];
  bad.push(
    '42424242424',
    '42424242424242424242',
    '４２４２４２４２４２４２４２４２',
    '+424242424242424',
  );
  for (const text of bad) assert.equal(codeOf(parseCardNumber(text)), 'malformed', text);
});

test('a wrong check digit, a length that its brand does not have and one digit throughout are refused', () => {
  const bad = ['4242424242424241', '378282246310006', '0000000000000000', '8888888888888888'];
  // Luhn passes, the length is wrong: a Visa of 15, an American Express of 16, a Mastercard of 15.
  bad.push('400000000000006', '3700000000000007', '510000000000008');
  for (const text of bad) assert.equal(codeOf(parseCardNumber(text)), 'invalid', text);
});

test('the month is two digits, and one for callers who send a number', () => {
  for (const [text, month] of [
    ['01', 1],
    ['1', 1],
    ['9', 9],
    ['12', 12],
  ] as const) {
    assert.deepEqual(parseExpiryMonth(text), { ok: true, value: month });
  }
  for (const text of ['', '0', '00', '13', '001', '1.', '-1', 'Jan', '٠١', '1 ']) {
    assert.equal(codeOf(parseExpiryMonth(text)), 'malformed', text);
  }
});

test('the year is two digits, or the four of this century', () => {
  for (const [text, year] of [
    ['27', 2027],
    ['00', 2000],
    ['2027', 2027],
    ['99', 2099],
  ] as const) {
    assert.deepEqual(parseExpiryYear(text), { ok: true, value: year });
  }
  for (const text of ['', '7', '027', '1927', '2127', '20270', '2O27', "'27", '-7', '20.7']) {
    assert.equal(codeOf(parseExpiryYear(text)), 'malformed', text);
  }
});

test('a card is good on the last day of its month and not on the next', () => {
  const may = { month: 5, year: 2026 };
  assert.deepEqual(checkExpiry(may, may2026), { ok: true, value: may });
  assert.equal(codeOf(checkExpiry(may, may2026.add({ days: 1 }))), 'expired');
  assert.equal(codeOf(checkExpiry({ month: 4, year: 2026 }, may2026)), 'expired');
  assert.equal(codeOf(checkExpiry({ month: 12, year: 2025 }, may2026)), 'expired');
});

test('a card that outlives the next twenty years is a slip', () => {
  assert.equal(codeOf(checkExpiry({ month: 5, year: 2046 }, may2026)), 'ok');
  assert.equal(codeOf(checkExpiry({ month: 6, year: 2046 }, may2026)), 'too_large');
  assert.equal(codeOf(checkExpiry({ month: 1, year: 2099 }, may2026)), 'too_large');
});

test('the expiry agrees with the calendar', () => {
  const anyDay = fc
    .integer({ min: 0, max: 365 * 40 })
    .map((days) => Temporal.PlainDate.from('2020-01-01').add({ days }));
  const nearby = fc.integer({ min: -24, max: 264 });
  fc.assert(
    fc.property(anyDay, nearby, (today, monthsAhead) => {
      const first = today.with({ day: 1 }).add({ months: monthsAhead });
      const dayAfter = first.add({ months: 1 });
      const expired = Temporal.PlainDate.compare(today, dayAfter) >= 0;
      const tooFar =
        Temporal.PlainDate.compare(first, today.with({ day: 1 }).add({ years: 20 })) > 0;
      const judged = codeOf(checkExpiry({ month: first.month, year: first.year }, today));
      assert.equal(judged, expired ? 'expired' : tooFar ? 'too_large' : 'ok');
    }),
  );
});

test('month and year in one field are read as in two', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 2000, max: 2099 }),
      fc.constantFrom('', '/'),
      fc.boolean(),
      (month, year, slash, short) => {
        const written = String(year).slice(short ? 2 : 0);
        const text = `${String(month).padStart(2, '0')}${slash}${written}`;
        assert.deepEqual(parseExpiryDate(text), { ok: true, value: { month, year } });
      },
    ),
  );
});

test('what is no month and year is no expiry date', () => {
  const bad = ['', '0', '09', '931', '9/31', '0031', '1331', '09-31', '09 31', '09//31', '/0931'];
  bad.push('09/3', '093', '09311', '09/1931', '091931', '203109', '09/31/2031', '٠٩٣١', '0931\n');
  for (const text of bad) {
    const date = parseExpiryDate(text);
    assert.equal(date.ok ? 'ok' : date.code, 'malformed', text);
  }
});

test('the CVV has as many digits as the brand prints', () => {
  const three: CardBrand[] = ['visa', 'mastercard', 'discover', 'jcb', 'diners', 'unionpay'];
  const judge = (text: string, brand: CardBrand) => parseCvv(text, brand).ok;
  for (const brand of three) {
    assert.deepEqual([judge('012', brand), judge('0123', brand)], [true, false], brand);
  }
  assert.deepEqual([judge('123', 'amex'), judge('1234', 'amex')], [false, true]);
  assert.deepEqual([judge('123', 'unknown'), judge('1234', 'unknown')], [true, true]);
  for (const text of ['', '1', '12', '12345', '12a', ' 12', '１２３', '1.2', '-12']) {
    for (const brand of [...three, 'amex', 'unknown'] as const) {
      assert.equal(judge(text, brand), false, `${brand} ${text}`);
    }
  }
});

test('a parsed CVV is a secret', () => {
  const cvv = parseCvv('987', 'visa');
  assert.ok(cvv.ok);
  assert.equal(cvv.value.reveal(), '987');
  assert.doesNotMatch(inspect(cvv) + JSON.stringify(cvv), /987/);
});

function codeOf<T>(result: Parsed<T>): string {
  return result.ok ? 'ok' : result.code;
}
