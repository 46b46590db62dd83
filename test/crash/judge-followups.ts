import assert from 'node:assert/strict';
import type { Scenario } from './fixture.ts';
import type { FollowUpLife } from './following.ts';
import type { FollowUpStory } from './followup-stories.ts';
import { inStatedTime, noFindings } from './judge.ts';

/** Whoever died: the story came to its end for every client, and was done once. */
export async function judgeFollowUps(
  scenario: Scenario,
  { ends, or = ends }: FollowUpStory,
  lives: readonly FollowUpLife[],
  absenceMs = 0,
): Promise<void> {
  for (const [i, { request, end }] of lives.entries()) {
    const state = end.last?.headers['x-followup-state'];
    const sums = await sumsOf(scenario, request);
    const isOther = state === or.state && sums?.state === or.payment;
    const expected = isOther ? or : ends;
    const says = `life ${i + 1} ended with ${end.last?.status} ${end.last?.body}`;
    assert.equal(state, expected.state, says);
    assert.deepEqual(sums, sumsAs(expected), says);
    if (end.replay)
      assert.equal(end.replay.body, end.last?.body, 'the same was answered otherwise');
  }
  await noFindings(scenario);
  await inStatedTime(scenario, absenceMs);
}

function sumsAs({ payment, capturedCents, refundedCents }: FollowUpStory['ends']) {
  return { state: payment, capturedCents, refundedCents };
}

async function sumsOf({ fixture }: Scenario, { payment, paymentId }: FollowUpLife['request']) {
  const [row] = await fixture.db.query<{ state: string }>(
    `select state, captured_cents as "capturedCents", refunded_cents as "refundedCents"
     from payments where business_id = $1 and id = $2`,
    [payment.caller.business.id, paymentId],
  );
  return row;
}
