import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { trialOf } from './notice.ts';

const place = { timeZone: 'America/New_York' };

test('a trial moves the first period, and its end is announced three days before', () => {
  const startsOn = Temporal.PlainDate.from('2026-03-01');
  const trial = (days: number) => {
    const { firstOn, announceAt } = trialOf(place, startsOn, days);
    return [firstOn.toString(), announceAt.toISOString()];
  };
  assert.deepEqual(trial(30), ['2026-03-31', '2026-03-28T13:00:00.000Z']);
  // On 8 March clocks go forward; nine o'clock stays nine o'clock.
  assert.deepEqual(trial(9), ['2026-03-10', '2026-03-07T14:00:00.000Z']);
});

test('the end of a trial of fewer than three days is announced on its first day', () => {
  const startsOn = Temporal.PlainDate.from('2026-05-01');
  for (const days of [0, 1, 3])
    assert.equal(
      trialOf(place, startsOn, days).announceAt.toISOString(),
      '2026-05-01T13:00:00.000Z',
    );
});
