import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCardNumber } from './card.ts';
import { brandHasLength, cardBrand } from './card-brand.ts';
import { luhnValid } from './digits.ts';
import { maskCardNumbers } from './mask.ts';

/** Runs of digits with separators between them, and now and then a real card number. */
const digitGroup = fc.stringMatching(/^[0-9]{1,6}$/);
const knownCard = fc.constantFrom(
  '4242424242424242',
  '4242 4242 4242 4242',
  '3782-822463-10005',
  '6205500000000000004',
  '4222222222222',
);
const separator = fc.constantFrom(' ', ' ', '-', '', '--', '  ', ' - ', 'x', '.', ', ', '\n', ':');
const digitRows = fc
  .array(fc.oneof({ weight: 4, arbitrary: digitGroup }, knownCard, separator, separator), {
    maxLength: 30,
  })
  .map((pieces) => pieces.join(''));

test('a card number keeps its length and its last four digits', () => {
  const masks: [string, string][] = [
    ['4242424242424242', '************4242'],
    ['card 4242424242424242, thanks', 'card ************4242, thanks'],
    ['4242 4242 4242 4242', '**** **** **** 4242'],
    ['3782-822463-10005', '****-******-*0005'],
    ['4222222222222', '*********2222'],
    ['6205500000000000004', '***************0004'],
    ['#4111111111111111#5555555555554444#', '#************1111#************4444#'],
    ['%B4111111111111111^DOE/JANE^2712101', '%B************1111^DOE/JANE^2712101'],
  ];
  for (const [text, masked] of masks) assert.equal(maskCardNumbers(text), masked);
});

test('a number is found whatever stands between its groups', () => {
  const gaps = [' - ', '.', '  ', '\n', '\t', '/', '_', '\u00a0', ' – ', '\u2011', '\u200b'];
  for (const gap of gaps) {
    const [text, masked] = ['4242', '****'].map((four) => [four, four, four, '4242'].join(gap));
    assert.equal(maskCardNumbers(text!), masked);
    assert.equal(maskCardNumbers(`${text} exp 12/34 cvv 123`), `${masked} exp 12/34 cvv 123`);
  }
  assert.equal(maskCardNumbers('3782.822463.10005'), '****.******.*0005');
});

test('digits of every script are digits', () => {
  const scripts = [
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '４２４２４２４２４２４２４２４２',
    '४२४२.४२४२.४२४२.४२४२',
  ];
  for (const text of scripts) assert.match(maskCardNumbers(text), /^(\*{4}[ .]?){3}4242$/);
  assert.equal(maskCardNumbers('٤٢ ４２'), '٤٢ ４２');
});

test('expiry and CVV beside a number do not hide it', () => {
  assert.equal(maskCardNumbers('4111 1111 1111 1111 12 27 123'), '**** **** **** 1111 12 27 123');
  assert.equal(maskCardNumbers('7 4111111111111111 12-27'), '7 ************1111 12-27');
  assert.equal(
    maskCardNumbers('4111111111111111-5555555555554444'),
    '************1111-************4444',
  );
});

test('of runs that overlap only the last digits of the last one stay', () => {
  const masks: [string, string][] = [
    [
      '7 9 7 2 2 5110 90 64 4492 456 8 4 3 0 4 53399691',
      '7 9 * * * **** ** ** **** *** * * * * * ****9691',
    ],
    [
      '4 685 3 3 6 3 384 47738 784 38 5 7 8 1 990 0 5 0703',
      '4 685 3 * * * *** ***** *** ** * * * * *** * * 0703',
    ],
  ];
  for (const [text, masked] of masks) assert.equal(maskCardNumbers(text), masked);
});

test('other numbers stay as they are', () => {
  const others = [
    '',
    'order 20261121',
    '4242424242424241',
    '(212) 555-1234',
    '2026-11-21 12:40:00',
  ];
  others.push('424242424242', '95551234567890123456');
  // Close together they would be masked, and so would be numbers of a brand.
  others.push('1111, 2222, 3333, 4444', '06/11/2026 - 06/23/2026', '19.95, 2.00, 120.00, 8.14');
  others.push('4242:4242:4242:4242', '4242 .. 4242 .. 4242 .. 4242');
  // Phones, invoices, amounts and dates, of which a tenth has the digits of a card.
  others.push('Call 415-555-0123, 415-555-0188', 'Invoices 4131, 4132, 4133, 4134 are due');
  others.push(
    'Services 4/1/2027 - 4/30/2027',
    '6,250.83, 7,349.97, 8,834.16',
    '4242 4242 - 4242 - 4242',
  );
  // Longer than a card number can be, although it contains one.
  others.push('424242424242424200000');
  for (const text of others) assert.equal(maskCardNumbers(text), text);
});

test('no run of whole groups that passes Luhn is left', () => {
  fc.assert(
    fc.property(digitRows, (text) => {
      assert.deepEqual(luhnRuns(maskCardNumbers(text)), []);
    }),
    { numRuns: 3000 },
  );
});

test('masking twice is masking once, and a text without such a run is not touched', () => {
  fc.assert(
    fc.property(fc.oneof(digitRows, fc.string()), (text) => {
      const masked = maskCardNumbers(text);
      assert.equal(maskCardNumbers(masked), masked);
      assert.equal(masked === text, luhnRuns(text).length === 0);
    }),
    { numRuns: 2000 },
  );
});

test('masking changes digits into stars and nothing else', () => {
  fc.assert(
    fc.property(digitRows, fc.boolean(), (text, glued) => {
      const masked = maskCardNumbers(text, { glued });
      assert.equal(masked.length, text.length);
      for (let at = 0; at < text.length; at += 1) {
        if (masked[at] !== text[at]) assert.match(text[at]! + masked[at]!, /^\d\*$/);
      }
    }),
  );
});

test('of a card number among other groups, only the last four digits can stay', () => {
  const neighbours = fc.array(digitGroup, { maxLength: 4 }).map((groups) => groups.join(' '));
  fc.assert(
    fc.property(neighbours, knownCard, neighbours, (before, card, after) => {
      const text = `${before} ${card} ${after}`;
      const at = before.length + 1;
      const masked = maskCardNumbers(text).slice(at, at + card.length);
      assert.match(masked, /^[* -]*(?:[\d*][ -]?){4}$/);
    }),
    { numRuns: 2000 },
  );
});

test('glued numbers of known brands are found inside longer runs', () => {
  assert.equal(
    maskCardNumbers('0164111111111111111271200', { glued: true }),
    '016************1111271200',
  );
  fc.assert(
    fc.property(digitRows, (text) => {
      assert.deepEqual(knownCardsInside(maskCardNumbers(text, { glued: true })), []);
    }),
    { numRuns: 1000 },
  );
});

test('a megabyte of digits is masked like a line of them', () => {
  assert.equal(luhnRuns(maskCardNumbers('7 '.repeat(500_000)).slice(0, 4000)).length, 0);
  const solid = '4'.repeat(1_000_000);
  assert.equal(maskCardNumbers(solid), solid);
  assert.equal(maskCardNumbers(solid, { glued: true }).length, solid.length);
});

/**
 * The definition without optimizations: every sequence of adjacent groups with 13 to 19 digits that passes Luhn, and is
 * a number of a known brand in the groups of a card unless the groups are close together.
 */
function luhnRuns(text: string): string[] {
  const found: string[] = [];
  for (const [chain] of text.matchAll(/\d(?:[ .,\n-]{0,3}\d)*/g)) {
    // Groups and separators alternate.
    const pieces = chain.split(/([ .,\n-]+)/);
    for (let from = 0; from < pieces.length; from += 2) {
      for (let to = from + 1; to <= Math.min(pieces.length, from + 38); to += 2) {
        const row = pieces.slice(from, to);
        const isClose = row.every((piece, at) => at % 2 === 0 || piece === ' ' || piece === '-');
        const run = row.filter((_, at) => at % 2 === 0).join('');
        if (run.length < 13 || run.length > 19 || !luhnValid(run)) continue;
        if (isClose || (isOfKnownBrand(run) && isWrittenAsCard(row))) found.push(run);
      }
    }
  }
  return found;
}

function isWrittenAsCard(row: readonly string[]): boolean {
  const groups = row.filter((_, at) => at % 2 === 0).map(({ length }) => length);
  const gaps = new Set(row.filter((_, at) => at % 2 === 1));
  return (
    /^(4,4,4,4|4,6,5|4,6,4)$/.test(String(groups)) && gaps.size === 1 && !row[1]!.includes(',')
  );
}

/** True if a brand has it. Numbers of one repeated digit are never assigned, and masked all the same. */
function isOfKnownBrand(run: string): boolean {
  const brand = cardBrand(run);
  return brand !== 'unknown' && brandHasLength(brand, run.length);
}

function knownCardsInside(text: string): string[] {
  const found: string[] = [];
  for (const [chain] of text.matchAll(/\d(?:[ -]?\d)*/g)) {
    const digits = chain.replace(/[ -]/g, '');
    for (let from = 0; from < digits.length; from += 1) {
      for (let to = from + 13; to <= Math.min(digits.length, from + 19); to += 1) {
        const card = parseCardNumber(digits.slice(from, to));
        if (card.ok && card.value.brand !== 'unknown') found.push(digits.slice(from, to));
      }
    }
  }
  return found;
}
