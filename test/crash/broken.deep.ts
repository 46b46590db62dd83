import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sabotages } from '../sabotage.ts';
import { followUpSabotages } from '../sabotage-followups.ts';
import {
  type Asking,
  type Client,
  deathsThatLeaveWork,
  findOut,
  liveThrough,
  payer,
} from './asking.ts';
import { makeScenario, type Scenario } from './fixture.ts';
import { type FollowUpLife, follower } from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { judgeScenario } from './judge.ts';
import { judgeFollowUps } from './judge-followups.ts';
import { stories } from './stories.ts';

const campaign = { name: 'crash/broken' };

for (const story of stories.filter(({ name }) => ['approve', 'late_booking'].includes(name))) {
  test(`whoever finds out about a dead process's charge (${story.name}) may die as well`, async (t) => {
    const other = await makeScenario(t);
    for (const death of await deathsThatLeaveWork(campaign, other, payer(other, story))) {
      const scenario = await makeScenario(t);
      const lives = await findOut(campaign, scenario, payer(scenario, story), death);
      const ends = lives.map(({ end }) => end);
      await judgeScenario(scenario, story, ends);
    }
  });
}

const foundOut = ['a refund of a part: late_booking', 'a void of a charge: timeout_before_booking'];

for (const story of followUpStories.filter(({ name }) => foundOut.includes(name))) {
  test(`whoever finds out about a dead process's ${story.name} may die as well`, async (t) => {
    const other = await makeScenario(t);
    for (const death of await deathsThatLeaveWork(campaign, other, follower(other, story))) {
      const scenario = await makeScenario(t);
      const lives = await findOut(campaign, scenario, follower(scenario, story), death);
      await judgeFollowUps(scenario, story, lives);
    }
  });
}

for (const [name, { breaks, story: wanted, found }] of Object.entries(sabotages)) {
  test(`a build that ${name} does not pass`, async (t) => {
    const scenario = await makeScenario(t, breaks());
    const story = stories.find((one) => one.name === wanted)!;
    await finds(found, scenario, payer(scenario, story));
  });
}

for (const [name, { breaks, story: wanted, found }] of Object.entries(followUpSabotages)) {
  test(`a build that ${name} (${wanted}) does not pass`, async (t) => {
    const story = followUpStories.find((one) => one.name === wanted)!;
    const scenario = await makeScenario(t, breaks);
    const client = follower(scenario, story);
    if (found !== undefined) return await finds(found, scenario, client);
    const judge = (lives: readonly FollowUpLife[]) => judgeFollowUps(scenario, story, lives);
    const judged = liveThrough(campaign, scenario, client, { judge });
    await assert.rejects(judged, /refundedCents: 1000n/);
  });
}

/** Until the reconciliation finds this. */
async function finds<Request extends Asking>(
  wanted: string,
  scenario: Scenario,
  client: Client<Request>,
): Promise<void> {
  const judge = async () => {
    const rules = (await scenario.findings()).map(({ rule }) => rule);
    assert.ok(!rules.includes(wanted), `found ${wanted}`);
  };
  const looking = liveThrough(campaign, scenario, client, { judge });
  await assert.rejects(looking, new RegExp(`found ${wanted}`));
}
