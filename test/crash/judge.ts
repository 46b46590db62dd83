import assert from 'node:assert/strict';
import { formatFinding } from '../../src/audit/finding.ts';
import { cardFields } from '../caller.ts';
import { tableTexts } from '../tables.ts';
import type { End } from './asking.ts';
import type { Story } from './stories.ts';
import type { Street } from './street.ts';

const statesOfEnds: Record<Story['ends'], readonly unknown[]> = {
  charged: ['captured', 'authorized'],
  queued: ['queued'],
  // A bank that declines and does not say so is asked anew by whoever asks again.
  declined: ['declined', 'unknown'],
  'not charged': ['canceled', 'unknown'],
  'wrongly charged': ['unknown'],
};

/** Whoever died: the story came to its end for every client, and nothing was lost, doubled or kept. */
export async function judgeStreet(
  street: Street,
  story: Story,
  ends: readonly End[],
): Promise<void> {
  for (const [i, { last, replay }] of ends.entries()) {
    const state = last?.headers['x-payment-state'];
    const isRight = statesOfEnds[story.ends].includes(state);
    assert.ok(isRight, `life ${i + 1} ended with ${last?.status} ${last?.body}`);
    if (replay) assert.equal(replay.body, last?.body, 'the same wish was answered otherwise');
  }
  const findings = await street.findings();
  const rules = new Set(findings.map(({ rule }) => rule));
  const expected = story.ends === 'wrongly charged' ? ['amount_differs'] : [];
  assert.deepEqual([...rules], expected, findings.map(formatFinding).join('\n'));
  await neitherKeptNorLogged(street, cardFields.CVV);
}

async function neitherKeptNorLogged({ house }: Street, cvv: string): Promise<void> {
  const alone = new RegExp(`(?<![0-9A-Za-z])${cvv}(?![0-9A-Za-z])`);
  for await (const { table, row } of tableTexts(house.db)) assert.doesNotMatch(row, alone, table);
  for (const lines of house.logged) assert.doesNotMatch(lines, alone);
}
