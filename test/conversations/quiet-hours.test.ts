import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areaZones, zonesOf } from '../../src/notify/conversations/area-zones.ts';
import { dayFor } from '../../src/notify/conversations/quiet-hours.ts';
import { mixedAreaCodes, ranges } from '../../src/parties/phones/ranges.ts';
import { openDesk, phone } from './desk.ts';

const hourMs = 3_600_000;
const link = (to: string) => ({ kind: 'pay_link', phone: to, heardAt: undefined }) as const;

/** [area code, asked at, goes out at] */
const moments = [
  // New York: winter, both borders.
  ['212', '2030-01-15T12:59:59.999Z', '2030-01-15T13:00:00.000Z'],
  ['212', '2030-01-15T13:00:00.000Z', '2030-01-15T13:00:00.000Z'],
  ['212', '2030-01-16T01:59:59.999Z', '2030-01-16T01:59:59.999Z'],
  ['212', '2030-01-16T02:00:00.000Z', '2030-01-16T13:00:00.000Z'],
  // The nights in which clocks are moved: eight o'clock is an hour earlier, then later, than the day before.
  ['212', '2030-03-10T02:00:00.000Z', '2030-03-10T12:00:00.000Z'],
  ['212', '2030-03-10T06:59:59.000Z', '2030-03-10T12:00:00.000Z'],
  ['212', '2030-11-03T01:00:00.000Z', '2030-11-03T13:00:00.000Z'],
  ['212', '2030-11-03T05:30:00.000Z', '2030-11-03T13:00:00.000Z'],
  // Two zones: not before eight in the west, not after nine in the east.
  ['208', '2030-01-15T15:30:00.000Z', '2030-01-15T16:00:00.000Z'],
  ['208', '2030-01-16T03:59:59.000Z', '2030-01-16T03:59:59.000Z'],
  ['208', '2030-01-16T04:00:00.000Z', '2030-01-16T16:00:00.000Z'],
  // Arizona does not move its clocks, the Navajo Nation in 928 does.
  ['602', '2030-07-15T14:30:00.000Z', '2030-07-15T15:00:00.000Z'],
  ['928', '2030-07-15T14:30:00.000Z', '2030-07-15T15:00:00.000Z'],
  ['602', '2030-07-16T03:30:00.000Z', '2030-07-16T03:30:00.000Z'],
  ['928', '2030-07-16T03:30:00.000Z', '2030-07-16T15:00:00.000Z'],
  // Alaska reaches to the Aleutians; Guam is a day ahead; Newfoundland half an hour off.
  ['907', '2030-01-15T17:30:00.000Z', '2030-01-15T18:00:00.000Z'],
  ['808', '2030-01-15T17:30:00.000Z', '2030-01-15T18:00:00.000Z'],
  ['671', '2030-01-15T11:00:00.000Z', '2030-01-15T22:00:00.000Z'],
  ['709', '2030-01-15T11:30:00.000Z', '2030-01-15T12:00:00.000Z'],
  ['709', '2030-01-16T00:30:00.000Z', '2030-01-16T12:00:00.000Z'],
  // Not in the table: anywhere from coast to coast.
  ['999', '2030-01-15T15:00:00.000Z', '2030-01-15T16:00:00.000Z'],
  ['999', '2030-01-16T02:30:00.000Z', '2030-01-16T16:00:00.000Z'],
] as const;

test('a text goes out between eight and nine, wherever the payer may be', () => {
  for (const [areaCode, asked, sent] of moments) {
    const then = dayFor(link(`${areaCode}5550100`), new Date(asked));
    assert.equal(then.toISOString(), sent, `${areaCode} at ${asked}`);
  }
});

test('when it goes out it is day in every zone of the area code, and it goes out at the first such moment', () => {
  const areaCodes = areaZones.flatMap(([, codes]) => codes.split(' '));
  const year = { min: Date.UTC(2030, 0, 1), max: Date.UTC(2030, 11, 31) };
  const isDay = (areaCode: string, at: Date) =>
    zonesOf(areaCode).every((zone) => {
      const parts = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hour: 'numeric',
        hourCycle: 'h23',
      });
      const hour = Number(parts.format(at));
      return hour >= 8 && hour < 21;
    });
  fc.assert(
    fc.property(fc.constantFrom(...areaCodes), fc.integer(year), (areaCode, ms) => {
      const at = new Date(ms);
      const then = dayFor(link(`${areaCode}5550100`), at);
      assert.ok(isDay(areaCode, then));
      assert.ok(then >= at && then.getTime() - at.getTime() <= 24 * hourMs);
      if (then > at) {
        assert.ok(!isDay(areaCode, at));
        assert.ok(!isDay(areaCode, new Date(then.getTime() - 1)));
      }
    }),
    { numRuns: 500 },
  );
});

test('every area code of the plan has its zones, none stands twice under one, and all zones exist', () => {
  const known = new Set(areaZones.flatMap(([, codes]) => codes.split(' ')));
  const placed = [...mixedAreaCodes.us, ...mixedAreaCodes.ca].flatMap((line) => line.split(' '));
  const others = ranges.map(([, areaCode]) => areaCode);
  const territories = ['340', '670', '671', '684', '787', '939'];
  for (const code of [...placed, ...others, ...territories]) assert.ok(known.has(code), code);
  for (const [zone, codes] of areaZones) {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    for (const code of codes.split(' ')) assert.match(code, /^[2-9]\d\d$/, zone);
  }
  for (const code of known) {
    const zones = zonesOf(`${code}5550100`);
    assert.equal(new Set(zones).size, zones.length, code);
  }
});

test('receipts, answers and a talk that is going on wake nobody who does not wait', () => {
  const night = new Date('2030-01-16T04:00:00Z');
  const ago = (ms: number) => new Date(night.getTime() - ms);
  const goes = (kind: 'chat' | 'pay_link' | 'receipt' | 'notice' | 'answer', heardAt?: Date) =>
    dayFor({ kind, phone, heardAt }, night).getTime() === night.getTime();
  assert.ok(goes('receipt') && goes('answer'));
  assert.ok(!goes('chat') && !goes('pay_link') && !goes('notice'));
  assert.ok(goes('chat', ago(hourMs)) && !goes('chat', ago(hourMs + 1)));
  assert.ok(!goes('pay_link', ago(1)) && !goes('notice', ago(1)));
});

test('at night what waits for the morning is scheduled, where limits are on', async (t) => {
  const desk = await openDesk(t, { startsAt: new Date('2030-01-16T04:00:00Z') });
  const limited = await desk.shop({ limited: true });
  const free = await desk.shop();
  for (const shop of [limited, free]) {
    await shop.text({ kind: 'pay_link' });
    await shop.text({ kind: 'receipt' });
  }
  await desk.work();
  assert.deepEqual(await limited.states(), ['scheduled', 'delivered']);
  assert.deepEqual(await free.states(), ['delivered', 'delivered']);
  const [waits] = await limited.messages();
  assert.equal(waits?.due_at?.toISOString(), '2030-01-16T13:00:00.000Z');
  await desk.workToTheEnd();
  assert.deepEqual(await limited.states(), ['delivered', 'delivered']);
  const [, last] = await limited.inbox();
  assert.equal(last?.receivedAt.toISOString(), '2030-01-16T13:00:00.000Z');
});

test('night and day are those of the business whose clock was moved on', async (t) => {
  const desk = await openDesk(t, { startsAt: new Date('2030-01-16T04:00:00Z') });
  const shop = await desk.shop({ limited: true });
  await desk.fixture.db.query('update businesses set clock_ahead_ms = $2 where business_id = $1', [
    shop.id,
    12 * hourMs,
  ]);
  await shop.text({ kind: 'pay_link' });
  await desk.work();
  assert.deepEqual(await shop.states(), ['delivered']);
});
