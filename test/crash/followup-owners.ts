import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { everyMeeting } from '../pause.ts';
import { type Size, sizeOf } from '../size.ts';
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
const absences = { 'for a minute': 60_000, 'for an hour': 3_600_000 };
const all = {
  'for a minute': ['a refund of a part: late_booking'],
  'for an hour': ['a refund of a part: approve', 'a void of a charge: approve'],
};
const few = { ...all, 'for an hour': [] };

/** A test for each story: its owner stands still, and goes on when somebody else has taken over. */
export function testFollowUpOwners(size?: Size): void {
  const campaign = { name: 'crash/followup-owners', size };
  const names = sizeOf({ gate: few, usual: all, full: all }, size);
  for (const [absence, absenceMs] of Object.entries(absences)) {
    for (const story of storiesOf(names[absence as keyof typeof absences])) {
      test(`an owner of ${story.name} that stood still ${absence} does no harm`, async (t) => {
        const scenario = await makeScenario(t);
        const { db, clock } = scenario.fixture;
        const lives: FollowUpLife[] = [];
        await everyMeeting(campaign, {
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
        });
        const least = sizeOf({ gate: 3, usual: 6, full: 6 }, size);
        assert.ok(lives.length > least, `only ${lives.length} interleavings`);
        await judgeFollowUps(scenario, story, lives, absenceMs);
        // Who comes too late finds that out quietly.
        assert.doesNotMatch(scenario.fixture.logged.join(''), /payment.finish_failed/);
      });
    }
  }
}

function storiesOf(names: readonly string[]): FollowUpStory[] {
  return followUpStories.filter(({ name }) => names.includes(name));
}
