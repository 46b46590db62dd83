import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askUntilTold, type End } from './asking.ts';
import { judgeStreet } from './judge.ts';
import { stories } from './stories.ts';
import { loseConnection, makeStreet } from './street.ts';

for (const story of stories) {
  test(`a charge (${story.name}) survives a connection lost at any moment, and works on`, async (t) => {
    const street = await makeStreet(t);
    const ends: End[] = [];
    for (let moments = 1, wasLost = true; wasLost && moments < 100; moments += 1) {
      let left = moments;
      let hasBegun = false;
      const world = await street.open(() => {
        if (hasBegun) left -= 1;
        if (hasBegun && left === 0) loseConnection();
      });
      hasBegun = true;
      const wish = await street.wish(story.fields, story.headers);
      const reply = await street.ask(world, wish);
      wasLost = left <= 0;
      ends.push(await askUntilTold(street, wish, reply));
    }
    assert.ok(ends.length > 10, `only ${ends.length} lives`);
    await judgeStreet(street, story, ends);
  });
}
