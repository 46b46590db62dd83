import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { makeFixture } from '../fixture.ts';
import { changes, charges } from './death-stories.ts';
import { liveThrough, testDeaths } from './deaths.ts';
import { sabotages } from './sabotage.ts';

const stories = [...charges, ...changes];
testDeaths(stories);

for (const [name, { breaks, story: wanted, found }] of Object.entries(sabotages)) {
  test(`a build that ${name} does not pass`, async (t) => {
    const story = stories.find((one) => one.name === wanted)!;
    const fixture = await makeFixture(t, { book: memoryBook(), isSabotaged: true });
    await assert.rejects(
      liveThrough({ name: 'subscriptions/deaths' }, fixture, story, breaks),
      found,
    );
  });
}
