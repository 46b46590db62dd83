import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDate, todayIn } from './calendar.ts';

const anyDate = fc
  .integer({ min: 0, max: 73_000 })
  .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }));

test('every date is read from all four of its forms', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const { year, month, day } = date;
      const two = (part: number) => String(part).padStart(2, '0');
      const forms = [
        `${two(month)}-${two(day)}-${year}`,
        `${month}-${day}-${year}`,
        `${month}/${day}/${year}`,
        `${two(month)}/${two(day)}/${year}`,
        date.toString(),
      ];
      for (const form of forms) {
        const read = parseDate(form);
        assert.ok(read.ok, form);
        assert.equal(read.value.toString(), date.toString());
      }
    }),
  );
});

test('days that never were are refused', () => {
  const bad = ['02-30-2026', '02-29-2025', '02-29-1900', '04-31-2026', '13-01-2026', '00-10-2026'];
  bad.push('01-00-2026', '01-32-2026', '2026-02-29', '2026-13-01', '2026-00-01', '2026-01-00');
  for (const text of bad) assert.equal(parseDate(text).ok, false, text);
});

test('the leap day is a day in leap years', () => {
  for (const text of ['02-29-2024', '2/29/2000', '2024-02-29'])
    assert.equal(parseDate(text).ok, true, text);
});

test('other forms are refused, rather than guessed at', () => {
  const bad = ['', '01-31-26', '31-01-2026', '01/31-2026', '01-31/2026', '2026/01/31', '2026-1-31'];
  bad.push('01312026', '20260131', '1.31.2026', 'Jan 31 2026', '01-31-2026 ', '01-31-2026T00:00');
  bad.push(
    '2026-01-31T00:00:00Z',
    '٠١-31-2026',
    '001-31-2026',
    '01-31-02026',
    '-1-31-2026',
    '01-31-2026\n',
  );
  bad.push('01-31-0026', '1899-12-31');
  for (const text of bad) assert.equal(parseDate(text).ok, false, text);
});

test('today is the date on the wall of the business', () => {
  const newYearsEveInNewYork = new Date('2026-01-01T04:59:59Z');
  assert.equal(todayIn('America/New_York', newYearsEveInNewYork).toString(), '2025-12-31');
  assert.equal(todayIn('UTC', newYearsEveInNewYork).toString(), '2026-01-01');
  assert.equal(
    todayIn('America/New_York', new Date('2026-01-01T05:00:00Z')).toString(),
    '2026-01-01',
  );
  // In summer midnight comes an hour earlier.
  assert.equal(
    todayIn('America/New_York', new Date('2026-07-01T04:00:00Z')).toString(),
    '2026-07-01',
  );
  assert.equal(
    todayIn('Pacific/Honolulu', new Date('2026-07-01T09:59:59Z')).toString(),
    '2026-06-30',
  );
});
