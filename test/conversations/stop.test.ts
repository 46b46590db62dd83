import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { TextCarrier } from '../../src/ports/carriers/carrier.ts';
import { work, workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { openDesk } from './desk.ts';

/** The texts of so many businesses are sent at the same time. */
const lanes = 8;

test('whoever is told to stop over texts ends those it has taken, and the next start sends the others', async (t) => {
  const desk = await openDesk(t);
  const shops = await Promise.all(Array.from({ length: lanes + 3 }, () => desk.shop()));
  for (const shop of shops) await shop.text();
  const stop = new AbortController();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const real = desk.world.carriers.texts.sandbox!;
  let begun = 0;
  const slow: TextCarrier = {
    ...real,
    async send(text) {
      begun += 1;
      await isReleased;
      return await real.send(text);
    },
  };
  const texts = { ...desk.world.carriers.texts, sandbox: slow };
  const world: World = {
    ...desk.world,
    carriers: { ...desk.world.carriers, texts },
    sleep: async () => await turn(),
  };
  const working = work(world, stop.signal);
  while (begun < lanes) await turn();
  stop.abort();
  release();
  await working;
  assert.equal(begun, lanes);
  const rows = (await Promise.all(shops.map((shop) => shop.messages()))).flat();
  assert.deepEqual(rows.map(({ state, tries, epoch }) => `${state} ${tries} ${epoch}`).sort(), [
    ...Array.from({ length: lanes }, () => 'delivered 0 1'),
    ...Array.from({ length: 3 }, () => 'queued 0 0'),
  ]);

  await workOnce(await desk.fixture.open());
  for (const shop of shops) assert.equal((await shop.inbox()).length, 1);
});
