import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { pauseAt } from '../pause.ts';
import { ignoresEpochs } from '../sabotage.ts';
import { askUntilAnswered, type End } from './asking.ts';
import { loseConnection, makeScenario, type Sabotage, type Scenario } from './fixture.ts';
import { judgeScenario } from './judge.ts';
import { type Story, stories } from './stories.ts';

type Scope = { after(work: () => Promise<void>): void };
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
      assert.ok(ends.length > 50, `only ${ends.length} interleavings`);
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
  const { scenario } = await interleave(
    t,
    story!,
    { absenceMs: absences['for an hour'] },
    ignoresEpochs,
  );
  const findings = await scenario.findings();
  const rules = findings.map(({ rule }) => rule);
  assert.ok(rules.includes('not_charged'), findings.map(formatFinding).join('\n'));
});

/**
 * The owner of a payment stands still at each of its moments; somebody else takes over and stands still at
 * each of theirs; then the first goes on to its end, and then the second.
 */
async function interleave(scope: Scope, story: Story, absence: Absence, sabotage?: Sabotage) {
  const scenario = await makeScenario(scope, sabotage);
  const ends: End[] = [];
  for (let first = 1, reached = true; reached && first < 100; first += 1) {
    for (let second = 1, met = true; met && second < 100; second += 1) {
      const stops = { first, second };
      const { end, firstStood, secondStood } = await meet(scenario, story, stops, absence);
      ends.push(end);
      reached = firstStood;
      met = firstStood && secondStood;
    }
  }
  return { scenario, ends };
}

async function meet(
  scenario: Scenario,
  story: Story,
  { first, second }: { first: number; second: number },
  { absenceMs, waking }: Absence,
) {
  const request = await scenario.newRequest(story.fields, story.headers, story.terms);
  const owner = pauseAt(first, waking);
  const world = await scenario.open(owner);
  owner.begin();
  const asked = scenario.ask(world, request);
  await Promise.race([owner.stands, asked]);
  if (owner.isStanding) scenario.fixture.clock.pass(absenceMs);

  const successor = pauseAt(second);
  const otherWorld = await scenario.open(successor);
  successor.begin();
  const resolved = resolveDue(otherWorld);
  await Promise.race([successor.stands, resolved]);
  const [firstStood, secondStood] = [owner.isStanding, successor.isStanding];

  owner.goOn();
  const reply = await asked;
  successor.goOn();
  await resolved;
  return { end: await askUntilAnswered(scenario, request, reply), firstStood, secondStood };
}

function storiesOf(...names: string[]): Story[] {
  return stories.filter(({ name }) => names.includes(name));
}
