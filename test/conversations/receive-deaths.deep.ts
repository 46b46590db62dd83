import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { type Desk, listen, openDesk, phone, type Shop } from './desk.ts';

test('whoever takes in a STOP may die at every statement and commit: told again, it is heard, once', async (t) => {
  const lives = await liveAndDie(await openDesk(t), (world) => world);
  assert.ok(lives > 3, `only ${lives} lives`);
});

test('a build that takes texts in without a transaction does not pass', async (t) => {
  const desk = await openDesk(t);
  const careless = (world: World): World => {
    return { ...world, db: { ...world.db, begin: async (work) => await work(world.db) } };
  };
  await assert.rejects(liveAndDie(desk, careless), /Expected values/);
});

/** A carrier tells a text until somebody has taken it: here, of two processes the second lives. */
async function liveAndDie(desk: Desk, sabotage: (world: World) => World): Promise<number> {
  const { fixture } = desk;
  const { lives } = await everyLife(
    { name: 'conversations/receive-deaths' },
    {
      open: async (span) => sabotage(await fixture.open(span)),
      async before() {
        const shop = await desk.shop();
        await shop.text();
        await listen(desk, shop);
        const to = await shop.ownNumber();
        const from = { from: phone, carrier: 'sandbox', carrierId: 'S' };
        return { shop, told: { to, ...from, body: 'STOP', mediaCount: 0 } };
      },
      act: (crashing, { told }) => receiveText(crashing, told),
      async others({ told }) {
        await receiveText(await fixture.open(), told);
        await desk.work();
      },
      judge: ({ shop }) => judge(shop),
    },
  );
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
