import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { dial, signalAfter } from '../../src/build-world.ts';
import { createFlights } from '../../src/outgoing/flights.ts';
import { createOutgoing } from '../../src/outgoing/outgoing.ts';
import { work } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { hourMs, minuteMs, openPostOffice, until } from './post-office.ts';
import { openReceiver } from './receiver.ts';

test('fifty receivers that hang do not hold up the one that does not', async (t) => {
  // Whoever hangs does so until the test is over: how fast this machine is decides nothing.
  const patient = { resolve: async () => [], dial, signalAfter, totalTimeoutMs: hourMs };
  const office = await openPostOffice(t, { outgoing: createOutgoing(patient) });
  const real: World = { ...office.world, now: () => new Date(), sleep: (ms) => delay(ms) };
  const receiver = await openReceiver(t);
  let letGo = 0;
  const deaf = await openReceiver(t, (response) => {
    response.once('close', () => {
      letGo += 1;
    });
  });
  const hanging = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const shop = await office.business();
      await office.endpoint(shop, 'payments', `${deaf.url}/${n}`);
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
  await until(() => new Set(deaf.received.map(({ path }) => path)).size === 50, minuteMs);
  const happened: string[] = [];
  for (let i = 0; i < 200; i += 1) {
    happened.push(await office.happens(shop, 'payment.captured', BigInt(i)));
    await delay(8);
  }
  await until(() => receiver.received.length >= 200, minuteMs);
  const letGoBefore = letGo;
  stop.abort();
  const hung = deaf.received.length;
  await deaf.close();
  await working;

  assert.equal(letGoBefore, 0, 'all of these came while all of those hung');
  const came = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  assert.deepEqual(came.toSorted(), happened.toSorted(), 'once each');
  assert.ok(hung < 512, `${hung} posts hung`);
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
