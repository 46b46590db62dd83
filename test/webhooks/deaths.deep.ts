import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../src/runtime/sql.ts';
import { life } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { dayMs, openPostOffice, type PostOffice, until, workOff } from './post-office.ts';
import { openReceiver, type Received } from './receiver.ts';

const kinds = ['payment.queued', 'payment.returned'];

test('whoever tells may die at every statement, commit and post: all is told, under one id, in order', async (t) => {
  const office = await openPostOffice(t);
  const receiver = await openReceiver(t);
  let lives = 0;
  let twice = 0;
  for (let moments = 1, died = true; died; moments += 1) {
    const shop = await office.business();
    await office.endpoint(shop, 'payments', receiver.url);
    const ids = await happenings(office, shop);
    const death = life(moments);
    const crashing = await office.fixture.open(death);
    death.begin();
    await workOff(crashing).catch(() => {});
    await crashing.flights.landed();
    died = death.isOver;
    lives += 1;
    await finishAlone(office, shop);
    twice += judge(await office.deliveries(shop), ids, receiver.received.splice(0));
  }
  assert.ok(lives > 5, `only ${lives} lives`);
  assert.ok(twice > 0, 'a death right behind the post is known by its second one');
});

test('a receiver that fails and a death at every moment: nothing is lost either', async (t) => {
  const office = await openPostOffice(t);
  const receiver = await openReceiver(t);
  for (let moments = 1, died = true; died; moments += 1) {
    const shop = await office.business();
    await office.endpoint(shop, 'payments', receiver.url);
    const ids = await happenings(office, shop);
    receiver.answer(500, 204);
    const death = life(moments);
    const crashing = await office.fixture.open(death);
    death.begin();
    await workOff(crashing).catch(() => {});
    await crashing.flights.landed();
    died = death.isOver;
    receiver.answer(204);
    await finishAlone(office, shop);
    judge(await office.deliveries(shop), ids, receiver.received.splice(0));
    const [endpoint] = await office.endpoints(shop);
    assert.deepEqual([endpoint?.state, endpoint?.failures], ['enabled', 0]);
  }
});

test('a build that writes without transactions does not pass', async (t) => {
  const office = await openPostOffice(t, { isSabotaged: true });
  const receiver = await openReceiver(t);
  let caught = 0;
  for (let moments = 1, died = true; died; moments += 1) {
    const shop = await office.business();
    await office.endpoint(shop, 'payments', receiver.url);
    const ids = await happenings(office, shop);
    const death = life(moments);
    const world = await office.fixture.open(death);
    const db: Database = { ...world.db, begin: async (work) => await work(world.db) };
    death.begin();
    await workOff({ ...world, db }).catch(() => {});
    await world.flights.landed();
    died = death.isOver;
    await finishAlone(office, shop);
    const received = receiver.received.splice(0);
    try {
      judge(await office.deliveries(shop), ids, received);
    } catch {
      caught += 1;
    }
  }
  assert.ok(caught > 0);
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

async function happenings(office: PostOffice, shop: Caller, objectId = 7n): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds) ids.push(await office.happens(shop, kind, objectId));
  return ids;
}

/** Another process, over the days that retries may take. */
async function finishAlone(office: PostOffice, shop: Caller): Promise<void> {
  for (let hours = 0; hours < 48; hours += 1) {
    await office.work();
    const left = (await office.deliveries(shop)).find(({ due_at }) => due_at !== null)?.due_at;
    if (!left) return;
    office.fixture.clock.setTo(left);
  }
  assert.fail(`not done after ${dayMs} ms`);
}

/** Returns how often something was heard twice. */
function judge(
  deliveries: Awaited<ReturnType<PostOffice['deliveries']>>,
  ids: readonly string[],
  received: readonly Received[],
): number {
  assert.deepEqual(deliveries.map(({ event_id }) => event_id).toSorted(), ids.toSorted());
  assert.ok(deliveries.every(({ state }) => state === 'succeeded'));
  const heard = new Map<string, string>();
  const firsts: string[] = [];
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id']);
    assert.equal(heard.get(id) ?? body, body, 'the same words each time');
    if (!heard.has(id)) firsts.push(id);
    heard.set(id, body);
  }
  assert.deepEqual(firsts.toSorted(), ids.toSorted());
  for (let i = 0; i < ids.length; i += 2) {
    assert.ok(firsts.indexOf(ids[i]!) < firsts.indexOf(ids[i + 1]!), 'in order');
  }
  return received.length - firsts.length;
}
