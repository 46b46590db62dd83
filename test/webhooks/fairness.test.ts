import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createFlights } from '../../src/outgoing/flights.ts';
import { work } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { openPostOffice, until } from './post-office.ts';
import { openReceiver } from './receiver.ts';

test('fifty receivers that hang do not hold up the one that does not', async (t) => {
  const office = await openPostOffice(t);
  const real: World = { ...office.world, now: () => new Date(), sleep: (ms) => delay(ms) };
  const receiver = await openReceiver(t);
  const deaf = await openReceiver(t, () => {});
  const hanging = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const shop = await office.business();
      await office.endpoint(shop, 'payments', deaf.url);
      return shop;
    }),
  );
  const shop = await office.business();
  await office.endpoint(shop, 'payments', receiver.url);
  for (let i = 0; i < 12; i += 1) {
    await Promise.all(hanging.map((one) => office.happens(one, 'payment.captured', BigInt(i))));
  }

  const stop = new AbortController();
  const working = work(real, stop.signal);
  await until(() => deaf.received.length >= 50);
  const happened = new Map<string, number>();
  for (let i = 0; i < 200; i += 1) {
    const at = Date.now();
    happened.set(await office.happens(shop, 'payment.captured', BigInt(i)), at);
    await delay(8);
  }
  await until(() => receiver.received.length >= 200);
  const lagsMs = receiver.received
    .map(({ headers, at }) => at - happened.get(String(headers['webhook-id']))!)
    .toSorted((one, other) => one - other);
  stop.abort();
  const hung = deaf.received.length;
  await deaf.close();
  await working;

  assert.equal(lagsMs.length, 200, 'once each');
  assert.ok(lagsMs[197]! < 2000, `${lagsMs[197]} ms`);
  assert.ok(hung >= 50 && hung < 512, `${hung} posts hung`);
  for (const one of hanging) {
    const deliveries = await office.deliveries(one);
    assert.equal(deliveries.length, 12, 'nothing is lost');
    assert.ok(deliveries.every(({ state }) => ['pending', 'scheduled'].includes(state)));
  }
});

test('places are shared: the fuller it is, the less one of many may take', async () => {
  const flights = createFlights({ most: 64 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const fly = (to: string, count: number) => {
    for (let i = 0; i < count; i += 1) flights.start(to, () => promise);
  };
  assert.equal(flights.room('1/a', 8), 2);
  fly('1/a', 2);
  assert.equal(flights.room('1/a', 8), 0);
  for (let i = 0; i < 61; i += 1) fly(`2/${i}`, 1);
  assert.equal(flights.room('3/a', 8), 1, 'the last place is for somebody who has none');
  assert.equal(flights.room('2/5', 8), 0);
  fly('3/a', 1);
  assert.equal(flights.room('4/a', 8), 0);
  resolve();
  assert.equal(await flights.landed('2/'), 61);
  assert.equal(await flights.landed(), 0, 'they land together');
  assert.equal(flights.room('4/a', 8), 2);
  await flights.close();
  assert.deepEqual([flights.goOn, flights.room('4/a', 8)], [false, 0]);
});

test('a receiver that fails gets few posts at a time until it takes one', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  // Answers when so many wait for it, and a little later, should there be one more.
  const together = [8];
  const waiting: ServerResponse[] = [];
  const counts: number[] = [];
  const receiver = await openReceiver(t, (response) => {
    waiting.push(response);
    if (waiting.length !== (together[0] ?? 2)) return;
    setTimeout(() => {
      together.shift();
      counts.push(waiting.length);
      for (const one of waiting.splice(0)) one.writeHead(500).end();
    }, 25);
  });
  await office.endpoint(shop, 'payments', receiver.url);
  for (let i = 0; i < 20; i += 1) await office.happens(shop, 'payment.captured', BigInt(i));
  await office.work();
  assert.deepEqual(counts, [8, 2, 2, 2, 2, 2, 2], 'at first nobody knows');
  office.house.clock.pass(6000);
  await office.work();
  assert.deepEqual(counts.slice(7), new Array(10).fill(2));
});
