import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  dueMoment,
  firstDueFrom,
  intervals,
  type Period,
  periodAt,
  periodOf,
  type Rhythm,
} from '../../src/invoicing/subscriptions/calendar.ts';
import { dayAfter, intervalNames, momentIn } from './day-by-day.ts';
import { anyInterval, anyStart, anyZone, on, rhythm, testWalks, text } from './walked-periods.ts';

test('the intervals are those that the walk knows', () => {
  assert.deepEqual(Object.keys(intervals), intervalNames);
});

testWalks(10);

test('periods are counted from the first day: the 31st comes back after shorter months', () => {
  const starts = (first: string, interval: Rhythm['interval'], count: number) =>
    Array.from({ length: count }, (_, i) =>
      periodAt(rhythm(on(first), { interval }), i + 1).startsOn.toString(),
    );
  assert.deepEqual(starts('2026-01-31', 'monthly', 6), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
  ]);
  assert.deepEqual(starts('2028-02-29', 'yearly', 5), [
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ]);
  assert.deepEqual(starts('2027-12-31', 'every_two_months', 4), [
    '2027-12-31',
    '2028-02-29',
    '2028-04-30',
    '2028-06-30',
  ]);
  assert.deepEqual(starts('2026-08-31', 'every_half_year', 3), [
    '2026-08-31',
    '2027-02-28',
    '2027-08-31',
  ]);
  assert.deepEqual(starts('2026-11-30', 'quarterly', 3), [
    '2026-11-30',
    '2027-02-28',
    '2027-05-30',
  ]);
  // 2100 is no leap year.
  assert.equal(
    periodAt(rhythm(on('2096-02-29'), { interval: 'yearly' }), 5).startsOn.toString(),
    '2100-02-28',
  );
});

test('a period is due at nine in the morning, in summer and in winter', () => {
  const dues = [1, 2, 6, 10].map((n) => periodAt(rhythm(on('2026-02-15')), n).dueAt.toISOString());
  assert.deepEqual(dues, [
    '2026-02-15T14:00:00.000Z',
    '2026-03-15T13:00:00.000Z',
    '2026-07-15T13:00:00.000Z',
    '2026-11-15T14:00:00.000Z',
  ]);
});

test('also at hours that clocks skip or show twice there is one instant for each day, later than the last', () => {
  const anyMinute = fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 60, max: 185 }));
  const anyYear = fc.integer({ min: 2026, max: 2076 });
  fc.assert(
    fc.property(anyZone, anyYear, anyMinute, (timeZone, year, minutes) => {
      const two = (part: number) => String(part).padStart(2, '0');
      const dueTime = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      const daily = rhythm(on(`${year}-01-01`), { interval: 'daily', timeZone, dueTime });
      let [before, day] = [-Infinity, { year, month: 1, day: 1 }];
      for (let number = 1; number <= 365; number += 1) {
        const due = periodAt(daily, number).dueAt.getTime();
        assert.equal(due, momentIn(timeZone, day, minutes), `${timeZone} ${text(day)} ${dueTime}`);
        assert.ok(due > before);
        [before, day] = [due, dayAfter(day)];
      }
    }),
    { numRuns: 40 },
  );
});

test('what is due at a skipped hour comes an hour later, and at an hour shown twice the first time', () => {
  const timeZone = 'America/New_York';
  const due = (day: string, dueTime: string) =>
    dueMoment({ timeZone, dueTime }, on(day)).toISOString();
  assert.equal(due('2026-03-08', '02:30'), '2026-03-08T07:30:00.000Z');
  assert.equal(due('2026-11-01', '01:30'), '2026-11-01T05:30:00.000Z');
});

test('the first period that is due from an instant on is found, whatever the instant', () => {
  const anyTime = fc.constantFrom('00:00', '02:30', '09:00', '23:59');
  fc.assert(
    fc.property(
      anyStart,
      anyInterval,
      anyZone,
      anyTime,
      fc.integer({ min: -40, max: 4000 }),
      fc.integer({ min: -1, max: 1 }),
      (firstOn, interval, timeZone, dueTime, days, ms) => {
        const one = rhythm(firstOn, { interval, timeZone, dueTime });
        // About the very moment at which things fall due, where one too many or too few shows.
        const at = new Date(dueMoment(one, firstOn.add({ days })).getTime() + ms);
        const found = firstDueFrom(one, at);
        assert.ok(periodAt(one, found).dueAt >= at);
        if (found > 1) assert.ok(periodAt(one, found - 1).dueAt < at);
      },
    ),
    { numRuns: 500 },
  );
});

test('what the clock pushed past midnight is still found', () => {
  // In Nuuk it is 00:00 on 29 March when 23:00 would come, so 23:30 is shown as half past midnight.
  const timeZone = 'America/Nuuk';
  const daily = rhythm(on('2026-03-27'), { interval: 'daily', timeZone, dueTime: '23:30' });
  assert.equal(periodAt(daily, 2).dueAt.toISOString(), '2026-03-29T01:30:00.000Z');
  assert.equal(periodOf(daily, new Date('2026-03-29T01:10:00Z')), 3);
  assert.equal(firstDueFrom(daily, new Date('2026-03-29T01:10:00Z')), 2);
});

test('a rhythm that follows another goes on with its numbers', () => {
  fc.assert(
    fc.property(
      anyStart,
      anyInterval,
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 60 }),
      (firstOn, interval, firstNumber, n) => {
        const fresh = rhythm(firstOn, { interval });
        const later = { ...fresh, firstNumber };
        const [a, b] = [periodAt(fresh, n), periodAt(later, n + firstNumber - 1)];
        assert.equal(b.number, n + firstNumber - 1);
        assert.deepEqual({ ...b, number: n, ...legible(b) }, { ...a, ...legible(a) });
        assert.equal(periodOf(later, a.dueAt), b.number);
        assert.equal(firstDueFrom(later, a.dueAt), b.number);
      },
    ),
  );
  assert.throws(() => periodAt(rhythm(on('2026-01-01'), { firstNumber: 7 }), 6));
});

function legible({ startsOn, endsOn }: Period) {
  return { startsOn: startsOn.toString(), endsOn: endsOn.toString() };
}

test('no period is before the first, and numbers are whole', () => {
  const one = rhythm(on('2026-01-31'));
  for (const number of [0, -1, 1.5, Number.NaN]) assert.throws(() => periodAt(one, number));
  assert.equal(periodOf(one, new Date('2026-01-31T04:59:59.999Z')), undefined);
  assert.equal(periodOf(one, new Date('2026-01-31T05:00:00Z')), 1);
  assert.equal(firstDueFrom(one, new Date('2020-01-01T00:00:00Z')), 1);
});
