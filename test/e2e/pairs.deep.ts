import { strict as assert } from 'node:assert';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { pairsCampaign } from '../campaign/pairs.ts';

test('300 pairs of one order at two processes are charged once each and answered alike', async () => {
  const seed = randomInt(2 ** 31);
  const { findings, payments, answers } = await pairsCampaign({
    pairs: 300,
    seed,
    bank: 'process',
  });
  assert.deepEqual(findings, [], `seed ${seed}`);
  assert.equal(payments, 300, `seed ${seed}`);
  const total = [...answers.values()].reduce((sum, times) => sum + times, 0);
  assert.equal(total, 900, `seed ${seed}`);
});
