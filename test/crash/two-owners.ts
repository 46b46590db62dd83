import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { everyMeeting } from '../pause.ts';
import type { Scope } from '../scope.ts';
import { type Size, sizeOf } from '../size.ts';
import { askUntilAnswered, type End } from './asking.ts';
import { makeScenario, type Sabotage } from './fixture.ts';
import { judgeScenario, noFindings } from './judge.ts';
import { type Story, stories } from './stories.ts';

type Absence = { readonly absenceMs: number; readonly waking?: () => void };

/** Past the owner's lease; and past the time in which the bank may still carry out what it was asked. */
const minuteMs = 60_000;
export const hourMs = 3_600_000;

/** A test for each story: its owner stands still, and goes on when somebody else has taken over. */
export function testTwoOwners(size?: Size): void {
  const few = { 'for a minute': [], 'for an hour': ['approve'] };
  const all = {
    'for a minute': ['approve', 'late_booking'],
    'for an hour': ['approve', 'card_declined', 'late_booking', 'approve, making a token'],
  };
  const names = sizeOf({ gate: few, usual: all, full: all }, size);
  const absences = { 'for a minute': minuteMs, 'for an hour': hourMs };
  for (const [absence, absenceMs] of Object.entries(absences)) {
    for (const story of names[absence as keyof typeof absences].map(storyOf)) {
      test(`an owner that stood still ${absence} (${story.name}) does no harm when it goes on`, async (t) => {
        // Fewer stories, and not fewer moments: what an owner may still write shows at one pair of them.
        const moments = sizeOf({ gate: 'usual', usual: 'usual', full: 'full' } as const, size);
        const { scenario, ends } = await interleave(t, story, { absenceMs }, { size: moments });
        assert.ok(ends.length > 10, `only ${ends.length} interleavings`);
        await judgeScenario(scenario, story, ends, absenceMs);
      });
    }
  }
}

type Search = { readonly size?: Size | undefined; readonly sabotage?: Sabotage };

/**
 * The owner of a payment stands still at each of its moments; somebody else takes over and stands still at each of
 * theirs; then the first goes on to its end, and then the second. Of a broken build, until there is a finding.
 */
export async function interleave(
  scope: Scope,
  story: Story,
  { absenceMs, waking = () => {} }: Absence,
  { size, sabotage }: Search = {},
) {
  const scenario = await makeScenario(scope, sabotage);
  const { db, clock } = scenario.fixture;
  const ends: End[] = [];
  await everyMeeting(
    { name: 'crash/two-owners', size },
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

export function storyOf(name: string): Story {
  return stories.find((story) => story.name === name)!;
}
