import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswers } from '../../src/leads/answers.ts';
import { answerLines } from '../../src/leads/lead.ts';
import { type Question, readQuestions } from '../../src/leads/lead-form.ts';
import type { Topic } from '../../src/leads/topics.ts';

const choices = (kind: string, ...options: unknown[]) => ({ text: 'Which?', kind, options });

const many = (count: number) => Array.from({ length: count }, (_, i) => `option ${i}`);

test('a question says what it asks, and the rest may be left out', () => {
  assert.deepEqual(
    readQuestions([{ text: ' Where to? ' }, choices('choice', 'A', { text: 'B', value: '2' })]),
    {
      ok: true,
      value: [
        { text: 'Where to?', externalValue: '', kind: 'text', options: [], isRequired: false },
        {
          text: 'Which?',
          externalValue: '',
          kind: 'choice',
          options: [
            { text: 'A', value: '' },
            { text: 'B', value: '2' },
          ],
          isRequired: false,
        },
      ],
    },
  );
});

for (const [what, json, rule] of [
  ['no list', {}, /must be a list of at most 30/],
  ['too many questions', Array(31).fill({ text: 'x' }), /must be a list of at most 30/],
  ['a question that is no object', ['x'], /in question 1: it must be an object/],
  [
    'a member that nobody knows',
    [{ text: 'x', optional: true }],
    /it must be an object with some of text/,
  ],
  ['no text', [{ text: 'x' }, { kind: 'text' }], /in question 2: text must be a text/],
  ['an empty text', [{ text: ' ' }], /text must not be empty/],
  ['a text that is too long', [{ text: 'x'.repeat(501) }], /text must have at most 500/],
  ['two lines', [{ text: 'x\r\ny' }], /text must not contain control characters/],
  ['an unknown kind', [{ text: 'x', kind: 'date' }], /kind must be one of: text, choice, choices/],
  ['a word for a boolean', [{ text: 'x', isRequired: 'yes' }], /isRequired must be true or false/],
  ['options of a text', [{ text: 'x', options: ['a', 'b'] }], /a text has no options/],
  ['a choice of one', [choices('choice', 'a')], /options must be two or more/],
  ['the same option twice', [choices('choices', 'a', 'a')], /no two options/],
  ['an option that is a number', [choices('choices', 1, 2)], /an option must be a text/],
  [
    'an option without a text',
    [choices('choice', 'a', { value: '1' })],
    /the text of an option must be a text/,
  ],
  ['too many options', [choices('choice', ...many(51))], /at most 50/],
  ['too many in all', Array(3).fill(choices('choices', ...many(40))), /at most 100 options in all/],
] as const) {
  test(`questions with ${what} are refused`, () => {
    const read = readQuestions(json);
    assert.equal(read.ok, false);
    assert.match(read.ok ? '' : read.rule, rule);
  });
}

const questions: Question[] = [
  { text: 'Where?', externalValue: 'W', kind: 'text', options: [], isRequired: true },
  {
    text: 'Which?',
    externalValue: 'X',
    kind: 'choices',
    options: ['a', 'b', 'c'].map((text) => ({ text, value: '' })),
    isRequired: false,
  },
  {
    text: 'One?',
    externalValue: '',
    kind: 'choice',
    options: ['yes', 'no'].map((text) => ({ text, value: text[0]! })),
    isRequired: true,
  },
];
const good = {
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada@example.com',
  phone: '(617) 555-0123',
  q1: 'Rome',
  q3: '1',
};

const today = Temporal.PlainDate.from('2030-01-15');

function read(changes: Record<string, string | string[]>, topics: readonly Topic[] = []) {
  const sent = { ...good, ...changes };
  return readAnswers(
    { questions, topics },
    { getAll: (field) => [(sent as Record<string, string | string[]>)[field] ?? []].flat() },
    today,
  );
}

test('what was told is read, in the order of the questions', () => {
  const told = read({ q2: ['2', '0', '2'], stateCode: 'ma', q1: ' one\r\ntwo\rthree ' });
  assert.deepEqual(told.ok && told.value, {
    firstName: 'Ada',
    lastName: 'Park',
    email: 'ada@example.com',
    phone: '6175550123',
    address1: '',
    address2: '',
    city: '',
    countryCode: 'US',
    stateCode: 'MA',
    postalCode: '',
    answers: [
      { question: 0, text: 'one\ntwo\nthree' },
      { question: 1, chosen: [0, 2] },
      { question: 2, chosen: [1] },
    ],
  });
});

test('of the fields for a region the one of the country counts', () => {
  const all = { stateCode: 'AK', province: 'ON', region: 'Bayern' };
  const expected = { US: 'AK', CA: 'ON', DE: 'Bayern', '': 'AK' };
  for (const [countryCode, stateCode] of Object.entries(expected)) {
    const told = read({ ...all, countryCode });
    assert.deepEqual(told.ok && [told.value.countryCode, told.value.stateCode], [
      countryCode || 'US',
      stateCode,
    ]);
  }
});

test('phones are taken as people write them', () => {
  for (const phone of [
    '6175550123',
    '617.555.0123',
    '+1 617-555-0123',
    '1 (617) 555 0123',
    '617/555-0123',
  ]) {
    const told = read({ phone });
    assert.equal(told.ok && told.value.phone, '6175550123', phone);
  }
});

for (const [what, changes, expected] of [
  [
    'nothing at all',
    { firstName: '', lastName: ' ', email: '', phone: '', q1: '', q3: '' },
    [
      'firstName required',
      'lastName required',
      'email required',
      'phone required',
      'q1 required',
      'q3 required',
    ],
  ],
  ['no e-mail address', { email: 'ada' }, ['email malformed']],
  [
    'a card number for an e-mail address',
    { email: '4242424242424242@example.com' },
    ['email contains_card_number'],
  ],
  ['a phone that nobody has', { phone: '1234567890' }, ['phone malformed']],
  ['a phone with words', { phone: '617 555 0123 ext 4' }, ['phone malformed']],
  ['a name that is too long', { firstName: 'x'.repeat(101) }, ['firstName too_long']],
  ['a name in two lines', { lastName: 'a\r\nb' }, ['lastName control_character']],
  ['an answer of 5,000 characters', { q1: 'x'.repeat(5000) }, ['q1 too_long']],
  ['control characters', { q1: 'a\u0000b' }, ['q1 control_character']],
  ['half of a pair of surrogates', { q1: 'a\ud83d' }, ['q1 invalid_text']],
  ['no state', { stateCode: 'XX' }, ['stateCode not_one_of']],
  ['a state by its name', { stateCode: 'Alaska' }, ['stateCode not_one_of']],
  ['no province', { countryCode: 'CA', province: 'AK' }, ['province not_one_of']],
  ['no country', { countryCode: 'XX' }, ['countryCode not_one_of']],
  ['a region too long', { countryCode: 'DE', region: 'x'.repeat(31) }, ['region too_long']],
  ['an option that is not there', { q2: ['0', '3'] }, ['q2 not_one_of']],
  ['an option by its text', { q2: ['a'] }, ['q2 not_one_of']],
  ['two of a choice of one', { q3: ['0', '1'] }, ['q3 not_one_of']],
  ['a number below', { q3: '-1' }, ['q3 not_one_of']],
] as const) {
  test(`${what} is told by field`, () => {
    const told = read(changes as Record<string, string | string[]>);
    assert.equal(told.ok, false);
    const flaws = told.ok ? [] : [...told.flaws].map(([field, { code }]) => `${field} ${code}`);
    assert.deepEqual(flaws, expected);
  });
}

test('a card number is masked wherever somebody writes it', () => {
  const told = read({ q1: 'my card is 4242 4242 4242 4242', city: '4242424242424242' });
  assert.ok(told.ok);
  assert.ok(!JSON.stringify(told.value).replaceAll(' ', '').includes('4242424242424242'));
});

test('what was not answered is handed over empty and not selected', () => {
  const lines = answerLines(questions, []);
  assert.deepEqual(
    lines.map(({ answer, externalValue, isSelected }) => [answer, externalValue, isSelected]),
    [
      ['', 'W', false],
      ['a', 'X', false],
      ['b', 'X', false],
      ['c', 'X', false],
      ['yes', 'y', false],
      ['no', 'n', false],
    ],
  );
});

test('what a form asks of people themselves is read, and nobody has to tell it', () => {
  const asked = ['spouse', 'occupation', 'birth_date', 'gender'] as const;
  const untold = read({}, asked);
  assert.equal(untold.ok && 'personal' in untold.value, false);
  const personal = {
    spouseFirstName: 'Bo',
    spouseLastName: 'Park',
    occupation: 'Pilot 4242424242424242',
    birthDate: '1/31/1980',
    gender: 'Other',
  };
  const told = read(personal, asked);
  assert.deepEqual(told.ok && told.value.personal, {
    ...personal,
    occupation: 'Pilot ************4242',
    birthDate: '1980-01-31',
  });
  const unasked = read(personal, ['occupation']);
  assert.deepEqual(Object.keys((unasked.ok && unasked.value.personal) || {}), ['occupation']);
});

test('a date of birth that lies ahead or never was, and a gender of no list, are refused', () => {
  for (const birthDate of ['01/15/2030', '02/30/1980', '1880-01-01', 'x']) {
    const told = read({ birthDate }, ['birth_date']);
    assert.deepEqual(!told.ok && [...told.flaws.keys()], ['birthDate'], birthDate);
  }
  const told = read({ gender: 'other' }, ['gender']);
  assert.deepEqual(!told.ok && [...told.flaws.keys()], ['gender']);
});
