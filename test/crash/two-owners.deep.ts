import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoresEpochs } from '../sabotage.ts';
import { loseConnection } from './fixture.ts';
import { judgeScenario } from './judge.ts';
import { hourMs, interleave, storyOf, testTwoOwners } from './two-owners.ts';

testTwoOwners();

const story = storyOf('approve');

test('nor does one that wakes up to a lost connection', async (t) => {
  const waking = { absenceMs: hourMs, waking: loseConnection };
  const { scenario, ends } = await interleave(t, story, waking);
  await judgeScenario(scenario, story, ends, hourMs);
});

test('a build that ignores the epoch does not pass', async (t) => {
  // A broken build is searched until it is found out.
  const search = { size: 'full', sabotage: ignoresEpochs } as const;
  const searched = interleave(t, story, { absenceMs: hourMs }, search);
  await assert.rejects(searched, /not_charged/);
});
