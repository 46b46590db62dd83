import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { makeTokens, type TokenStart } from '../../src/payments/tokens/store.ts';
import type { Flush } from '../../src/runtime/gather.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { everyDeath, testCardDeaths } from './subscription-deaths.ts';

testCardDeaths();

test('a build that saves a card under no name does not pass', async (t) => {
  const fixture = await makeFixture(t, { book: memoryBook(), isSabotaged: true });
  await assert.rejects(
    everyDeath({ name: 'pages/subscription-deaths' }, fixture, false, forgetsNames),
    /saved: 2/,
  );
});

function forgetsNames(world: World): World {
  const nameless = (start: TokenStart) => ({
    ...start,
    idempotencyKey: undefined,
    requestFingerprint: undefined,
  });
  return {
    ...world,
    gather: async <Row, Result>(flush: Flush<Row, Result>, row: Row) =>
      (flush as unknown) === makeTokens
        ? ((await world.gather(makeTokens, nameless(row as TokenStart))) as never)
        : await world.gather(flush, row),
  };
}
