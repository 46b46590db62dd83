import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveThrough } from './living.ts';
import { changes } from './mortal-stories.ts';

for (const story of changes) {
  test(`${story.name} survives death at every statement, commit and call`, async (t) => {
    const { lives, faults } = await liveThrough(t, story);
    assert.deepEqual(faults, []);
    assert.ok(lives > 10, `only ${lives} lives`);
  });
}
