import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, at, replays, windows } from '../../test/payments/evidence-samples.ts';
import type { BatchAnswer, BatchInquiryAnswer } from '../ports/processors/processor.ts';
import type { Means } from './evidence.ts';
import { findOut } from './find-out.ts';

const rejection = { outcome: 'rejected', message: 'no' } as const;
const soon = windows.lateWindowSeconds + windows.visibilityDelaySeconds + 1;

/** What comes of a request that nobody finds, and whose replay is answered so. */
async function afterReplayOf(means: Means, answer: BatchAnswer) {
  const { verdict, answer: last } = await findOut<BatchAnswer | BatchInquiryAnswer>(
    () => at(soon),
    means,
    asked,
    {
      inquire: async () => ({ answer: { outcome: 'not_found' } }),
      cancel: () => Promise.reject(new Error('nothing is canceled')),
      replay: async () => ({ answer, askedAt: at(soon) }),
    },
  );
  return [verdict.is, last.outcome];
}

test('a refusal of a replay is the outcome only if it is of the first', async () => {
  const byApproval: Means = { ...replays, replay: { ...replays.replay!, by: 'approval' } };
  assert.deepEqual(await afterReplayOf(replays, rejection), ['declined', 'rejected']);
  // A flow that took it for the outcome would close the batch again, under another reference.
  const ofToday = { ...rejection, because: 'right' } as const;
  assert.deepEqual(await afterReplayOf(replays, ofToday), ['doubtful', 'unknown']);
  assert.deepEqual(await afterReplayOf(byApproval, rejection), ['doubtful', 'unknown']);
});
