import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Cutoffs,
  deadlineOf,
  effectiveDate,
  endOfHold,
  fedDeadlines,
  mostSameDayCents,
  nextCutoff,
  openWindow,
  settlementMoment,
  soonestCutoff,
  usualCutoffs,
} from './ach-windows.ts';
import { isBankingDay } from './banking-days.ts';

const zone = 'America/New_York';
const day = (text: string) => Temporal.PlainDate.from(text);
const inNewYork = (at: Date) => at.toTemporalInstant().toZonedDateTimeISO(zone);
const shown = (at: Date) => inNewYork(at).toPlainDateTime().toString({ smallestUnit: 'minute' });

function leads(from: string, isSameDay: boolean, to: string, cutoffs?: Cutoffs): void {
  assert.equal(nextCutoff(new Date(from), isSameDay, cutoffs).toISOString(), `${to}:00.000Z`, from);
}

test('a standard file is made at eight in the evening of New York, in winter and in summer', () => {
  leads('2026-01-05T17:00:00Z', false, '2026-01-06T01:00');
  leads('2026-07-06T17:00:00Z', false, '2026-07-07T00:00');
});

test('the day is that of New York, where it may be yesterday', () => {
  leads('2026-01-06T00:30:00Z', false, '2026-01-06T01:00');
  leads('2026-01-06T00:59:59.999Z', false, '2026-01-06T01:00');
});

test('the next cut-off comes strictly after the moment', () => {
  leads('2026-01-06T01:00:00Z', false, '2026-01-07T01:00');
  leads('2026-01-05T15:00:00Z', true, '2026-01-05T19:15');
  leads('2026-01-05T14:59:59.999Z', true, '2026-01-05T15:00');
});

test('there are three same-day cut-offs on a banking day, then the first of the next one', () => {
  leads('2026-01-05T05:00:00Z', true, '2026-01-05T15:00');
  leads('2026-01-05T15:00:00Z', true, '2026-01-05T19:15');
  leads('2026-01-05T19:15:00Z', true, '2026-01-05T21:15');
  leads('2026-01-05T21:15:00Z', true, '2026-01-06T15:00');
});

test('what is for the same day and comes after its last window goes in the evening', () => {
  const sent = (at: string, isSameDay: boolean) => shown(soonestCutoff(new Date(at), isSameDay));
  assert.equal(sent('2026-01-09T21:14:00Z', true), '2026-01-09T16:15');
  assert.equal(sent('2026-01-09T21:20:00Z', true), '2026-01-09T20:00');
  assert.equal(sent('2026-01-10T01:00:00Z', true), '2026-01-12T10:00');
  assert.equal(sent('2026-01-09T15:20:00Z', false), '2026-01-09T20:00');
});

test('no file is made on weekends and holidays', () => {
  leads('2026-01-17T01:00:00Z', false, '2026-01-21T01:00'); // Friday's was; Monday is a holiday
  leads('2026-01-17T15:00:00Z', true, '2026-01-20T15:00');
  leads('2026-11-26T12:00:00Z', true, '2026-11-27T15:00'); // Thanksgiving
  leads('2026-12-25T01:00:00Z', false, '2026-12-29T01:00');
});

test('cut-offs stay at their time of the wall clock when it is changed', () => {
  leads('2026-03-06T12:00:00Z', false, '2026-03-07T01:00'); // Friday, standard time
  leads('2026-03-07T01:00:00Z', false, '2026-03-10T00:00'); // Monday, daylight time
  leads('2026-10-30T12:00:00Z', false, '2026-10-31T00:00');
  leads('2026-10-31T00:00:00Z', false, '2026-11-03T01:00');
  leads('2026-03-08T07:30:00Z', true, '2026-03-09T14:00');
  leads('2026-11-01T06:30:00Z', true, '2026-11-02T15:00');
});

test('other cut-offs can be passed in, in any order', () => {
  const own = { sameDay: ['15:30', '09:05'], standard: ['17:45'] };
  leads('2026-01-05T05:00:00Z', true, '2026-01-05T14:05', own);
  leads('2026-01-05T14:05:00Z', true, '2026-01-05T20:30', own);
  leads('2026-01-05T20:30:00Z', true, '2026-01-06T14:05', own);
  leads('2026-01-05T20:30:00Z', false, '2026-01-05T22:45', own);
});

test('where files of a kind are never made, asking for the next one is a fault', () => {
  assert.throws(() => nextCutoff(new Date(0), true, { sameDay: [], standard: ['20:00'] }));
});

test('no cut-off lies between a moment and its next cut-off, and each is on a banking day', () => {
  const anyMoment = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(anyMoment, fc.boolean(), (at, isSameDay) => {
      const cutoff = nextCutoff(at, isSameDay);
      assert.ok(cutoff > at);
      const { sameDay, standard } = usualCutoffs;
      const wall = inNewYork(cutoff);
      assert.ok(
        (isSameDay ? sameDay : standard).includes(wall.toPlainTime().toString().slice(0, 5)),
      );
      assert.ok(isBankingDay(wall.toPlainDate()));
      const before = new Date(cutoff.getTime() - 1);
      assert.equal(nextCutoff(before, isSameDay).getTime(), cutoff.getTime());
      const between = new Date(Math.floor((at.getTime() + cutoff.getTime()) / 2));
      assert.equal(nextCutoff(between, isSameDay).getTime(), cutoff.getTime());
    }),
  );
});

test('each usual cut-off leaves half an hour or more before its own deadline', () => {
  const sameDay = usualCutoffs.sameDay.map((time) => day('2026-01-05').toPlainDateTime(time));
  assert.equal(sameDay.length, fedDeadlines.sameDay.length);
  for (const [i, cutoff] of sameDay.entries()) {
    const at = new Date(cutoff.toZonedDateTime(zone).epochMilliseconds);
    const deadline = deadlineOf(at, true);
    assert.equal(shown(deadline), `2026-01-05T${fedDeadlines.sameDay[i]}`);
    assert.ok(deadline.getTime() - at.getTime() >= 30 * 60_000);
  }
});

test('a standard file may still be sent until a quarter past two in the night', () => {
  assert.equal(shown(deadlineOf(new Date('2026-01-06T01:00:00Z'), false)), '2026-01-06T02:15');
  assert.equal(shown(deadlineOf(new Date('2026-03-07T01:00:00Z'), false)), '2026-03-07T02:15');
});

test('after the last window of the day there is no same-day deadline', () => {
  assert.throws(() => deadlineOf(new Date('2026-01-05T21:45:00Z'), true));
});

test('a same-day file settles on its day, another on the next banking day', () => {
  const friday = new Date('2026-01-16T21:15:00Z');
  assert.equal(effectiveDate(friday, true).toString(), '2026-01-16');
  assert.equal(effectiveDate(friday, false).toString(), '2026-01-20');
  assert.equal(effectiveDate(new Date('2026-01-17T01:00:00Z'), false).toString(), '2026-01-20');
  assert.equal(effectiveDate(new Date('2026-11-25T01:00:00Z'), false).toString(), '2026-11-25');
  assert.equal(effectiveDate(new Date('2026-11-26T01:00:00Z'), false).toString(), '2026-11-27');
});

test('a file of a day without banks is a fault', () => {
  assert.throws(() => effectiveDate(new Date('2026-01-17T15:00:00Z'), true));
  assert.throws(() => effectiveDate(new Date('2026-11-27T01:00:00Z'), false)); // Thanksgiving there
});

test('entries settle at half past eight, same-day ones at six in the evening', () => {
  assert.equal(shown(settlementMoment(day('2026-01-20'), false)), '2026-01-20T08:30');
  assert.equal(shown(settlementMoment(day('2026-07-20'), true)), '2026-07-20T18:00');
  assert.equal(
    settlementMoment(day('2026-01-20'), false).toISOString(),
    '2026-01-20T13:30:00.000Z',
  );
  assert.equal(
    settlementMoment(day('2026-07-20'), false).toISOString(),
    '2026-07-20T12:30:00.000Z',
  );
});

test('money is held for banking days, until the last of them closes', () => {
  assert.equal(shown(endOfHold(day('2026-01-15'), 2)), '2026-01-20T18:00');
  assert.equal(shown(endOfHold(day('2026-11-25'), 2)), '2026-11-30T18:00');
  assert.equal(shown(endOfHold(day('2026-03-05'), 2)), '2026-03-09T18:00');
  assert.equal(shown(endOfHold(day('2026-01-15'), 0)), '2026-01-15T18:00');
});

test('money is never free before it settled', () => {
  for (const isSameDay of [true, false]) {
    const settledAt = settlementMoment(day('2026-01-15'), isSameDay);
    assert.ok(endOfHold(day('2026-01-15'), 0) >= settledAt);
  }
});

test('a million dollars may still settle on the same day', () => {
  assert.equal(mostSameDayCents, 1_000_000n * 100n);
});

function opens(at: string, isSameDay: boolean, cutoff: string | undefined): void {
  const window = openWindow(new Date(at), isSameDay);
  assert.equal(window?.cutoffAt.toISOString(), cutoff && `${cutoff}:00.000Z`, at);
}

test('a file may be made from its cut-off until the bank takes no more for it', () => {
  opens('2026-01-06T00:59:59.999Z', false, undefined);
  opens('2026-01-06T01:00:00Z', false, '2026-01-06T01:00');
  opens('2026-01-06T07:14:59.999Z', false, '2026-01-06T01:00');
  opens('2026-01-06T07:15:00Z', false, undefined);
});

test('each of the same-day windows opens and closes by itself', () => {
  opens('2026-01-05T15:00:00Z', true, '2026-01-05T15:00');
  opens('2026-01-05T15:30:00Z', true, undefined);
  opens('2026-01-05T19:44:00Z', true, '2026-01-05T19:15');
  opens('2026-01-05T21:44:00Z', true, '2026-01-05T21:15');
  opens('2026-01-05T21:45:00Z', true, undefined);
});

test('on days without banks no window opens, but that of Friday closes on Saturday', () => {
  opens('2026-01-17T07:00:00Z', false, '2026-01-17T01:00');
  for (const day of [17, 18, 19]) opens(`2026-01-${day}T15:00:00Z`, true, undefined);
  for (const day of [18, 19, 20]) opens(`2026-01-${day}T01:00:00Z`, false, undefined);
  opens('2026-12-26T01:00:00Z', false, undefined);
});
