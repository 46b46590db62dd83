import assert from 'node:assert/strict';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { cardFields } from '../caller.ts';
import { tableTexts } from '../tables.ts';
import type { End } from './asking.ts';
import type { Scenario } from './fixture.ts';
import type { Story } from './stories.ts';

const statesOfEnds: Record<Story['ends'], readonly unknown[]> = {
  // Who asks days later may find its batch closed.
  charged: ['captured', 'authorized', 'settled'],
  queued: ['queued'],
  // A bank that declines and does not say so is asked anew by whoever asks again.
  declined: ['declined', 'unknown'],
  'not charged': ['canceled', 'unknown'],
  'charged otherwise': ['captured'],
};

/** Whoever died: the story came to its end for every client, and nothing was lost, doubled or kept. */
export async function judgeScenario(
  scenario: Scenario,
  story: Story,
  ends: readonly End[],
  absenceMs = 0,
): Promise<void> {
  for (const [i, { last, replay }] of ends.entries()) {
    const state = last?.headers['x-payment-state'];
    const isRight = statesOfEnds[story.ends].includes(state);
    assert.ok(isRight, `life ${i + 1} ended with ${last?.status} ${last?.body}`);
    if (replay) assert.equal(replay.body, last?.body, 'the same request was answered otherwise');
  }
  await noFindings(scenario);
  await inStatedTime(scenario, absenceMs);
  const cases = story.ends === 'charged otherwise' ? ends.length : 0;
  assert.equal(await casesIn(scenario), cases);
  await neitherKeptNorLogged(scenario, cardFields.CVV);
}

export async function noFindings(scenario: Scenario): Promise<void> {
  const findings = await scenario.findings();
  assert.deepEqual(findings.map(formatFinding), []);
}

/** The lease of a dead owner, and the looks until the bank's late window is over for certain. */
const statedMs = 8 * 60_000;

/** By the standing clock: whatever is known by now was known in time, if nobody stood still. */
export async function inStatedTime({ fixture }: Scenario, absenceMs = 0): Promise<void> {
  const rows = await fixture.db.query<{ ms: number | null }>(
    `select max(extract(epoch from finished_at - created_at) * 1000)::float8 as ms from (
       select created_at, finished_at from payments
       union all select created_at, finished_at from followups
     ) done`,
  );
  const ms = rows[0]?.ms ?? 0;
  assert.ok(ms <= statedMs + absenceMs, `something took ${ms / 1000} seconds`);
}

async function casesIn({ fixture }: Scenario): Promise<number> {
  return (await fixture.db.query(`select from open_questions where state = 'open'`)).length;
}

async function neitherKeptNorLogged({ fixture }: Scenario, cvv: string): Promise<void> {
  const alone = new RegExp(`(?<![0-9A-Za-z])${cvv}(?![0-9A-Za-z])`);
  for await (const { table, row } of tableTexts(fixture.db)) assert.doesNotMatch(row, alone, table);
  for (const lines of fixture.logged) assert.doesNotMatch(lines, alone);
}
