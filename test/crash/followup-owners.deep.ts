import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { everyMeeting } from '../pause.ts';
import { makeScenario } from './fixture.ts';
import {
  askFollowUp,
  askFollowUpUntilAnswered,
  type FollowUpLife,
  newFollowUpRequest,
} from './following.ts';
import { type FollowUpStory, followUpStories } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';

/** Past the lease; and past the time in which the bank may still do what it was asked. */
const [minuteMs, hourMs] = [60_000, 3_600_000];
const inTurn = {
  'for a minute': { absenceMs: minuteMs, stories: ['a refund of a part: late_booking'] },
  'for an hour': {
    absenceMs: hourMs,
    stories: ['a refund of a part: approve', 'a void of a charge: approve'],
  },
};

for (const [absence, { absenceMs, stories }] of Object.entries(inTurn)) {
  for (const story of storiesOf(stories)) {
    test(`an owner of ${story.name} that stood still ${absence} does no harm`, async (t) => {
      const scenario = await makeScenario(t);
      const { db, clock } = scenario.fixture;
      const lives: FollowUpLife[] = [];
      await everyMeeting(
        { name: 'crash/followup-owners' },
        {
          db,
          bothStand: true,
          open: scenario.open,
          before: () => newFollowUpRequest(scenario, story),
          one: (world, request) => askFollowUp(scenario, world, request),
          onceStanding: () => clock.pass(absenceMs),
          other: (world) => resolveFollowUps(world),
          async judge(request, reply) {
            lives.push({ request, end: await askFollowUpUntilAnswered(scenario, request, reply) });
          },
        },
      );
      assert.ok(lives.length > 6, `only ${lives.length} interleavings`);
      await judgeFollowUps(scenario, story, lives, absenceMs);
      // Who comes too late finds that out quietly.
      assert.doesNotMatch(scenario.fixture.logged.join(''), /payment.finish_failed/);
    });
  }
}

function storiesOf(names: readonly string[]): FollowUpStory[] {
  return followUpStories.filter(({ name }) => names.includes(name));
}
