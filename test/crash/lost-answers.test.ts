import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askUntilTold, type End } from './asking.ts';
import { judgeStreet } from './judge.ts';
import { stories } from './stories.ts';
import { loseConnection, makeStreet, type Street, type Wish } from './street.ts';

for (const story of stories) {
  test(`a charge (${story.name}) survives a connection lost at any statement or commit`, async (t) => {
    const street = await makeStreet(t);
    const ends: End[] = [];
    for (let moments = 1, wasLost = true; wasLost && moments < 100; moments += 1) {
      let left = moments;
      let hasBegun = false;
      const world = await street.open({
        atStatement() {
          if (hasBegun) left -= 1;
          if (hasBegun && left === 0) loseConnection();
        },
      });
      hasBegun = true;
      const wish = await street.wish(story.fields, story.headers, story.terms);
      const reply = await street.ask(world, wish);
      // What has begun is never called failed.
      if (reply?.status === 500) assert.equal(await countPayments(street, wish), 0);
      wasLost = left <= 0;
      ends.push(await askUntilTold(street, wish, reply));
    }
    assert.ok(ends.length > 8, `only ${ends.length} lives`);
    await judgeStreet(street, story, ends);
    // Every statement is safe to repeat: once is enough.
    assert.doesNotMatch(street.house.logged.join(''), /payment.finish_failed/);
  });
}

test('while the database stays away after a yes, the outcome is not known, and found later', async (t) => {
  const story = stories.find(({ name }) => name === 'approve')!;
  const street = await makeStreet(t);
  const wish = await street.wish(story.fields);
  let isAway = false;
  const world = await street.open({
    atStatement() {
      if (isAway) loseConnection();
    },
  });
  const bank = world.processors.get('simulator')!;
  const answering = {
    ...bank,
    charge: async (request: Parameters<typeof bank.charge>[0]) => {
      const answer = await bank.charge(request);
      isAway = true;
      return answer;
    },
  };
  const reply = await street.ask(
    { ...world, processors: new Map([['simulator', answering]]) },
    wish,
  );
  assert.equal(reply?.status, 202);
  await judgeStreet(street, story, [await askUntilTold(street, wish, reply)]);
});

async function countPayments({ house }: Street, { caller }: Wish): Promise<number> {
  const rows = await house.db.query('select from payments where business_id = $1', [
    caller.business.id,
  ]);
  return rows.length;
}
