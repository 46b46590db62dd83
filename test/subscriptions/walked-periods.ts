import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Period,
  periodAt,
  periodOf,
  type Rhythm,
} from '../../src/invoicing/subscriptions/calendar.ts';
import { type Day, intervalNames, momentIn, walk, type Zone, zones } from './day-by-day.ts';

const nineOClock = 9 * 60;
const zoneNames = Object.keys(zones) as Zone[];
export const on = (text: string) => Temporal.PlainDate.from(text);
export const text = ({ year, month, day }: Day) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export const anyZone = fc.constantFrom(...zoneNames);
export const anyInterval = fc.constantFrom(...intervalNames);
/** The ends of months oftener than they come. */
export const anyStart = fc.oneof(
  fc.integer({ min: 0, max: 3652 }).map((days) => on('2024-01-01').add({ days })),
  fc
    .record({ year: fc.integer({ min: 2024, max: 2033 }), month: fc.integer({ min: 1, max: 12 }) })
    .map((parts) => Temporal.PlainDate.from({ ...parts, day: 31 })),
  fc.constantFrom('2024-02-29', '2028-02-29', '2026-01-29', '2026-01-30').map(on),
);

export function rhythm(firstOn: Temporal.PlainDate, rest: Partial<Rhythm> = {}): Rhythm {
  return { firstOn, interval: 'monthly', timeZone: 'America/New_York', firstNumber: 1, ...rest };
}

/** Holds every period of so many years against the walk through their days. */
function compare(one: Rhythm, zone: Zone, years: number): void {
  let last: Period | undefined;
  let [number, dueMs, days] = [0, -Infinity, 0];
  for (const step of walk(one.firstOn, one.interval, years)) {
    days += 1;
    if (step.begins) {
      number += 1;
      const label = `${one.interval} from ${one.firstOn} in ${zone}, period ${number}`;
      const period = periodAt(one, number);
      assert.equal(period.startsOn.toString(), text(step.day), label);
      if (last) assert.equal(last.endsOn.toString(), text(step.day), label);
      assert.equal(period.dueAt.getTime(), momentIn(zone, step.day, nineOClock), label);
      assert.ok(period.dueAt.getTime() > dueMs, label);

      const midnight = momentIn(zone, step.day, 0);
      assert.equal(periodOf(one, new Date(midnight)), number, label);
      assert.equal(
        periodOf(one, new Date(midnight - 1)),
        number === 1 ? undefined : number - 1,
        label,
      );
      [last, dueMs] = [period, period.dueAt.getTime()];
    }
    // Days in the middle, not all of them: the walk is cheap and the comparisons are not.
    if (days % 13 === 0) {
      const noon = new Date(momentIn(zone, step.day, 12 * 60));
      assert.equal(
        periodOf(one, noon),
        step.number,
        `${one.interval} from ${one.firstOn}: ${text(step.day)}`,
      );
    }
  }
  assert.ok(days > years * 365);
}

/** Tests that the periods of so many years are those of a walk through their days. */
export function testWalks(years: number): void {
  for (const interval of intervalNames) {
    test(`${years} years of ${interval} periods are those of a walk through their days`, () => {
      fc.assert(
        fc.property(anyStart, anyZone, (firstOn, zone) =>
          compare(rhythm(firstOn, { interval, timeZone: zone }), zone, years),
        ),
        { numRuns: interval === 'daily' ? 3 : 8 },
      );
      for (const first of ['2026-01-31', '2028-02-29', '2026-08-30'])
        compare(rhythm(on(first), { interval }), 'America/New_York', years);
    });
  }
}
