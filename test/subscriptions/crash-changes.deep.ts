import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from './crash-stories.ts';
import { liveThrough } from './living.ts';

for (const story of changes) {
  test(`${story.name} survives death at every statement, commit and call`, async (t) => {
    const { lives, faults } = await liveThrough(t, story);
    assert.deepEqual(faults, []);
    assert.ok(lives > 1, `only ${lives} lives`);
  });
}
