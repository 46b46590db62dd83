import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFlights, type Destination } from '../../src/runtime/http-out/flights.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';

test('twelve receivers that hang do not hold up the one that does not', async (t) => {
  const office = await openPostOffice(t);
  const deaf = await openReceiver(t, () => {});
  const hanging = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const shop = await office.business();
      await office.endpoint(shop, 'payments', `${deaf.url}/${n}`);
      for (let i = 0; i < 4; i += 1) await office.happens(shop, 'payment.captured', BigInt(i));
      return shop;
    }),
  );
  const receiver = await openReceiver(t);
  const shop = await office.business();
  await office.endpoint(shop, 'payments', receiver.url);
  while (new Set(deaf.received.map(({ path }) => path)).size < 12) await workOnce(office.world);
  const happened: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    happened.push(await office.happens(shop, 'payment.captured', BigInt(i)));
    while (receiver.received.length <= i) await workOnce(office.world);
  }
  await deaf.close();
  await office.world.flights.landed();

  const came = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  assert.deepEqual(came, happened, 'once each');
  for (const one of hanging) {
    const deliveries = await office.deliveries(one);
    assert.equal(deliveries.length, 4, 'nothing is lost');
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
  const { world } = office;
  const shop = await office.business();
  const waiting: ServerResponse[] = [];
  const receiver = await openReceiver(t, (response) => void waiting.push(response));
  await office.endpoint(shop, 'payments', receiver.url);
  for (let i = 0; i < 20; i += 1) await office.happens(shop, 'payment.captured', BigInt(i));
  /** How many posts are under way together, until none is due. */
  const counts = async () => {
    const seen: number[] = [];
    for (;;) {
      while ((await workOnce(world)) > 0);
      const count = (await office.tries(shop)).filter((one) => one.ended_at === null).length;
      if (count === 0) return seen;
      seen.push(count);
      while (waiting.length < count) await turn();
      for (const one of waiting.splice(0)) one.writeHead(500).end();
      await world.flights.landed();
    }
  };
  assert.deepEqual(await counts(), [8, 2, 2, 2, 2, 2, 2], 'at first nobody knows');
  office.fixture.clock.pass(6000);
  assert.deepEqual(await counts(), new Array(10).fill(2));
});
