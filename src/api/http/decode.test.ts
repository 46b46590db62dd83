import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flaw } from '../../kernel/parsed.ts';
import type { Business } from '../../parties/businesses/business.ts';
import {
  cardNumber,
  email,
  freeText,
  identifier,
  money,
  oneOf,
  optional,
  phone,
  required,
  secretDigits,
} from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { decoderOf, notScalar } from './decode.ts';

const needsColour = flaw('required', 'is required with a size');

/** An operation as the table has them, with a rule between fields, that answers what it was given. */
const paint = operation({
  name: 'Paint',
  interface: 'default',
  doc: 'Paints.',
  needsPayments: false,
  namesOrder: true,
  parameters: {
    Amount: required(money('What it costs.')),
    Colour: optional(oneOf('Its colour.', 'Red', 'Blue'), 'Color', 'Paint'),
    Size: optional(identifier('Its size.', 'externalId')),
    OrderNumber: optional(identifier('Its order.', 'orderNumber')),
    Card: optional(cardNumber('Pays for it.')),
    Account: optional(secretDigits('Pays for it too.', '^[0-9]{4,17}$')),
    Note: optional(freeText('What to paint.', 'description')),
    Mail: optional(email('Who wants it.')),
    Phone: optional(phone('Who wants it.')),
  },
  data: {},
  answers: {},
  headers: {},
  refuses: [],
  read(values, { today }, review) {
    if (review.sent('Size') && !review.sent('Colour')) review.note('Colour', needsColour);
    return { ...values, today: String(today) };
  },
  handle: () => Promise.reject(new Error('nobody asks for it here')),
});

const decoder = decoderOf(paint);
const caller = { business: {} as Business, today: Temporal.PlainDate.from('2030-01-15') };

function decode(fields: Record<string, string | typeof notScalar>) {
  const { faults, ...decoded } = decoder(new Map(Object.entries(fields)), caller);
  return { ...decoded, faults: faults.map(({ field, code }) => `${field} ${code}`) };
}

function sentIn(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

test('values are read as the table says', () => {
  const { ask, faults } = decode({ Amount: '12.5', Colour: 'red' });
  // What was not sent is there without a value.
  const names = ['Size', 'OrderNumber', 'Card', 'Account', 'Note', 'Mail', 'Phone'];
  const unsent = Object.fromEntries(names.map((name) => [name, undefined]));
  assert.deepEqual(ask, { ...unsent, Amount: 1250n, Colour: 'Red', today: '2030-01-15' });
  assert.deepEqual(faults, []);
});

test('a blank under one spelling contradicts nothing under another', () => {
  for (const fields of [
    { Amount: '1', Colour: 'Red', Color: '' },
    { Amount: '1', Color: '', Colour: 'Red' },
  ]) {
    assert.deepEqual(decode(fields).faults, []);
  }
});

test('what is no scalar is wrong where a field is known, and counts as sent', () => {
  const { faults } = decode({ Amount: notScalar, Colour: notScalar, Size: '1' });
  assert.deepEqual(faults, ['Amount malformed', 'Colour malformed']);
});

test('unknown fields are counted and left out, whatever they hold', () => {
  const unknown = { Shade: '1', constructor: '1', toString: '1' };
  const { unknownFields, texts, faults } = decode({ Amount: '1', ...unknown, Deep: notScalar });
  assert.equal(unknownFields, 4);
  assert.deepEqual(sentIn(texts), { Amount: '1' });
  assert.deepEqual(faults, []);
});

test('rules between fields are judged together with the fields', () => {
  assert.deepEqual(decode({ Size: '1' }).faults, ['Amount required', 'Colour required']);
});

test('a rule between fields sees what was sent though it cannot be read', () => {
  assert.deepEqual(decode({ Amount: '1', Size: '1', Colour: 'pink' }).faults, [
    'Colour not_one_of',
  ]);
});

test('the card number sent is refused in what is kept to the letter, and not answered with', () => {
  const Card = '4242424242424242';
  const forms = ['4242-4242-4242-4242', '4242 424242 4242 42', '４２４２４２４２４２４２４２４２'];
  for (const text of [Card, `order ${Card}0`, ...forms]) {
    const { faults, orderNumber } = decode({ Amount: '1', Card, OrderNumber: text });
    assert.deepEqual(faults, ['OrderNumber contains_card_number'], text);
    assert.equal(orderNumber, undefined);
  }
});

test('a card number that cannot be read is not taken elsewhere either', () => {
  const { faults } = decode({ Amount: '1', Card: '4242 4242 4242 4243', Size: '4242424242424243' });
  assert.deepEqual(faults.slice(0, 2), ['Card malformed', 'Size contains_card_number']);
});

test("other digits in what is kept to the letter are nobody's card", () => {
  const fields = { Amount: '1', Card: '4242424242424242', OrderNumber: '4111111111111111' };
  assert.deepEqual(decode(fields).faults, []);
  assert.deepEqual(decode({ Amount: '1', OrderNumber: '4242424242424242' }).faults, []);
});

test('digits too few for a card number may stand elsewhere', () => {
  const { faults } = decode({ Amount: '1', Card: '42424242424', OrderNumber: '42424242424' });
  assert.deepEqual(faults, ['Card malformed']);
});

test('an e-mail address holds no number of the same request, and a phone is what it is', () => {
  const Account = '2125550100';
  const mail = decode({ Amount: '1', Account, Mail: 'a.212.555.0100@example.com' });
  assert.deepEqual(mail.faults, ['Mail contains_secret_number']);
  const others = { Phone: '2125550100', OrderNumber: '2125550100', Mail: '5550100@example.com' };
  assert.deepEqual(decode({ Amount: '1', Account, ...others }).faults, []);
});

test('an e-mail address holds no card number at all', () => {
  const { faults } = decode({ Amount: '1', Mail: 'a4111111111111111@example.com' });
  assert.deepEqual(faults, ['Mail contains_card_number']);
});
