import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { dial, signalAfter } from '../../src/build-world.ts';
import { createFlights, type Destination } from '../../src/runtime/http-out/flights.ts';
import { createOutgoing } from '../../src/runtime/http-out/outgoing.ts';
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
  const fly = (name: string, count: number) => {
    for (let i = 0; i < count; i += 1) flights.start(receiver(name), () => promise);
  };
  assert.equal(flights.room(receiver('1/a'), 8), 1);
  fly('1/a', 1);
  assert.equal(flights.room(receiver('1/a'), 8), 0);
  for (let i = 0; i < 62; i += 1) fly(`2/${i}`, 1);
  assert.equal(flights.room(receiver('3/a'), 8), 1, 'the last place is for somebody who has none');
  assert.equal(flights.room(receiver('2/5'), 8), 0);
  fly('3/a', 1);
  assert.equal(flights.room(receiver('4/a'), 8), 0);
  resolve();
  assert.equal(await flights.landed('2/'), 62);
  assert.equal(await flights.landed(), 0, 'they land together');
  assert.equal(flights.room(receiver('4/a'), 8), 1);
  await flights.close();
  assert.deepEqual([flights.goOn, flights.room(receiver('4/a'), 8)], [false, 0]);
});

const groups: Readonly<Record<string, (i: number) => Partial<Destination>>> = {
  'at one host': () => ({ host: 'hooks.example' }),
  // Which is one network of IPv6: see below.
  'at one address under many names': (i) => ({ host: `same-${i}.example` }),
  'that fail, wherever they are': () => ({ isFailing: true }),
};
for (const [which, about] of Object.entries(groups)) {
  test(`receivers ${which} take half of the places`, async () => {
    const flights = createFlights();
    for (let i = 0; i < 1000; i += 1) {
      flights.reachedAt(`same-${i}.example`, `2001:db8:0:1::${i}`);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    let started = 0;
    for (let i = 0; i < 1000; i += 1) {
      const one = { ...receiver(`1/${i}`), ...about(i) };
      const room = flights.room(one, 8);
      for (let n = 0; n < room; n += 1) flights.start(one, () => promise);
      started += room;
    }
    assert.equal(started, 256);
    assert.equal(flights.room(receiver('2/a'), 8), 8, 'nobody else notices');
    resolve();
    await flights.landed();
    assert.equal(flights.room({ ...receiver('1/0'), ...about(0) }, 8), 8);
  });
}

function receiver(name: string): Destination {
  return { name, host: `${name.replace('/', '-')}.example`, isFailing: false };
}

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
  office.fixture.clock.pass(6000);
  await office.work();
  assert.deepEqual(counts.slice(7), new Array(10).fill(2));
});
