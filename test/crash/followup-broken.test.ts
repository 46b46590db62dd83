import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/audit/finding.ts';
import { life } from '../mortal.ts';
import { followUpSabotages } from '../sabotage-followups.ts';
import { askMortal, followUntilTold, wishFollowUp } from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';
import { type FollowUpLife, liveThrough } from './living.ts';
import { makeStreet, type Street } from './street.ts';

const found = ['a refund of a part: late_booking', 'a void of a charge: timeout_before_booking'];

for (const story of followUpStories.filter(({ name }) => found.includes(name))) {
  test(`whoever finds out about a dead process's ${story.name} may die as well`, async (t) => {
    const street = await makeStreet(t);
    const lives: FollowUpLife[] = [];
    let owner = 1;
    for (let moments = 1, died = true; died && moments < 100; moments += 1) {
      const wish = await wishFollowUp(street, story);
      await askMortal(street, wish, owner);
      for (; !(await isBegun(street)); owner += 1) await askMortal(street, wish, owner);
      const worker = life(moments);
      const mortal = await street.open(worker);
      worker.begin();
      await street.workOff(mortal).catch(() => {});
      died = worker.isOver;
      lives.push({ wish, end: await followUntilTold(street, wish, undefined) });
    }
    assert.ok(lives.length > 10, `only ${lives.length} lives`);
    await judgeFollowUps(street, story, lives);
  });
}

/** Whether an owner died over it, so that somebody must find out. */
async function isBegun({ house }: Street): Promise<boolean> {
  const rows = await house.db.query('select from followups where resolve_at is not null limit 1');
  return rows.length > 0;
}

for (const [name, { breaks, story: wanted, found: rule }] of Object.entries(followUpSabotages)) {
  test(`a build that ${name} (${wanted}) does not pass`, async (t) => {
    const story = followUpStories.find((one) => one.name === wanted)!;
    const { street, lives } = await liveThrough(t, story, breaks);
    if (rule === undefined) return await assert.rejects(judgeFollowUps(street, story, lives));
    const findings = await street.findings();
    const rules = findings.map((one) => one.rule);
    assert.ok(rules.includes(rule), `not found; but ${findings.map(formatFinding).join('\n')}`);
  });
}
