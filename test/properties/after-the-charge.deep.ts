import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUpSabotages } from '../sabotage-followups.ts';
import { live, testHistories } from './after-the-charge.ts';
import { openHistory } from './history-scenario.ts';

testHistories();

test('a build that takes an unknown refund for failed does not keep to the model', async (t) => {
  const { breaks } = followUpSabotages['takes an unknown refund for failed']!;
  for (let seed = 1; seed <= 8; seed += 1) {
    const scenario = await openHistory(t, breaks);
    const broken = await live(scenario, seed).then(
      () => undefined,
      (error) => String(error),
    );
    if (broken?.includes('(timeout_after_booking, ')) return;
  }
  assert.fail('it kept to it');
});
