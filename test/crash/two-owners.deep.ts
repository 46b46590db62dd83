import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { everyMeeting } from '../pause.ts';
import { ignoresEpochs } from '../sabotage.ts';
import type { Scope } from '../scope.ts';
import { askUntilAnswered, type End } from './asking.ts';
import { loseConnection, makeScenario, type Sabotage } from './fixture.ts';
import { judgeScenario, noFindings } from './judge.ts';
import { type Story, stories } from './stories.ts';

type Absence = { readonly absenceMs: number; readonly waking?: () => void };

/** Past the owner's lease; and past the time in which the bank may still carry out what it was asked. */
const absences = { 'for a minute': 60_000, 'for an hour': 3_600_000 };
const inTurn = {
  'for a minute': storiesOf('approve', 'late_booking'),
  'for an hour': storiesOf('approve', 'card_declined', 'late_booking', 'approve, making a token'),
};

for (const [absence, absenceMs] of Object.entries(absences)) {
  for (const story of inTurn[absence as keyof typeof absences]) {
    test(`an owner that stood still ${absence} (${story.name}) does no harm when it goes on`, async (t) => {
      const { scenario, ends } = await interleave(t, story, { absenceMs });
      assert.ok(ends.length > 10, `only ${ends.length} interleavings`);
      await judgeScenario(scenario, story, ends, absenceMs);
    });
  }
}

test('nor does one that wakes up to a lost connection', async (t) => {
  const [story] = storiesOf('approve');
  const absenceMs = absences['for an hour'];
  const { scenario, ends } = await interleave(t, story!, { absenceMs, waking: loseConnection });
  await judgeScenario(scenario, story!, ends, absenceMs);
});

test('a build that ignores the epoch does not pass', async (t) => {
  const [story] = storiesOf('approve');
  const absence = { absenceMs: absences['for an hour'] };
  await assert.rejects(interleave(t, story!, absence, ignoresEpochs), /not_charged/);
});

/**
 * The owner of a payment stands still at each of its moments; somebody else takes over and stands still at each of
 * theirs; then the first goes on to its end, and then the second. Of a broken build, until there is a finding.
 */
async function interleave(
  scope: Scope,
  story: Story,
  { absenceMs, waking = () => {} }: Absence,
  sabotage?: Sabotage,
) {
  const scenario = await makeScenario(scope, sabotage);
  const { db, clock } = scenario.fixture;
  const ends: End[] = [];
  await everyMeeting(
    // A broken build is searched until it is found out.
    { name: 'crash/two-owners', size: sabotage && 'full' },
    {
      db,
      waking,
      bothStand: true,
      open: scenario.open,
      before: () => scenario.newRequest(story.fields, story.headers, story.terms),
      one: (world, request) => scenario.ask(world, request),
      onceStanding: () => clock.pass(absenceMs),
      other: (world) => resolveDue(world),
      async judge(request, reply) {
        ends.push(await askUntilAnswered(scenario, request, reply));
        if (sabotage) await noFindings(scenario);
      },
    },
  );
  return { scenario, ends };
}

function storiesOf(...names: string[]): Story[] {
  return stories.filter(({ name }) => names.includes(name));
}
