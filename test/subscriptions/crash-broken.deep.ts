import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes, charges } from './crash-stories.ts';
import { liveThrough } from './living.ts';
import { sabotages } from './sabotage.ts';

for (const [name, { breaks, story: wanted, found }] of Object.entries(sabotages)) {
  test(`a build that ${name} does not pass`, async (t) => {
    const story = [...charges, ...changes].find((one) => one.name === wanted)!;
    const { faults } = await liveThrough(t, story, breaks);
    assert.ok(faults.length > 0, 'not found');
    assert.match(faults.join('\n'), found);
  });
}
