import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { openMember } from './club.ts';
import { triesOf } from './member.ts';

test('a try that came to nothing meanwhile is told and begun anew by the same look', async (t) => {
  const { club, id } = await openMember(t, { number: testCard('server_error_before_booking') });
  await club.until('2030-01-31 16:00');
  // An hour after it is known, which is minutes after it was asked.
  assert.deepEqual(await triesOf(club, id), [
    '01-31 12:00 1000 canceled',
    '01-31 13:02 1000 canceled',
    '01-31 14:04 1000 canceled',
    '01-31 15:06 1000 canceled',
  ]);
  assert.deepEqual(await club.findings(), []);
});
