import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Size, sizeOf } from '../size.ts';
import { liveThrough, payer } from './asking.ts';
import { makeScenario } from './fixture.ts';
import { follower } from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { judgeScenario } from './judge.ts';
import { judgeFollowUps } from './judge-followups.ts';
import { stories } from './stories.ts';

const few = {
  charges: ['approve', 'late_booking', 'timeout_after_booking, making a token', 'ACH'],
  followUps: [
    'a capture: late_booking',
    'a void of a charge: timeout_before_booking',
    'a refund of a part: timeout_after_booking',
  ],
};

/** Patient and impatient clients by turns; the full size has both at each moment. */
const alike = 2;

/** A test for each story: whoever dies at whatever moment of it. */
export function testCharges(size?: Size): void {
  const campaign = { name: 'crash/charges', size };
  for (const story of pick(stories, few.charges, size)) {
    test(`a charge (${story.name}) survives death at every statement, commit and call`, async (t) => {
      const scenario = await makeScenario(t);
      const lives = await liveThrough(campaign, scenario, payer(scenario, story), { alike });
      assert.ok(lives.length > 1, `only ${lives.length} lives`);
      await judgeScenario(
        scenario,
        story,
        lives.map(({ end }) => end),
      );
    });
  }
}

export function testFollowUps(size?: Size): void {
  const campaign = { name: 'crash/follow-ups', size };
  for (const story of pick(followUpStories, few.followUps, size)) {
    test(`${story.name} survives death at every statement, commit and call`, async (t) => {
      const scenario = await makeScenario(t);
      const lives = await liveThrough(campaign, scenario, follower(scenario, story), { alike });
      assert.ok(lives.length > 2, `only ${lives.length} lives`);
      await judgeFollowUps(scenario, story, lives);
    });
  }
}

export function pick<Story extends { readonly name: string }>(
  all: readonly Story[],
  few: readonly string[],
  size: Size | undefined,
): readonly Story[] {
  const chosen = all.filter(({ name }) => few.includes(name));
  assert.equal(chosen.length, few.length);
  return sizeOf({ gate: chosen, usual: all, full: all }, size);
}
