import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import type { Database } from '../../src/runtime/sql.ts';
import type { World } from '../../src/world.ts';
import { life } from '../crash-world.ts';
import { type Desk, listen, openDesk, phone, type Shop } from './desk.ts';

test('whoever takes in a STOP may die at every statement and commit: told again, it is heard, once', async (t) => {
  const desk = await openDesk(t);
  const lives = await liveAndDie(desk, (world) => world);
  assert.ok(lives > 3, `only ${lives} lives`);
});

test('a build that takes texts in without a transaction does not pass', async (t) => {
  const desk = await openDesk(t);
  const careless = (world: World): World => {
    const db: Database = { ...world.db, begin: async (work) => await work(world.db) };
    return { ...world, db };
  };
  await assert.rejects(liveAndDie(desk, careless), assert.AssertionError);
});

/** A carrier tells a text until somebody has taken it: here, of two processes the second lives. */
async function liveAndDie(desk: Desk, sabotage: (world: World) => World): Promise<number> {
  let lives = 0;
  for (let moments = 1, died = true; died; moments += 1) {
    const shop = await desk.shop();
    await shop.text();
    await listen(desk, shop);
    const to = await shop.ownNumber();
    const told = {
      to,
      from: phone,
      body: 'STOP',
      mediaCount: 0,
      carrier: 'sandbox',
      carrierId: 'S',
    };
    const death = life(moments);
    const crashing = sabotage(await desk.fixture.open(death));
    death.begin();
    await receiveText(crashing, told).catch(() => {});
    died = death.isOver;
    lives += 1;
    await receiveText(await desk.fixture.open(), told);
    await desk.work();
    await judge(shop);
  }
  return lives;
}

async function judge(shop: Shop): Promise<void> {
  assert.equal(await shop.consent(), 'opted_out');
  assert.equal((await shop.moves()).length, 1);
  const rows = await shop.messages();
  assert.equal(rows.filter(({ direction }) => direction === 'in').length, 1);
  assert.equal(rows.filter(({ kind }) => kind === 'answer').length, 1);
  assert.deepEqual(
    (await shop.announced()).map(({ direction }) => direction),
    ['in', 'out'],
  );
}
