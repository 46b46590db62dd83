import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './command.ts';
import { key } from './names.ts';
import {
  duration,
  id,
  line,
  listOf,
  moment,
  oneOf,
  reason,
  since,
  verbatim,
  wholeNumber,
} from './values.ts';
import { flag, option, positional, readWords, required, usageOf } from './words.ts';

const words = {
  business: positional('ID', id),
  which: positional('on|off', oneOf(['on', 'off'])),
  externalId: option('TEXT', line(5)),
  reason: required('TEXT', reason),
  limit: option('N', wholeNumber(1, 10)),
  grace: option('24h', duration),
  needs: option('a,b', listOf(['one', 'two'])),
  lines: { ...option('N', wholeNumber(0, 9)), short: 'n' },
  all: flag,
};
const good = ['7', 'on', '--reason', 'because'];

test('the usage is derived from the words', () => {
  assert.equal(
    usageOf(words),
    'ID on|off [--external-id TEXT] --reason TEXT [--limit N] [--grace 24h] [--needs a,b] [--lines N] [--all]',
  );
});

test('words are read by their tables, options in any place', () => {
  const given = ['--all', '7', '--external-id=a b', 'off', '--reason', ' x ', '--grace', '90m'];
  assert.deepEqual(readWords(words, [...given, '--limit', '10', '--needs', 'two,one,two']), {
    business: 7n,
    which: 'off',
    externalId: 'a b',
    reason: 'x',
    limit: 10,
    grace: 5_400_000,
    needs: ['two', 'one'],
    all: true,
  });
  const least = readWords(words, good);
  assert.deepEqual([least.limit, least.all], [undefined, false]);
});

const wrong: readonly (readonly [given: string[], says: RegExp])[] = [
  [[], /^ID, on\|off, and --reason are missing$/],
  [['7'], /^on\|off and --reason are missing$/],
  [['x', 'on'], /^ID must be a number/],
  [['7', 'up'], /^on\|off must be one of: on, off$/],
  [['7', 'on'], /^--reason is missing$/],
  [['7', 'on', '--reason', ' '], /^--reason is missing$/],
  [['7', 'on', '--reason'], /^--reason needs a value: TEXT$/],
  [
    [...good, '--grace', '--all'],
    /^--grace needs a value: 24h; one that begins with - is --grace=VALUE$/,
  ],
  [[...good, '--limit', '-3'], /^--limit must be a whole number from 1 to 10$/],
  [[...good, '--limit=-3'], /^--limit must be a whole number from 1 to 10$/],
  [[...good, '-n', '-3'], /^--lines must be a whole number from 0 to 9$/],
  [[...good, '--all=yes'], /^--all takes no value$/],
  [['7', 'on', '--reason', 'a\nb'], /^--reason must not contain control characters$/],
  [[...good, '--external-id', 'abcdef'], /^--external-id must have at most 5 characters$/],
  [[...good, '--limit', '0'], /^--limit must be a whole number from 1 to 10$/],
  [[...good, '--limit', ''], /^--limit is missing$/],
  [[...good, '--grace', '3 days'], /^--grace must be a time such as/],
  [[...good, '--grace', '91d'], /^--grace must be a time such as/],
  [[...good, '--needs', 'one,three'], /^--needs must be some of: one, two/],
  [[...good, '--needs', 'thwo,one'], /between\. Did you mean: two\?$/],
  [['7', 'onn', '--reason', 'x'], /^on\|off must be one of: on, off\. Did you mean: on\?$/],
  [[...good, '--needs', ','], /^--needs must be some of: one, two/],
  [[...good, '--other'], /--other/],
  [[...good, 'more'], /^one word too many: "more"$/],
];

for (const [given, says] of wrong) {
  test(`${JSON.stringify(given)} is refused with what is wrong in it`, () => {
    assert.throws(
      () => readWords(words, given),
      (error) => error instanceof UsageError && says.test(error.message),
    );
  });
}

test('an object is named by its business and its number, or by its number alone', () => {
  assert.deepEqual(key('100002/17'), { ok: true, value: { businessId: 100002n, id: 17n } });
  assert.deepEqual(key('17'), { ok: true, value: { businessId: undefined, id: 17n } });
  for (const text of ['/17', '100002/', '1/2/3', 'a/1', '1/a', '']) assert.ok(!key(text).ok, text);
});

test('a moment without an offset is by the clocks of the business, a date the start of its day there', () => {
  const moments: readonly (readonly [text: string, zone: string, at: string])[] = [
    ['2030-02-01', 'America/New_York', '2030-02-01T05:00:00.000Z'],
    ['2030-07-01', 'America/New_York', '2030-07-01T04:00:00.000Z'],
    ['2030-02-01', 'America/Los_Angeles', '2030-02-01T08:00:00.000Z'],
    ['2030-02-01T10:30', 'America/New_York', '2030-02-01T15:30:00.000Z'],
    ['2030-02-01 10:30:15.25', 'America/New_York', '2030-02-01T15:30:15.250Z'],
    ['2030-02-01T10:30Z', 'America/New_York', '2030-02-01T10:30:00.000Z'],
    ['2030-02-01 10:30:00-05:00', 'America/Los_Angeles', '2030-02-01T15:30:00.000Z'],
    ['2030-02-01T10:30-0500', 'America/Los_Angeles', '2030-02-01T15:30:00.000Z'],
    // The clocks leap over the middle of that night.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ];
  for (const [text, zone, at] of moments) {
    const read = moment(text);
    assert.ok(read.ok, text);
    assert.equal(read.value(zone).toISOString(), at, text);
  }
  const none = ['tomorrow', '2030', '2030-02-30', '2030-02-01T25:00', '10:30', '+012030-02-01'];
  const odd = ['2030-02-01Z', '2030-02-01T10:30[Asia/Tokyo]', '0000-01-01', '1767225600'];
  for (const text of [...none, ...odd]) assert.ok(!moment(text).ok, text);
});

test('since is a moment by the clocks of the zone, or a time before now', () => {
  const now = new Date('2030-02-01T12:00:00Z');
  const at = (text: string) => {
    const read = since(text);
    assert.ok(read.ok, text);
    return read.value(now, 'UTC').toISOString();
  };
  assert.equal(at('90m'), '2030-02-01T10:30:00.000Z');
  assert.equal(at('7d'), '2030-01-25T12:00:00.000Z');
  assert.equal(at('2030-01-31'), '2030-01-31T00:00:00.000Z');
  assert.equal(at('2030-01-31T10:30+01:00'), '2030-01-31T09:30:00.000Z');
  const there = since('2030-01-31');
  assert.ok(there.ok);
  const atNewYork = there.value(now, 'America/New_York').toISOString();
  assert.equal(atNewYork, '2030-01-31T05:00:00.000Z');
  for (const text of ['yesterday', '91d', '10:30']) assert.ok(!since(text).ok, text);
});

test('a name keeps no card number, and what is compared is kept to the letter', () => {
  const text = 'Flowers 4242 4242 4242 4242';
  assert.deepEqual(line(100)(text), { ok: true, value: 'Flowers **** **** **** 4242' });
  assert.deepEqual(verbatim(100)(text), { ok: true, value: text });
});

test('a reason keeps no card number', () => {
  const read = reason('paid with 4242 4242 4242 4242');
  assert.ok(read.ok && !read.value.includes('4242 4242'));
});

test('an option that is not there is answered with the one that was probably meant', () => {
  for (const [given, meant] of [
    ['--externalid', '--external-id'],
    ['--limt', '--limit'],
    ['--gr', '--grace'],
  ]) {
    const message = `there is no option ${given}. Did you mean: ${meant}?`;
    assert.throws(() => readWords(words, [...good, given!]), { message });
  }
  const ofKey = /there is no option --business: the business is that of the key, and --profile/;
  assert.throws(() => readWords({ profile: option('NAME', line(9)) }, ['--business', '7']), ofKey);
  assert.throws(() => readWords(words, [...good, '--xyzzy']), {
    message: 'there is no option --xyzzy.',
  });
});
