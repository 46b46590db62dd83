import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { pairsCampaign } from '../campaign/pairs.ts';
import { drawing, sizeOf } from '../size.ts';

test('pairs of one order at two processes are charged once each and answered alike', async () => {
  await drawing({ name: 'e2e/pairs' }, async (seed, size) => {
    const pairs = sizeOf({ gate: 30, usual: 60, full: 300 }, size);
    const { findings, payments, answers } = await pairsCampaign({ pairs, seed, bank: 'process' });
    assert.deepEqual(findings, []);
    assert.equal(payments, pairs);
    const total = [...answers.values()].reduce((sum, times) => sum + times, 0);
    assert.equal(total, 3 * pairs);
  });
});
