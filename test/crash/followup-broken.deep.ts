import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { life } from '../crash-world.ts';
import { followUpSabotages } from '../sabotage-followups.ts';
import { makeScenario, type Scenario } from './fixture.ts';
import { askCrashing, askFollowUpUntilAnswered, newFollowUpRequest } from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';
import { type FollowUpLife, liveThrough } from './living.ts';

const found = ['a refund of a part: late_booking', 'a void of a charge: timeout_before_booking'];

for (const story of followUpStories.filter(({ name }) => found.includes(name))) {
  test(`whoever finds out about a dead process's ${story.name} may die as well`, async (t) => {
    const scenario = await makeScenario(t);
    const lives: FollowUpLife[] = [];
    let owner = 1;
    for (let moments = 1, died = true; died && moments < 100; moments += 1) {
      const request = await newFollowUpRequest(scenario, story);
      await askCrashing(scenario, request, owner);
      for (; !(await isBegun(scenario)); owner += 1) await askCrashing(scenario, request, owner);
      const worker = life(moments);
      const crashing = await scenario.open(worker);
      worker.begin();
      await scenario.workOff(crashing).catch(() => {});
      died = worker.isOver;
      lives.push({ request, end: await askFollowUpUntilAnswered(scenario, request, undefined) });
    }
    assert.ok(lives.length > 1, `only ${lives.length} lives`);
    await judgeFollowUps(scenario, story, lives);
  });
}

/** Whether an owner died over it, so that somebody must find out. */
async function isBegun({ fixture }: Scenario): Promise<boolean> {
  const rows = await fixture.db.query('select from followups where resolve_at is not null limit 1');
  return rows.length > 0;
}

for (const [name, { breaks, story: wanted, found: rule }] of Object.entries(followUpSabotages)) {
  test(`a build that ${name} (${wanted}) does not pass`, async (t) => {
    const story = followUpStories.find((one) => one.name === wanted)!;
    const { scenario, lives } = await liveThrough(t, story, breaks);
    if (rule === undefined) return await assert.rejects(judgeFollowUps(scenario, story, lives));
    const findings = await scenario.findings();
    const rules = findings.map((one) => one.rule);
    assert.ok(rules.includes(rule), `not found; but ${findings.map(formatFinding).join('\n')}`);
  });
}
