import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { End } from './asking.ts';
import {
  askFollowUp,
  askMortal,
  type FollowUpWish,
  followUntilTold,
  wishFollowUp,
} from './following.ts';
import type { FollowUpStory } from './followup-stories.ts';
import { judgeFollowUps } from './judge-followups.ts';
import { makeStreet, type Sabotage, type Street } from './street.ts';

type Scope = { after(work: () => Promise<void>): void };

/** What a client was told of its wish in the end. */
export type FollowUpLife = { readonly wish: FollowUpWish; readonly end: End };

/** One story after the other, each in a process that lives one moment longer, until one survives. */
export async function liveThrough(
  scope: Scope,
  story: FollowUpStory,
  sabotage?: Sabotage,
): Promise<{ street: Street; lives: FollowUpLife[] }> {
  const street = await makeStreet(scope, sabotage);
  const lives: FollowUpLife[] = [];
  for (let moments = 1; moments < 100; moments += 1) {
    const wish = await wishFollowUp(street, story);
    const { reply, died } = await askMortal(street, wish, moments);
    // Every second client is impatient, and asks again before anybody looked after it.
    const told = died && moments % 2 === 0 ? await askSoon(street, wish) : reply;
    lives.push({ wish, end: await followUntilTold(street, wish, told) });
    if (!died) return { street, lives };
  }
  throw new Error('it never survives');
}

/** A second later, of a process that was just started in place of the dead one. */
async function askSoon(street: Street, wish: FollowUpWish) {
  street.house.clock.pass(1000);
  return await askFollowUp(street, await street.open(), wish);
}

/** A test for each story: whoever dies at whatever moment of it. */
export function testSurvival(stories: readonly FollowUpStory[]): void {
  for (const story of stories) {
    test(`${story.name} survives death at every statement, commit and call`, async (t) => {
      const { street, lives } = await liveThrough(t, story);
      assert.ok(lives.length > 15, `only ${lives.length} lives`);
      await judgeFollowUps(street, story, lives);
    });
  }
}
