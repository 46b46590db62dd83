import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { endedOrHeldUp, pauseAt } from '../pause.ts';
import { loseConnection, makeScenario, type Scenario } from './fixture.ts';
import { askFollowUp, askFollowUpUntilAnswered, newFollowUpRequest } from './following.ts';
import { type FollowUpStory, followUpStories } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';
import type { FollowUpLife } from './living.ts';

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
      const lives: FollowUpLife[] = [];
      for (let first = 1, reached = true; reached && first < 100; first += 1) {
        // Every fourth moment of the successor, by turns: all of them would take minutes.
        for (let second = 1 + (first % 4), met = true; met && second < 100; second += 4) {
          const { life, firstStood, secondStood } = await meet(
            scenario,
            story,
            first,
            second,
            absenceMs,
          );
          lives.push(life);
          reached = firstStood;
          met = firstStood && secondStood;
        }
      }
      assert.ok(lives.length > 6, `only ${lives.length} interleavings`);
      await judgeFollowUps(scenario, story, lives, absenceMs);
      // Who comes too late finds that out quietly.
      assert.doesNotMatch(scenario.fixture.logged.join(''), /payment.finish_failed/);
    });
  }
}

const losing = ['a capture: approve', 'a refund of a part: timeout_after_booking'];

for (const story of storiesOf([...losing, 'a void of a charge: late_booking'])) {
  test(`${story.name} survives a connection lost at any statement or commit`, async (t) => {
    const scenario = await makeScenario(t);
    const lives: FollowUpLife[] = [];
    for (let moments = 1, wasLost = true; wasLost && moments < 100; moments += 1) {
      let left = moments;
      let hasBegun = false;
      const world = await scenario.open({
        atStatement() {
          if (hasBegun) left -= 1;
          if (hasBegun && left === 0) loseConnection();
        },
      });
      const request = await newFollowUpRequest(scenario, story);
      hasBegun = true;
      const reply = await askFollowUp(scenario, world, request);
      wasLost = left <= 0;
      lives.push({ request, end: await askFollowUpUntilAnswered(scenario, request, reply) });
    }
    assert.ok(lives.length > 1, `only ${lives.length} lives`);
    await judgeFollowUps(scenario, story, lives);
  });
}

/** One stands still while it is the owner; its successor stands still as well; then both go on in turn. */
async function meet(
  scenario: Scenario,
  story: FollowUpStory,
  first: number,
  second: number,
  absenceMs: number,
) {
  const request = await newFollowUpRequest(scenario, story);
  const owner = pauseAt(first);
  const world = await scenario.open(owner);
  owner.begin();
  const asked = askFollowUp(scenario, world, request);
  await Promise.race([owner.stands, asked]);
  if (owner.isStanding) scenario.fixture.clock.pass(absenceMs);

  const successor = pauseAt(second);
  const otherWorld = await scenario.open(successor);
  successor.begin();
  const resolved = resolveFollowUps(otherWorld);
  // It may wait for a row that the owner holds.
  await endedOrHeldUp(scenario.fixture.db, successor.stands, resolved);
  const [firstStood, secondStood] = [owner.isStanding, successor.isStanding];

  owner.goOn();
  // Or the other way round.
  await endedOrHeldUp(scenario.fixture.db, asked);
  successor.goOn();
  const [reply] = await Promise.all([asked, resolved]);
  const life = { request, end: await askFollowUpUntilAnswered(scenario, request, reply) };
  return { life, firstStood, secondStood };
}

function storiesOf(names: readonly string[]): FollowUpStory[] {
  return followUpStories.filter(({ name }) => names.includes(name));
}
