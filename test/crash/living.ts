import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { End } from './asking.ts';
import { makeScenario, type Sabotage, type Scenario } from './fixture.ts';
import {
  askCrashing,
  askFollowUp,
  askFollowUpUntilAnswered,
  type FollowUpRequest,
  newFollowUpRequest,
} from './following.ts';
import type { FollowUpStory } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';

type Scope = { after(work: () => Promise<void>): void };

/** A request and the last answer to it. */
export type FollowUpLife = { readonly request: FollowUpRequest; readonly end: End };

/** One story after the other, each in a process that lives one moment longer, until one survives. */
export async function liveThrough(
  scope: Scope,
  story: FollowUpStory,
  sabotage?: Sabotage,
): Promise<{ scenario: Scenario; lives: FollowUpLife[] }> {
  const scenario = await makeScenario(scope, sabotage);
  const lives: FollowUpLife[] = [];
  for (let moments = 1; moments < 100; moments += 1) {
    const request = await newFollowUpRequest(scenario, story);
    const { reply, died } = await askCrashing(scenario, request, moments);
    // Every second client is impatient, and asks again before anybody looked after it.
    const first = died && moments % 2 === 0 ? await askSoon(scenario, request) : reply;
    lives.push({ request, end: await askFollowUpUntilAnswered(scenario, request, first) });
    if (!died) return { scenario, lives };
  }
  throw new Error('it never survives');
}

/** A second later, of a process that was just started in place of the dead one. */
async function askSoon(scenario: Scenario, request: FollowUpRequest) {
  scenario.fixture.clock.pass(1000);
  return await askFollowUp(scenario, await scenario.open(), request);
}

/** A test for each story: whoever dies at whatever moment of it. */
export function testSurvival(stories: readonly FollowUpStory[]): void {
  for (const story of stories) {
    test(`${story.name} survives death at every statement, commit and call`, async (t) => {
      const { scenario, lives } = await liveThrough(t, story);
      assert.ok(lives.length > 2, `only ${lives.length} lives`);
      await judgeFollowUps(scenario, story, lives);
    });
  }
}
