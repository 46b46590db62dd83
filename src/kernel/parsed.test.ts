import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAccountNumber, parseAccountType, parseRoutingNumber } from './bank-account.ts';
import { parseDate } from './calendar.ts';
import { parseCardNumber, parseCvv, parseExpiryMonth, parseExpiryYear } from './card.ts';
import { parseEmail } from './email.ts';
import { parseAmountToPay, parseMoney } from './money.ts';
import type { Parsed } from './parsed.ts';
import { parsePhone } from './phone.ts';
import { parseCountry, parseState } from './places.ts';

const readers: ((text: string) => Parsed<unknown>)[] = [
  parseMoney,
  parseAmountToPay,
  parseCardNumber,
  parseExpiryMonth,
  parseExpiryYear,
  (text) => parseCvv(text, 'visa'),
  (text) => parseCvv(text, 'amex'),
  (text) => parseCvv(text, 'unknown'),
  (text) => parseRoutingNumber(text, 'live'),
  (text) => parseAccountNumber(text, 'sandbox'),
  parseAccountType,
  parsePhone,
  parseState,
  parseCountry,
  parseDate,
  parseEmail,
];

test('every rule completes a sentence that begins with the name of the field, and quotes nothing', () => {
  for (const read of readers) {
    for (const text of ['', '~~~', '7777777777777777777777', '4242424242424241']) {
      const result = read(text);
      if (result.ok) continue;
      assert.match(result.rule, /^must [^"]*[^.]$/);
      assert.ok(text === '' || !result.rule.includes(text));
      assert.match(result.code, /^[a-z_]+$/);
    }
  }
});

test('no reader takes an empty text, or one of a megabyte', () => {
  for (const read of readers) {
    for (const text of ['', ...[...'1 a@.-0'].map((piece) => piece.repeat(1_000_000))]) {
      if (read(text).ok) assert.fail(`took ${text.length} times ${text.charAt(0)}`);
    }
  }
});
