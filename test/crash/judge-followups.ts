import assert from 'node:assert/strict';
import type { FollowUpStory } from './followup-stories.ts';
import { inStatedTime, noFindings } from './judge.ts';
import type { FollowUpLife } from './living.ts';
import type { Street } from './street.ts';

/** Whoever died: the story came to its end for every client, and was done once. */
export async function judgeFollowUps(
  street: Street,
  { ends, or = ends }: FollowUpStory,
  lives: readonly FollowUpLife[],
  absenceMs = 0,
): Promise<void> {
  for (const [i, { wish, end }] of lives.entries()) {
    const told = end.last?.headers['x-followup-state'];
    const sums = await sumsOf(street, wish);
    const isOther = told === or.told && sums?.state === or.payment;
    const expected = isOther ? or : ends;
    const says = `life ${i + 1} ended with ${end.last?.status} ${end.last?.body}`;
    assert.equal(told, expected.told, says);
    assert.deepEqual(sums, sumsAs(expected), says);
    if (end.replay)
      assert.equal(end.replay.body, end.last?.body, 'the same was answered otherwise');
  }
  await noFindings(street);
  await inStatedTime(street, absenceMs);
}

function sumsAs({ payment, capturedCents, refundedCents }: FollowUpStory['ends']) {
  return { state: payment, capturedCents, refundedCents };
}

async function sumsOf({ house }: Street, { payment, paymentId }: FollowUpLife['wish']) {
  const [row] = await house.db.query<{ state: string }>(
    `select state, captured_cents as "capturedCents", refunded_cents as "refundedCents"
     from payments where business_id = $1 and id = $2`,
    [payment.caller.business.id, paymentId],
  );
  return row;
}
