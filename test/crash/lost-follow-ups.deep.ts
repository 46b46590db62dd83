import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import { losing, makeScenario } from './fixture.ts';
import {
  askFollowUp,
  askFollowUpUntilAnswered,
  type FollowUpLife,
  newFollowUpRequest,
} from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';

for (const story of followUpStories) {
  test(`${story.name} survives a connection lost at any statement or commit`, async (t) => {
    const scenario = await makeScenario(t);
    const lives: FollowUpLife[] = [];
    let reply: Reply | undefined;
    await everyLife(
      { name: 'crash/lost-follow-ups' },
      {
        open: (span) => scenario.open({ atStatement: losing(span) }),
        before: () => newFollowUpRequest(scenario, story),
        async act(world, request) {
          reply = await askFollowUp(scenario, world, request);
        },
        async others(request) {
          assert.doesNotMatch(reply?.body ?? '', /Internal error/);
          const end = await askFollowUpUntilAnswered(scenario, request, reply);
          lives.push({ request, end });
        },
      },
    );
    await judgeFollowUps(scenario, story, lives);
  });
}
