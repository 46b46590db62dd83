import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { World } from '../../src/world.ts';
import { happenings, judge, tellThrough, testDeaths } from './deaths.ts';
import { openPostOffice, until, workOff } from './post-office.ts';
import { openReceiver } from './receiver.ts';

testDeaths();

test('a build that writes without transactions does not pass', async (t) => {
  const office = await openPostOffice(t, { isSabotaged: true });
  const campaign = { name: 'webhooks/deaths' };
  const breaks = (world: World): World => ({
    ...world,
    db: { ...world.db, begin: async (work) => await work(world.db) },
  });
  const told = tellThrough(campaign, office, await openReceiver(t), { breaks });
  await assert.rejects(told, /Expected values|in order/);
});

test('two workers tell everything once, each thing in its order', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  const ids: string[] = [];
  for (let i = 0; i < 60; i += 1) ids.push(...(await happenings(office, shop, BigInt(i))));
  const others = [await office.fixture.open(), await office.fixture.open()];
  await Promise.all(others.map(workOff));
  await workOff(office.world);
  judge(await office.deliveries(shop), ids, receiver.received);
  assert.equal(receiver.received.length, ids.length);
});

test('an owner that was paused so long that another one came changes nothing any more', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const receiver = await openReceiver(
    t,
    (response) => void resumed.then(() => response.writeHead(500).end()),
    204,
  );
  await office.endpoint(shop, 'payments', receiver.url);
  const id = await office.happens(shop, 'payment.captured', 7n);
  const slow = await office.fixture.open();
  const working = workOff(slow);
  await until(() => receiver.received.length === 1);
  office.fixture.clock.pass(60_000);
  await office.work();
  resume();
  await working;

  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [id, id],
  );
  const [delivery] = await office.deliveries(shop);
  assert.deepEqual([delivery?.state, delivery?.tries, delivery?.epoch], ['succeeded', 1, 2]);
  const tries = await office.tries(shop);
  assert.deepEqual(
    tries.map(({ n, outcome, status }) => [n, outcome, status]),
    [
      [1, 'failed', 500],
      [2, 'succeeded', 204],
    ],
  );
  assert.equal((await office.endpoints(shop))[0]?.failures, 0);
});

test('what happens while its predecessor ends is never left waiting', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  const one = await office.fixture.open();
  const other = await office.fixture.open();
  const ids: string[] = [];
  for (let i = 0; i < 40; i += 1) {
    ids.push(await office.happens(shop, 'payment.queued', 7n));
    const both = Promise.all([workOff(one), workOff(other)]);
    for (let turns = 0; turns < i; turns += 1) await nextTurn();
    ids.push(await office.happens(shop, 'payment.returned', 7n));
    await both;
  }
  await office.work();
  const told = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(told, ids);
});
