import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClub } from './club.ts';

test('a year of a monthly card is charged once a month, on the days of its start', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const told = await club.subscribe({ CardToken: await club.token(), PlanCode: 'gold' });
  assert.deepEqual(
    [told.IsSuccess, told.Data.Status, told.Data.NextChargeDate],
    [true, 'Active', '02-28-2030'],
  );
  await club.until('2031-01-30 12:00');
  const paid = await club.fixture.db.query<{ on: string; cents: bigint; state: string }>(
    `select to_char(created_at at time zone 'America/New_York', 'MM-DD HH24:MI') as on,
       captured_cents as cents from payments order by id`,
  );
  assert.deepEqual(
    paid.map(({ on }) => on),
    [
      '01-31 12:00',
      '02-28 09:00',
      '03-31 09:00',
      '04-30 09:00',
      '05-31 09:00',
      '06-30 09:00',
      '07-31 09:00',
      '08-31 09:00',
      '09-30 09:00',
      '10-31 09:00',
      '11-30 09:00',
      '12-31 09:00',
    ],
  );
  assert.ok(paid.every(({ cents }) => cents === 1000n));
  assert.deepEqual(await club.states(), ['active']);
});
