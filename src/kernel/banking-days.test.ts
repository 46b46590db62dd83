import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import { addBankingDays, isBankingDay, nextBankingDay } from './banking-days.ts';

/*
 * The dates on which the Federal Reserve was or will be closed, typed out: New Year, King, Washington,
 * Memorial, Juneteenth, Independence, Labor, Columbus, Veterans, Thanksgiving, Christmas. A dash where it
 * is not kept, which is when it falls on a Saturday, and Juneteenth before there was one.
 */
const closed: Readonly<Record<number, string>> = {
  2020: '01-01 01-20 02-17 05-25   -     -   09-07 10-12 11-11 11-26 12-25',
  2021: '01-01 01-18 02-15 05-31   -   07-05 09-06 10-11 11-11 11-25   -  ',
  2022: '  -   01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09   -   11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19   -   09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31   -   07-05 09-06 10-11 11-11 11-25   -  ',
  2028: '  -   01-17 02-21 05-29 06-19 07-04 09-04 10-09   -   11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2032: '01-01 01-19 02-16 05-31   -   07-05 09-06 10-11 11-11 11-25   -  ',
  2033: '  -   01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2034: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09   -   11-23 12-25',
  2035: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2036: '01-01 01-21 02-18 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2037: '01-01 01-19 02-16 05-25 06-19   -   09-07 10-12 11-11 11-26 12-25',
  2038: '01-01 01-18 02-15 05-31   -   07-05 09-06 10-11 11-11 11-25   -  ',
  2039: '  -   01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2040: '01-02 01-16 02-20 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
};

const on = (text: string) => Temporal.PlainDate.from(text);
const anyDate = fc.integer({ min: 0, max: 365 * 60 }).map((days) => on('2000-01-01').add({ days }));

function datesOf(year: string): string[] {
  const days = closed[Number(year)]!.trim().split(/\s+/);
  assert.equal(days.length, 11);
  return days.filter((day) => day !== '-').map((day) => `${year}-${day}`);
}

test('every day of 21 years is a banking day, or a weekend, or one of the published dates', () => {
  assert.equal(Object.keys(closed).length, 21);
  const holidays = new Set(Object.keys(closed).flatMap(datesOf));
  for (let day = on('2020-01-01'); day.year <= 2040; day = day.add({ days: 1 })) {
    const open = day.dayOfWeek <= 5 && !holidays.has(day.toString());
    assert.equal(isBankingDay(day), open, day.toString());
  }
});

test('banks work on the Friday before a holiday on Saturday, and not on the Monday after a Sunday', () => {
  for (const open of ['2020-07-03', '2021-12-24', '2021-12-31', '2026-07-03', '2027-06-18'])
    assert.equal(isBankingDay(on(open)), true, open);
  for (const shut of ['2021-07-05', '2022-06-20', '2022-12-26', '2023-01-02', '2029-11-12'])
    assert.equal(isBankingDay(on(shut)), false, shut);
});

test('Juneteenth closes the banks from 2022 on', () => {
  assert.equal(isBankingDay(on('2020-06-19')), true);
  assert.equal(isBankingDay(on('2021-06-18')), true);
  assert.equal(isBankingDay(on('2022-06-20')), false);
  assert.equal(isBankingDay(on('2023-06-19')), false);
});

test('banking days are counted past weekends and holidays, in both directions', () => {
  const known = [
    ['2026-11-25', 1, '2026-11-27'], // over Thanksgiving
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-30', -2, '2026-11-25'],
    ['2026-12-24', 2, '2026-12-29'], // Christmas on a Friday
    ['2022-12-23', 1, '2022-12-27'], // Christmas kept on Monday
    ['2025-12-31', 1, '2026-01-02'],
    ['2026-01-02', -1, '2025-12-31'],
    ['2026-07-04', 1, '2026-07-06'],
    ['2026-07-04', -1, '2026-07-03'],
  ] as const;
  for (const [from, n, to] of known) {
    assert.equal(addBankingDays(on(from), n).toString(), to, `${from} ${n}`);
  }
});

test('no banking days from a date lead to itself, or to the next one when the banks are closed', () => {
  assert.equal(addBankingDays(on('2026-01-16'), 0).toString(), '2026-01-16');
  assert.equal(addBankingDays(on('2026-01-17'), 0).toString(), '2026-01-20');
  assert.equal(addBankingDays(on('2026-01-19'), 0).toString(), '2026-01-20');
  assert.equal(addBankingDays(on('2026-01-17'), 1).toString(), '2026-01-20');
});

test('the next banking day is never the day itself', () => {
  assert.equal(nextBankingDay(on('2026-01-16')).toString(), '2026-01-20');
  assert.equal(nextBankingDay(on('2026-01-18')).toString(), '2026-01-20');
  assert.equal(nextBankingDay(on('2026-01-20')).toString(), '2026-01-21');
});

test('as many banking days as were asked for lie behind a date, up to the last, which is one', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -40, max: 40 }), (from, n) => {
      const to = addBankingDays(from, n);
      assert.ok(isBankingDay(to));
      if (n === 0) return;
      const { days } = from.until(to);
      assert.equal(Math.sign(days), Math.sign(n));
      const passed = Array.from({ length: Math.abs(days) }, (_, i) =>
        from.add({ days: Math.sign(n) * (i + 1) }),
      );
      assert.equal(passed.filter(isBankingDay).length, Math.abs(n));
    }),
  );
});
